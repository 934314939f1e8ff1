/** The start of the program: it needs a new Node and a complete bundle, and names lines of its sources. */
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { type Cleanup, createTestFolder } from '../support/database/stores.ts'
import { NODE_FLAGS, ROOT } from '../support/programs/program.ts'

const ENTRY = 'dist/bin/watchkeeper.js'
const MAIN = 'dist/bin/main.js'

/** Creates an installation whose bundle is one module. */
function install(t: Cleanup, { engine = '>=24.7', main = '' }): string {
  const folder = createTestFolder(t)
  mkdirSync(join(folder, 'dist/bin'), { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module', engines: { node: engine } }))
  writeFileSync(join(folder, MAIN), main)
  copyFileSync(join(ROOT, ENTRY), join(folder, ENTRY))
  return folder
}

function run(folder: string) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...NODE_FLAGS, join(folder, ENTRY)], {
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

const print = (what: string): string => `export const runProgram = () => process.stdout.write(String(${what}))`

test('the program runs without the TypeScript translator of Node', (t) => {
  const folder = install(t, { main: print("process.moduleLoadList.some((name) => name.includes('amaro'))") })
  assert.deepEqual(run(folder), { status: 0, stdout: 'false', stderr: '' })
})

test('a Node that is too old is refused in one sentence', (t) => {
  assert.deepEqual(run(install(t, { engine: '>=999.1', main: print('1') })), {
    status: 78,
    stdout: '',
    stderr: `watchkeeper: Node 999.1 or later is needed, and this is ${process.versions.node}: install a newer Node.\n`,
  })
})

test('an installation with missing or damaged files is refused in one sentence', (t) => {
  const damages: ((folder: string) => void)[] = [
    (folder) => rmSync(join(folder, 'package.json')),
    (folder) => rmSync(join(folder, MAIN)),
    (folder) => truncateSync(join(folder, MAIN), 30),
    (folder) => writeFileSync(join(folder, MAIN), "import './missing.js'"),
    (folder) => writeFileSync(join(folder, MAIN), "export const runProgram = () => import('./missing.js')"),
  ]
  for (const damage of damages) {
    const folder = install(t, { main: print('1') })
    damage(folder)
    const { status, stdout, stderr } = run(folder)
    assert.deepEqual([status, stdout], [78, ''], stderr)
    assert.match(stderr, /^watchkeeper: The files in \S+ are not complete: install Watchkeeper again\. .*\n$/)
  }
})

test('an error of the program itself keeps its stack', (t) => {
  const { status, stderr } = run(install(t, { main: "export const runProgram = () => { throw new Error('broken') }" }))
  assert.equal(status, 1)
  assert.match(stderr, /Error: broken\n {4}at runProgram/)
})

test('a stack trace of the bundle names lines of the sources', () => {
  const failing = `const { runProgram } = await import(${JSON.stringify(join(ROOT, MAIN))})
await runProgram(null).catch((error) => process.stdout.write(error.stack))`
  const trace = execFileSync(process.execPath, [...NODE_FLAGS, '--input-type=module', '-e', failing], {
    encoding: 'utf8',
  })
  assert.match(trace, /src\/bin\/main\.ts:\d+/)
})
