/** The program runs from the bundle that `npm ci` writes, unless its sources are newer. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { type Cleanup, createTestFolder } from '../support/database/stores.ts'
import { NODE_FLAGS, ROOT } from '../support/programs/program.ts'

const ENTRY = 'src/bin/watchkeeper.ts'
const LINKED = 'src/bin/watchkeeper.js'

/** Creates a checkout whose program prints where it comes from. */
function createCheckout(t: Cleanup): { folder: string; write: (file: string, prints: string, at: Date) => void } {
  const folder = createTestFolder(t)
  const write = (file: string, prints: string, at: Date) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), `export const runProgram = () => process.stdout.write('${prints}')`)
    utimesSync(join(folder, file), at, at)
  }
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  utimesSync(join(folder, 'package.json'), new Date(1_000_000), new Date(1_000_000))
  write('src/bin/main.ts', 'sources', new Date(1_000_000))
  for (const file of [LINKED, ENTRY]) cpSync(join(ROOT, file), join(folder, file), { verbatimSymlinks: true })
  utimesSync(join(folder, ENTRY), new Date(1_000_000), new Date(1_000_000))
  return { folder, write }
}

const run = (folder: string): string =>
  execFileSync(process.execPath, [...NODE_FLAGS, join(folder, ENTRY)], { encoding: 'utf8' })

test('the program runs its sources when there is no bundle', (t) => {
  assert.equal(run(createCheckout(t).folder), 'sources')
})

test('the program runs the bundle when no source is newer', (t) => {
  const { folder, write } = createCheckout(t)
  write('dist/bin/main.js', 'bundle', new Date(2_000_000))
  assert.equal(run(folder), 'bundle')
})

test('the program runs its sources when one of them is newer than the bundle', (t) => {
  const { folder, write } = createCheckout(t)
  write('dist/bin/main.js', 'bundle', new Date(2_000_000))
  write('src/core/rule.ts', 'rule', new Date(3_000_000))
  assert.equal(run(folder), 'sources')
})

test('the program runs its sources when package.json is newer than the bundle', (t) => {
  const { folder, write } = createCheckout(t)
  write('dist/bin/main.js', 'bundle', new Date(2_000_000))
  utimesSync(join(folder, 'package.json'), new Date(3_000_000), new Date(3_000_000))
  assert.equal(run(folder), 'sources')
})

test('the bundle runs without the TypeScript translator of Node', (t) => {
  const { folder, write } = createCheckout(t)
  write(
    'dist/bin/main.js',
    "' + process.moduleLoadList.some((name) => name.includes('amaro')) + '",
    new Date(2_000_000),
  )
  assert.equal(run(folder), 'false')
})

test('a stack trace of the bundle names lines of the sources', () => {
  const failing = `const { runProgram } = await import(${JSON.stringify(join(ROOT, 'dist/bin/main.js'))})
await runProgram(null).catch((error) => process.stdout.write(error.stack))`
  const trace = execFileSync(process.execPath, [...NODE_FLAGS, '--input-type=module', '-e', failing], {
    encoding: 'utf8',
  })
  assert.match(trace, /src\/bin\/main\.ts:\d+/)
})
