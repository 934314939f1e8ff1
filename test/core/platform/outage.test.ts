import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type DatabaseTrouble, Outage } from '../../../src/core/platform/database/database-trouble.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../src/core/platform/time/time.ts'

/**
 * Fails twice a second.
 *
 * @returns the reports, by the second in which they were made
 */
function fail(outage: Outage, trouble: DatabaseTrouble, from: number, until: number): [number, string][] {
  const reports: [number, string][] = []
  for (let at = from; at < until; at += SECOND_MS / 2) {
    const news = outage.recordFailure(trouble, at)
    if (news) reports.push([at / SECOND_MS, news.kind])
  }
  return reports
}

test('an outage of 82 seconds causes three reports', () => {
  const outage = new Outage()
  assert.deepEqual(fail(outage, 'away', 0, 82 * SECOND_MS), [
    [0, 'began'],
    [60, 'lasts'],
  ])
  assert.deepEqual(outage.recordSuccess(82 * SECOND_MS), { kind: 'ended', trouble: 'away', durationMs: 82 * SECOND_MS })
  assert.equal(outage.trouble, null)
  assert.equal(outage.recordSuccess(83 * SECOND_MS), null)
})

test('reports of a long outage come at doubling intervals, at most an hour apart', () => {
  const outage = new Outage()
  const minutes = fail(outage, 'away', 0, 6 * HOUR_MS).map(([second]) => second / 60)
  assert.deepEqual(minutes, [0, 1, 3, 7, 15, 31, 63, 123, 183, 243, 303])
})

test('an intermittent outage is reported as rarely as a continuous one', () => {
  const outage = new Outage()
  let reports = 0
  for (let at = 0; at < HOUR_MS; at += SECOND_MS) {
    if (outage.recordFailure('away', at)) reports++
    if (outage.recordSuccess(at + SECOND_MS / 2)) reports++
  }
  assert.ok(reports <= 12, `${reports} reports`)
})

test('another outage after a quiet interval is reported at once', () => {
  const outage = new Outage()
  outage.recordFailure('away', 0)
  outage.recordSuccess(SECOND_MS)
  assert.equal(outage.recordFailure('away', 2 * SECOND_MS), null)
  outage.recordSuccess(3 * SECOND_MS)
  assert.equal(outage.recordFailure('away', 2 * MINUTE_MS)?.kind, 'began')
})

test('a different trouble during an outage is reported at once', () => {
  const outage = new Outage()
  outage.recordFailure('away', 0)
  assert.deepEqual(outage.recordFailure('full', SECOND_MS), { kind: 'began', trouble: 'full', durationMs: SECOND_MS })
  assert.equal(outage.recordFailure('full', 2 * SECOND_MS), null)
})

test('a small write that succeeds on a full disk does not end the outage of larger writes', () => {
  const outage = new Outage()
  outage.recordFailure('full', 0)
  assert.equal(outage.recordSuccess(4_999), null)
  assert.equal(outage.trouble, 'full')
  assert.equal(outage.recordSuccess(5_000)?.kind, 'ended')
})
