import assert from 'node:assert/strict'
import { test } from 'node:test'
import ical, { type VEvent } from 'node-ical'
import { DAY_MS, HOUR_MS, SECOND_MS } from '../../../src/core/platform/time/time.ts'
import type { PublicOccurrence } from '../../../src/core/status-pages/public-maintenance.ts'
import {
  type CalendarSource,
  loadCalendars,
  renderCalendar,
} from '../../../src/pages/status-page/maintenance-calendar.ts'
import { MONDAY } from '../../support/time/clock.ts'

const WORK: PublicOccurrence = {
  key: 'bbbb000000000001',
  title: 'Upgrade; part 1, of the database — größer\\',
  description: 'It takes an hour.\nNothing, really; is lost.\u0007',
  status: 'scheduled',
  startsAt: MONDAY + DAY_MS,
  endsAt: MONDAY + DAY_MS + HOUR_MS,
  components: ['Shop', 'API'],
  announcedAt: MONDAY,
  createdAt: MONDAY,
  updatedAt: MONDAY + 90 * SECOND_MS,
  changedAt: MONDAY + 90 * SECOND_MS,
}
const SOURCE = { pageName: 'Shop & Co', url: 'https://status.example.com', occurrences: [WORK] }

const render = async (source: CalendarSource) => renderCalendar(await loadCalendars(), source)

const eventsOf = (text: string): VEvent[] =>
  Object.values(ical.sync.parseICS(text)).filter((part): part is VEvent => part?.type === 'VEVENT')

test('a calendar parser reads the original values', async () => {
  const text = await render(SOURCE)
  const [event, ...others] = eventsOf(text)
  assert.equal(others.length, 0)
  assert.equal(event!.summary, WORK.title)
  assert.equal(event!.description, 'It takes an hour.\nNothing, really; is lost.\n\nAffected: Shop, API.')
  assert.deepEqual([event!.start.getTime(), event!.end?.getTime()], [WORK.startsAt, WORK.endsAt])
  assert.equal(event!.dtstamp.getTime(), WORK.updatedAt)
  assert.equal(event!.sequence, 90)
  assert.equal(event!.transparency, 'TRANSPARENT')
  assert.match(text, /\r\nX-WR-CALNAME:Shop & Co maintenance\r\n/)
  assert.match(text, /\r\nREFRESH-INTERVAL;VALUE=DURATION:PT1H\r\n/)
})

test('every line of a calendar is short, ends with CRLF and contains no forbidden character', async () => {
  const works = [{ ...WORK, title: 'ä'.repeat(200), description: '🚀'.repeat(200) }]
  const text = await render({ ...SOURCE, occurrences: works })
  assert.match(text, /^BEGIN:VCALENDAR\r\n.*\r\nEND:VCALENDAR\r\n$/s)
  for (const line of text.split('\r\n')) {
    assert.ok(Buffer.byteLength(line) <= 75, line)
    assert.doesNotMatch(line, /\p{Cc}/u)
    assert.ok(line.isWellFormed())
  }
  assert.equal(eventsOf(text)[0]!.summary, 'ä'.repeat(200))
})

test('every occurrence is an event with a stable unique ID', async () => {
  const second = { ...WORK, key: 'second', startsAt: WORK.startsAt + DAY_MS, endsAt: WORK.endsAt + DAY_MS }
  const before = eventsOf(await render({ ...SOURCE, occurrences: [WORK, second] }))
  const [after] = eventsOf(
    await render({ ...SOURCE, occurrences: [{ ...WORK, title: 'Moved', endsAt: WORK.endsAt + 1 }] }),
  )
  assert.equal(after!.uid, before[0]!.uid)
  assert.notEqual(before[0]!.uid, before[1]!.uid)
})

test('a calendar without events is valid', async () => {
  const text = await render({ ...SOURCE, occurrences: [] })
  assert.deepEqual(eventsOf(text), [])
  assert.match(text, /^BEGIN:VCALENDAR\r\nVERSION:2\.0\r\n/)
})
