import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { loadSecret, lockDataDir, makeDataDir } from '../../src/bin/data-dir.ts'
import { StartError } from '../../src/bin/start-error.ts'
import { testFolder } from '../support/stores.ts'

test('the key that signs sessions is made once and only its owner may read it', (t) => {
  const folder = testFolder(t)
  const key = loadSecret(null, folder)
  assert.equal(key.length, 32)
  assert.deepEqual(loadSecret(null, folder), key)
  assert.equal(statSync(join(folder, 'session.key')).mode & 0o777, 0o600)
  assert.notDeepEqual(loadSecret(null, testFolder(t)), key)
})

test('a given secret is taken instead of the key file', (t) => {
  assert.equal(Buffer.from(loadSecret('x'.repeat(40), testFolder(t))).toString(), 'x'.repeat(40))
})

test('a key file that holds no key is told, not used', (t) => {
  const folder = testFolder(t)
  writeFileSync(join(folder, 'session.key'), 'hello')
  assert.throws(() => loadSecret(null, folder), StartError)
  assert.equal(readFileSync(join(folder, 'session.key'), 'utf8'), 'hello')
})

test('a data folder that cannot be made is told in one line with what to do', (t) => {
  const file = join(testFolder(t), 'file')
  writeFileSync(file, '')
  const expected = {
    name: 'StartError',
    message: /cannot be written: part of the path is a file\. Mend it, or set WK_DATA_DIR/,
  }
  assert.throws(() => makeDataDir(join(file, 'data')), expected)
  assert.throws(() => makeDataDir(file), { name: 'StartError', message: /it is a file/ })
})

test('a data folder serves one process, and is free again as soon as that has gone', async (t) => {
  const folder = testFolder(t)
  const script = `const { lockDataDir } = await import(${JSON.stringify(join(import.meta.dirname, '../../src/bin/data-dir.ts'))})
    lockDataDir(process.argv[1]); process.stdout.write('locked'); setInterval(() => {}, 60_000)`
  const other = spawn(process.execPath, ['--input-type=module', '-e', script, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  t.after(() => other.kill('SIGKILL'))
  await once(other.stdout, 'data')
  assert.throws(() => lockDataDir(folder), { name: 'StartError', message: /Another Watchkeeper serves from/ })
  other.kill('SIGKILL')
  await once(other, 'exit')
  lockDataDir(folder)()
  lockDataDir(folder)()
})

test('a folder where none can be made is refused, and the start does not hang', {
  skip: process.platform !== 'linux',
}, () => {
  assert.throws(() => makeDataDir('/proc/watchkeeper/data'), StartError)
})
