import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeDaysLeft } from '../../../../web/src/screens/monitor/cards/days-left.ts'
import { certificate as de } from '../../../../web/src/text/de/monitor-cards.ts'
import { certificate as en } from '../../../../web/src/text/en/monitor-cards.ts'

test('days after the end count only when they are complete', () => {
  assert.deepEqual(
    [14, 1, 0, -1, -2, -3].map((days) => describeDaysLeft(en, days)),
    [
      '14 days left',
      '1 day left',
      'expires in less than a day',
      'expired less than a day ago',
      'expired 1 day ago',
      'expired 2 days ago',
    ],
  )
  assert.equal(describeDaysLeft(de, -2), 'vor 1 Tag abgelaufen')
})
