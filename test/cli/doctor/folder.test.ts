import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { inspectFolder, judgeDisk } from '../../../src/cli/doctor/folder.ts'
import { inspectSecret } from '../../../src/cli/doctor/secret.ts'
import { lockFile } from '../../../src/store/platform/sqlite/file-lock.ts'
import { createTestFolder } from '../../support/database/stores.ts'
import { complaintsOf, linesOf } from './findings.ts'

const EXT4 = 0xef53

test('a missing folder passes if it can be created', async (t) => {
  const folder = createTestFolder(t)
  const there = await inspectFolder({ dataDir: join(folder, 'a/b'), holdsDatabase: true })
  assert.deepEqual(linesOf(there), [`ok Data folder: ${folder}/a/b will be created on first start`])
  writeFileSync(join(folder, 'file'), '')
  const below = await inspectFolder({ dataDir: join(folder, 'file/data'), holdsDatabase: true })
  assert.match(complaintsOf(below)[0]!, /^failure: .*\/file is a file → As root: install -d -m 700/)
  const itself = await inspectFolder({ dataDir: join(folder, 'file'), holdsDatabase: true })
  assert.match(complaintsOf(itself)[0]!, /^failure: .* is a file/)
})

test('a folder or key that other users can read is reported with the command', async (t) => {
  const dataDir = createTestFolder(t)
  const look = async () => complaintsOf(await inspectFolder({ dataDir, holdsDatabase: true }))
  assert.deepEqual(await look(), [])
  chmodSync(dataDir, 0o755)
  writeFileSync(join(dataDir, 'session.key'), 'x', { mode: 0o600 })
  assert.deepEqual(await look(), [`warning: other users of this machine can read ${dataDir} → chmod 700 ${dataDir}`])
  chmodSync(join(dataDir, 'session.key'), 0o644)
  assert.match((await look())[0]!, /can read .*session.key → chmod 700 .* && chmod 600 .*session.key$/)
  assert.match(complaintsOf(inspectSecret({ given: null, dataDir, isShared: false }))[0]!, /chmod 600/)
})

test('a running server is reported and not disturbed', async (t) => {
  const dataDir = createTestFolder(t)
  const look = async () => linesOf(await inspectFolder({ dataDir, holdsDatabase: true })).at(-1)
  assert.match((await look())!, /no server has used/)
  const release = lockFile(join(dataDir, 'serve.lock'))!
  assert.match((await look())!, /a server is running from/)
  release()
  assert.match((await look())!, /no server is running from /)
  lockFile(join(dataDir, 'serve.lock'))!()
})

test('a full disk, missing inodes and a network file system are reported', () => {
  const disk = { free: 5e9, filesLeft: 1_000, type: EXT4 }
  assert.deepEqual(complaintsOf(judgeDisk(disk, true)), [])
  assert.match(complaintsOf(judgeDisk({ ...disk, free: 5e8 }, true))[0]!, /^warning: 0.5 GB/)
  assert.match(complaintsOf(judgeDisk({ ...disk, free: 1e6 }, true))[0]!, /^failure: 0.0 GB/)
  assert.match(complaintsOf(judgeDisk({ ...disk, filesLeft: 3 }, true))[0]!, /inodes/)
  assert.deepEqual(complaintsOf(judgeDisk({ ...disk, filesLeft: null }, true)), [])
  assert.match(complaintsOf(judgeDisk({ ...disk, type: 0x6969 }, true))[0]!, /^failure: the folder is on NFS/)
  assert.deepEqual(complaintsOf(judgeDisk({ ...disk, type: 0x6969 }, false)), [])
})

test('a secret must be long, varied and the same on all servers', (t) => {
  const dataDir = createTestFolder(t)
  const look = (given: string | null, isShared = false) => complaintsOf(inspectSecret({ given, dataDir, isShared }))
  assert.deepEqual(look('0f3a9c5be7d1482660cf3a9c5be7d148'), [])
  assert.match(look('a'.repeat(40))[0]!, /easy to guess/)
  assert.doesNotMatch(look('a'.repeat(40))[0]!, /aaaa/)
  assert.deepEqual(look(null), [])
  mkdirSync(join(dataDir, 'x'))
  assert.match(look(null, true)[0]!, /^warning: WK_SECRET is not set.*openssl rand -hex 32/)
})
