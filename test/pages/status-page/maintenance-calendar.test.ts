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

test('names with line breaks and separators begin no other line', async () => {
  const name = 'Shop\r\nX-INJ:1\nX-INJ:2\rX-INJ:3\u0085X-INJ:4\u2028X-INJ:5; a, b\\'
  const text = await render({ ...SOURCE, pageName: name, occurrences: [{ ...WORK, title: name, description: name }] })
  assert.doesNotMatch(text, /[\r\n\u0085\u2028]X-INJ/)
  const unfolded = text.replaceAll('\r\n ', '')
  const escaped = 'Shop X-INJ:1 X-INJ:2 X-INJ:3 X-INJ:4 X-INJ:5\\; a\\, b\\\\ maintenance'
  assert.ok(unfolded.includes(`\r\nNAME:${escaped}\r\nX-WR-CALNAME:${escaped}\r\n`), unfolded)
  assert.equal(eventsOf(text)[0]!.summary, 'Shop\nX-INJ:1\nX-INJ:2\nX-INJ:3\nX-INJ:4\nX-INJ:5; a, b\\')
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
