import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lockFile } from '../../../../src/store/platform/sqlite/file-lock.ts'
import { createTestFilePath, createTestFolder } from '../../../support/database/stores.ts'

test('a lock is granted once, and again after its release', (t) => {
  const file = createTestFilePath(t)
  const release = lockFile(file)
  assert.ok(release)
  assert.equal(lockFile(file), null)
  release()
  const again = lockFile(file)
  assert.ok(again)
  again()
})

test('a lock file that cannot be created is an error, not a held lock', (t) => {
  assert.throws(() => lockFile(createTestFolder(t)))
})
