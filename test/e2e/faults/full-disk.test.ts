/** Commands on a full disk: each ends with one readable line. Child processes inherit the limit. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { openStore } from '../../../src/store/platform/store.ts'
import { createFileSizeLimit } from '../../support/database/file-size-limit.ts'
import { createTestFolder } from '../../support/database/stores.ts'
import { insertRows } from '../../support/database/tables.ts'
import { runProgram } from '../../support/programs/program.ts'

const LIMIT = /Cannot write to .*: the file would exceed the maximum file size/

test('a start on a full disk is refused with a readable message', async (t) => {
  const folder = join(createTestFolder(t), 'data')
  const limit = createFileSizeLimit(t)
  limit.set(0)
  const { code, stderr } = await runProgram(['serve'], { WK_DATA_DIR: folder, WK_PORT: '0', WK_LOCAL_PROBE: 'off' })
  limit.clear()
  assert.equal(code, 78)
  assert.match(stderr, LIMIT)
  assert.equal(stderr.trim().split('\n').length, 1)
})

test('a start on a disk that fills up while tables are created is refused with a readable message', async (t) => {
  const folder = join(createTestFolder(t), 'data')
  const limit = createFileSizeLimit(t)
  limit.set(16_384)
  const { code, stderr } = await runProgram(['migrate'], { WK_DATA_DIR: folder })
  limit.clear()
  assert.equal(code, 1)
  assert.match(stderr, /Cannot write to .*watchkeeper\.db: disk I\/O error\./) // other files may still grow
})

test('a backup onto a full disk is refused with a readable message and leaves no file', async (t) => {
  const folder = createTestFolder(t)
  const env = { WK_DATA_DIR: join(folder, 'data') }
  assert.equal((await runProgram(['migrate'], env)).code, 0)
  const store = openStore({ file: join(env.WK_DATA_DIR, 'watchkeeper.db') })
  const name = randomBytes(300_000).toString('base64')
  const user = {
    id: 'u',
    email: 'alice@example.com',
    name,
    password_hash: '',
    is_instance_admin: 0,
    created_at: 0,
  } as const
  await store.transact((tx) => insertRows(tx, 'users', { ...user, updated_at: 0 }))
  await store.close()
  const limit = createFileSizeLimit(t)
  limit.set(100_000)
  const { code, stderr } = await runProgram(['backup', join(folder, 'all.backup')], env)
  limit.clear()
  assert.equal(code, 1)
  assert.match(stderr, LIMIT)
  assert.deepEqual(readdirSync(folder), ['data'])
})
