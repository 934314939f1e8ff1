import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeCounts } from '../../../web/src/app/incident-counts.ts'
import { acknowledge } from '../../../web/src/text/en/acknowledge.ts'

const describe = (open: number, acknowledged: number) =>
  describeCounts({ open, acknowledged }, acknowledge.counts, String)

test('an acknowledged incident is counted beside the open incidents, not among them', () => {
  assert.equal(describe(9, 2), '9 open, 2 acknowledged')
  assert.equal(describe(9, 0), '9 open')
})
