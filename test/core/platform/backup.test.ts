import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  BACKUP_FORMAT,
  type BackupHeader,
  computeRestoredEpoch,
  computeRestoredRevision,
  findRefusal,
  selectTables,
} from '../../../src/core/platform/database/backup.ts'
import { MINUTE_MS } from '../../../src/core/platform/time/time.ts'

const KNOWN = [
  { version: 1, name: 'coats' },
  { version: 2, name: 'hats' },
]

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

test('a backup of this schema or an older one can be restored, and a newer or different one cannot', () => {
  assert.equal(findRefusal(header({}), KNOWN), null)
  assert.equal(findRefusal(header({ schema: KNOWN[0]! }), KNOWN), null)
  assert.match(findRefusal(header({ schema: { version: 3, name: 'shoes' } }), KNOWN)!, /newer.*Restore it with that/)
  assert.match(findRefusal(header({ schema: { version: 2, name: 'shoes' } }), KNOWN)!, /different build of Watchkeeper/)
  assert.match(findRefusal(header({ format: BACKUP_FORMAT + 1 }), KNOWN)!, /format 2 of Watchkeeper 9\.9\.9/)
})

test('an unlisted table is included, and large tables come last or are omitted', () => {
  const tables = ['results', 'shoes', 'sessions', 'result_days', 'monitors', 'failure_responses'].map((name) => ({
    name,
  }))
  const kept = (contents: BackupHeader['contents']) => selectTables(tables, contents).map(({ name }) => name)
  assert.deepEqual(kept('everything'), ['monitors', 'shoes', 'result_days', 'failure_responses', 'results'])
  assert.deepEqual(kept('without-results'), ['monitors', 'shoes', 'result_days'])
  assert.deepEqual(kept('without-history'), ['monitors', 'shoes'])
})

test('revisions and epochs after a restore exceed all earlier ones, also when the clock was set back', () => {
  const now = Date.UTC(2026, 0, 1)
  assert.ok(computeRestoredRevision(5, now) > 1_000_000_000)
  assert.ok(Number.isSafeInteger(computeRestoredRevision(5, Date.UTC(2200, 0, 1)) + 1_000_000_000))
  assert.equal(computeRestoredRevision(now * 2_000, now), now * 2_000 + 1)
  assert.equal(computeRestoredEpoch(7, now), now / MINUTE_MS)
  assert.equal(computeRestoredEpoch(now, now), now + 1)
  // The column has four bytes
  assert.ok(computeRestoredEpoch(7, Date.UTC(2200, 0, 1)) < 2 ** 31)
})
