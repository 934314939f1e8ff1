import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  BACKUP_FORMAT,
  type BackupHeader,
  refusalOf,
  restoredEpoch,
  restoredRevision,
  tablesToKeep,
} from '../../../src/core/platform/backup.ts'
import { INITIAL_SCHEMA } from '../../../src/core/platform/schema-adoption.ts'
import { MINUTE_MS } from '../../../src/core/platform/time/time.ts'

const KNOWN = [INITIAL_SCHEMA, { version: 2, name: 'hats' }]

const header = (over: Partial<BackupHeader>): BackupHeader => ({
  format: BACKUP_FORMAT,
  program: '9.9.9',
  schema: KNOWN[1]!,
  database: 'sqlite',
  takenAt: 0,
  contents: 'everything',
  secretMark: null,
  ...over,
})

test('a backup of this schema or an older one is taken back, a newer or strange one is not', () => {
  assert.equal(refusalOf(header({}), KNOWN), null)
  assert.equal(refusalOf(header({ schema: KNOWN[0]! }), KNOWN), null)
  assert.match(refusalOf(header({ schema: { version: 3, name: 'shoes' } }), KNOWN)!, /newer.*Restore it with that/)
  assert.match(refusalOf(header({ schema: { version: 2, name: 'shoes' } }), KNOWN)!, /another Watchkeeper/)
  assert.match(refusalOf(header({ format: BACKUP_FORMAT + 1 }), KNOWN)!, /format 2, of Watchkeeper 9\.9\.9/)
})

test('a backup from before the first release is taken back when it has all migrations', () => {
  const known = [INITIAL_SCHEMA]
  assert.equal(refusalOf(header({ schema: { version: 36, name: 'claims' } }), known), null)
  for (const schema of [
    { version: 1, name: 'initial' },
    { version: 35, name: 'evidence' },
  ])
    assert.match(refusalOf(header({ schema }), known)!, /from before the first release\. .* make a new backup there/)
})

test('a table that nobody named is kept; what is large comes last, or not at all', () => {
  const tables = ['results', 'shoes', 'sessions', 'result_days', 'monitors', 'kept_responses'].map((name) => ({ name }))
  const kept = (contents: BackupHeader['contents']) => tablesToKeep(tables, contents).map(({ name }) => name)
  assert.deepEqual(kept('everything'), ['monitors', 'shoes', 'result_days', 'kept_responses', 'results'])
  assert.deepEqual(kept('without-results'), ['monitors', 'shoes', 'result_days'])
  assert.deepEqual(kept('without-history'), ['monitors', 'shoes'])
})

test('revisions and epochs after a restore are beyond those of before, also when the clock was set back', () => {
  const now = Date.UTC(2026, 0, 1)
  assert.ok(restoredRevision(5, now) > 1_000_000_000)
  assert.ok(Number.isSafeInteger(restoredRevision(5, Date.UTC(2200, 0, 1)) + 1_000_000_000))
  assert.equal(restoredRevision(now * 2_000, now), now * 2_000 + 1)
  assert.equal(restoredEpoch(7, now), now / MINUTE_MS)
  assert.equal(restoredEpoch(now, now), now + 1)
  // A column of four bytes
  assert.ok(restoredEpoch(7, Date.UTC(2200, 0, 1)) < 2 ** 31)
})
