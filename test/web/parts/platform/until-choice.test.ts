import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import {
  findUntilProblem,
  formatLocalInput,
  listUntilChoices,
  parseLocalInput,
} from '../../../../web/src/parts/platform/until/until-choice.ts'

const DAY_MS = 86_400_000
const { TZ } = process.env
after(() => {
  if (TZ === undefined) delete process.env.TZ
  else process.env.TZ = TZ
})

/** Local times in the zone of the process, which `TZ` sets. */
const listEnds = (zone: string, now: string): string[] => {
  process.env.TZ = zone
  return listUntilChoices(Date.parse(now)).map(({ at }) => new Date(at).toISOString())
}

test('the offered ends are in one hour, in eight hours and tomorrow at 8:00 local time', () => {
  assert.deepEqual(listEnds('America/New_York', '2026-01-31T23:30:10Z'), [
    '2026-02-01T00:30:10.000Z',
    '2026-02-01T07:30:10.000Z',
    '2026-02-01T13:00:00.000Z',
  ])
  assert.equal(listEnds('Asia/Kathmandu', '2026-01-31T23:30:00Z')[2], '2026-02-02T02:15:00.000Z')
})

test('tomorrow at 8:00 is 8:00 also when the clock changes in the night', () => {
  assert.equal(listEnds('Europe/Berlin', '2026-03-28T21:00:00Z')[2], '2026-03-29T06:00:00.000Z')
  assert.equal(listEnds('Europe/Berlin', '2026-10-24T20:00:00Z')[2], '2026-10-25T07:00:00.000Z')
})

test('a local time is shown and parsed in the zone of the browser', () => {
  process.env.TZ = 'Europe/Berlin'
  assert.equal(formatLocalInput(Date.parse('2026-07-01T22:05:59Z')), '2026-07-02T00:05')
  assert.equal(parseLocalInput('2026-07-02T00:05'), Date.parse('2026-07-01T22:05:00Z'))
  for (const value of ['', '2026-07-02', '2026-13-02T00:05', 'soon']) assert.equal(parseLocalInput(value), null)
})

test('an end is refused when it is missing, not in the future, or later than the maximum', () => {
  assert.equal(findUntilProblem(null, 0, DAY_MS), 'missing')
  assert.equal(findUntilProblem(5, 5, DAY_MS), 'past')
  assert.equal(findUntilProblem(6, 5, DAY_MS), null)
  assert.equal(findUntilProblem(5 + DAY_MS, 5, DAY_MS), null)
  assert.equal(findUntilProblem(6 + DAY_MS, 5, DAY_MS), 'far')
})
