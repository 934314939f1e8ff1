import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Comment, refuseChange } from '../../../src/core/incidents/incident-change.ts'
import { MINUTE_MS } from '../../../src/core/platform/time/time.ts'

const COMMENT: Comment = {
  id: 'c',
  incidentId: 'i',
  userId: 'alice',
  userName: 'Alice',
  userEmail: 'alice@example.test',
  text: 'Looking into it',
  isInternal: false,
  createdAt: 1_000,
  updatedAt: 1_000,
  deletedAt: null,
}
const codeOf = (over: Partial<Comment>, by = 'alice', at = 1_000) => refuseChange({ ...COMMENT, ...over }, by, at)?.code

test('an author may change a comment for 15 minutes, including the last millisecond', () => {
  const end = 1_000 + 15 * MINUTE_MS
  assert.deepEqual([codeOf({}), codeOf({}, 'alice', end)], [undefined, undefined])
  assert.equal(codeOf({}, 'alice', end + 1), 'VALIDATION_ERROR')
})

test('the check of the author precedes all other checks', () => {
  assert.equal(codeOf({ deletedAt: 2_000 }, 'bob', 1e12), 'FORBIDDEN')
  assert.equal(codeOf({ userId: null }), 'FORBIDDEN')
})

test('a deleted comment cannot be changed', () => {
  assert.equal(codeOf({ deletedAt: 1_000 }), 'VALIDATION_ERROR')
})
