/** The check for missing requirements prints one sentence with a fix. It runs on the Node version that runs npm. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { createTestFolder } from '../support/database/stores.ts'

const ROOT = join(import.meta.dirname, '../..')
const CHECK = join(ROOT, 'src/bin/requirements.cjs')

/** Runs the check with a shell script as `node`, or without one. */
function check(t: TestContext, script: string | null) {
  const folder = createTestFolder(t)
  if (script !== null) writeFileSync(join(folder, 'node'), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  const { status, stderr } = spawnSync(process.execPath, [CHECK], { env: { PATH: folder }, encoding: 'utf8' })
  return { status, said: stderr.trim() }
}

/** The linker error of Debian 13. */
const lacks = (library: string): string =>
  `echo 'node: error while loading shared libraries: ${library}: cannot open shared object file: No such file or directory' >&2; exit 127`

test('a missing library is reported with its package', (t) => {
  const { status, said } = check(t, lacks('libatomic.so.1'))
  assert.equal(status, 1)
  assert.equal(
    said,
    'Watchkeeper needs the library libatomic.so.1: apt-get install libatomic1 (Debian, Ubuntu), or the package of your ' +
      'system that has it, then run npm ci again.',
  )
  assert.match(
    check(t, lacks('libother.so.2')).said,
    /^Watchkeeper needs the library libother\.so\.2: install it, then/,
  )
})

test('an old Node instead of the one from npm ci is refused in one sentence', (t) => {
  const { status, said } = check(t, 'echo v20.19.2')
  assert.equal(status, 1)
  assert.match(check(t, 'echo v24.6.0').said, /^Watchkeeper runs on Node 24\.7 or later, and this is v24\.6\.0/)
  assert.match(
    said,
    /^Watchkeeper runs on Node 24\.7 or later, and this is v20\.19\.2: run npm ci in this folder, [^\n]+$/,
  )
})

test('a Node that cannot be started is reported with its reason', (t) => {
  assert.match(check(t, null).said, /^Node cannot be started: .*ENOENT/)
  assert.equal(check(t, 'echo "wrong machine" >&2; exit 126').said, 'Node cannot be started: wrong machine.')
  assert.equal(check(t, 'exit 3').said, 'Node cannot be started: it ended with 3.')
})

test('a sufficient Node passes without output', (t) => {
  assert.deepEqual(check(t, 'echo v24.7.0'), { status: 0, said: '' })
  assert.deepEqual(check(t, 'echo v26.10.0'), { status: 0, said: '' })
})

test('npm ci on an unsupported Node fails and lists the supported versions', (t) => {
  const folder = createTestFolder(t)
  const as = (version: string) => {
    // The version that the process reports
    const preload = join(folder, 'version.cjs')
    writeFileSync(preload, `Object.defineProperty(process, 'versions', { value: { node: '${version}' } })`)
    writeFileSync(join(folder, 'node'), '#!/bin/sh\necho v26.10.0\n', { mode: 0o755 })
    const args = ['--require', preload, CHECK, 'install']
    return spawnSync(process.execPath, args, { env: { PATH: folder }, encoding: 'utf8' }).stderr.trim()
  }
  for (const version of ['18.20.4', '20.18.3', '21.7.3', '22.11.0'])
    assert.match(as(version), new RegExp(`^npm ci needs Node 20\\.19, 22\\.12 or newer, and this is ${version}: `))
  for (const version of ['20.19.2', '22.12.0', '24.0.0', '26.10.0']) assert.equal(as(version), '')
})

test('npm runs the check with its own Node before a build and before a start', () => {
  const { scripts, optionalDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const check = '"$npm_node_execpath" src/bin/requirements.cjs'
  assert.equal(scripts.prestart, check)
  assert.ok(scripts.prepare.startsWith(`${check} install && `))
  // Its install script runs on the Node that may fail to start. It fails without ending npm ci, which lets the check
  // run
  assert.ok(optionalDependencies.koffi)
})

test('the check uses no syntax that an old Node cannot parse', () => {
  const code = readFileSync(CHECK, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')
  assert.doesNotMatch(code, /\?\.|\?\?|=>\s*\{?\s*await|\bimport\b|#\w+\s*[(=]|\d_\d/)
})
