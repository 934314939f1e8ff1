import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { StartError } from '../../src/core/platform/errors.ts'
import { getCurrentSecret, listSecrets } from '../../src/core/platform/sealing/service-secret.ts'
import { createDataDir, getDatabaseFile, loadSecret, lockDataDir, restrictFiles } from '../../src/runtime/data-dir.ts'
import { migrate } from '../../src/store/migrations/migrate.ts'
import { openStore } from '../../src/store/platform/store.ts'
import { createTestFolder } from '../support/database/stores.ts'

test('the session key is created once, and only its owner can read it', (t) => {
  const folder = createTestFolder(t)
  const key = getCurrentSecret(loadSecret(null, folder))
  assert.equal(key.length, 32)
  assert.deepEqual(getCurrentSecret(loadSecret(null, folder)), key)
  assert.equal(statSync(join(folder, 'session.key')).mode & 0o777, 0o600)
  assert.notDeepEqual(getCurrentSecret(loadSecret(null, createTestFolder(t))), key)
})

test('a given secret is used instead of the key file', (t) => {
  assert.equal(
    Buffer.from(getCurrentSecret(loadSecret('x'.repeat(40), createTestFolder(t)))).toString(),
    'x'.repeat(40),
  )
})

test('the former secret and an older key file still open their data', (t) => {
  const folder = createTestFolder(t)
  const file = getCurrentSecret(loadSecret(null, folder))
  const words = (secret: Uint8Array) => Buffer.from(secret).toString('latin1')
  const secrets = listSecrets(loadSecret('new'.repeat(20), folder, 'old'.repeat(20)))
  assert.deepEqual(secrets.map(words), ['new'.repeat(20), 'old'.repeat(20), words(file)])
  assert.deepEqual(listSecrets(loadSecret(null, folder, 'old'.repeat(20))).map(words), [words(file), 'old'.repeat(20)])
})

test('an invalid key file is reported and not used', (t) => {
  const folder = createTestFolder(t)
  writeFileSync(join(folder, 'session.key'), 'hello')
  assert.throws(() => loadSecret(null, folder), StartError)
  assert.equal(readFileSync(join(folder, 'session.key'), 'utf8'), 'hello')
})

test('a data folder that cannot be created is reported in one line with advice', (t) => {
  const file = join(createTestFolder(t), 'file')
  writeFileSync(file, '')
  const expected = {
    name: 'StartError',
    message: /Cannot write to .*: part of the path is a file\. Fix the problem, or set WK_DATA_DIR/,
  }
  assert.throws(() => createDataDir(join(file, 'data')), expected)
  assert.throws(() => createDataDir(file), { name: 'StartError', message: /it is a file/ })
})

test('a data folder has one process, and is free when that process ends', async (t) => {
  const folder = createTestFolder(t)
  const script = `const { lockDataDir } = await import(${JSON.stringify(join(import.meta.dirname, '../../src/runtime/data-dir.ts'))})
    lockDataDir(process.argv[1]); process.stdout.write('locked'); setInterval(() => {}, 60_000)`
  const other = spawn(process.execPath, ['--input-type=module', '-e', script, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  t.after(() => other.kill('SIGKILL'))
  await once(other.stdout, 'data')
  assert.throws(() => lockDataDir(folder), { name: 'StartError', message: /Another Watchkeeper server is using/ })
  other.kill('SIGKILL')
  await once(other, 'exit')
  lockDataDir(folder)()
  lockDataDir(folder)()
})

test('a folder that cannot be created is refused without hanging', {
  skip: process.platform !== 'linux',
}, () => {
  assert.throws(() => createDataDir('/proc/watchkeeper/data'), StartError)
})

test('files of a new database are private, even with an open folder and umask', async (t) => {
  const folder = createTestFolder(t)
  chmodSync(folder, 0o755)
  const umask = process.umask(0o022)
  t.after(() => process.umask(umask))
  const unlock = lockDataDir(folder)
  const store = openStore({ file: getDatabaseFile(folder) })
  await migrate(store, 0)
  const modes = readdirSync(folder).map((name) => [name, statSync(join(folder, name)).mode & 0o777])
  await store.close()
  unlock()
  assert.ok(modes.length >= 4)
  assert.deepEqual(
    modes.filter(([, mode]) => mode !== 0o600),
    [],
  )
})

test('a start removes the permissions of other users from existing files', (t) => {
  const folder = createTestFolder(t)
  for (const name of ['watchkeeper.db', 'session.key']) writeFileSync(join(folder, name), '', { mode: 0o644 })
  assert.deepEqual(restrictFiles(folder), [])
  for (const name of ['watchkeeper.db', 'session.key'])
    assert.equal(statSync(join(folder, name)).mode & 0o777, 0o600, name)
})
