import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toNotice } from '../../../src/channels/notice/notice.ts'
import type { Notice } from '../../../src/channels/notice/notice-types.ts'
import { AFTER_MAINTENANCE } from '../../../src/core/evaluation/deferred.ts'
import type { Cause } from '../../../src/core/incidents/cause.ts'
import type { Incident } from '../../../src/core/incidents/incident.ts'
import type { IncidentUpdate } from '../../../src/core/incidents/incident-update.ts'
import { acknowledgeVia } from '../../../src/core/incidents/incident-update.ts'
import { addAnnotations, createUpdateEvent } from '../../../src/core/incidents/update-event.ts'
import { toGroupedEvent } from '../../../src/core/notifications/grouped-event.ts'
import { formatTimeText } from '../../../src/core/platform/time/time.ts'
import { createGroupedExample, EXAMPLES, findExample } from '../../support/api/example-events.ts'
import { createTestIncident, SHOP } from '../../support/factories/incidents.ts'

const BASE = 'https://watch.example.test'
const START = Date.parse('2026-01-05T12:00:00Z')

const noticeAfter = (over: Partial<IncidentUpdate>, incident: Partial<Incident> = {}): Notice =>
  toNotice(
    createUpdateEvent({
      kind: 'created',
      message: 'internal resolution note',
      fromStatus: null,
      author: null,
      isPublic: false,
      incident: createTestIncident({ startedAt: START, updatedAt: START + 90_000, ...incident }),
      ...over,
    }),
    BASE,
  )

const factsOf = ({ facts }: Notice): Record<string, string> => Object.fromEntries(facts)

const BOB = { id: 'bob', name: 'Bob' }
const OVER = { status: 'resolved', resolvedAt: START + 3_725_000, updatedAt: START + 3_725_000 } as const

test('an opened incident shows its problem, its target and its start', () => {
  assert.deepEqual(noticeAfter({}), {
    title: 'Down: Shop (https://shop.example.test/) since 12:00 UTC',
    mood: 'bad',
    note: '',
    text: 'no answer in 10000 ms',
    facts: [
      ['Monitor', 'Shop'],
      ['Target', 'https://shop.example.test/'],
      ['Problem', 'Timeout'],
      ['Severity', 'critical'],
      ['Regions', 'eu'],
      ['Failed checks', '2'],
      ['Started', '2026-01-05 12:00:00 UTC'],
    ],
    list: null,
    notes: '',
    runbookUrl: null,
    link: { label: 'View incident', url: `${BASE}/incidents/incident` },
    actions: [],
  })
})

test('an acknowledgement with the link of an alert names the notification target', () => {
  const { incident, message, author } = acknowledgeVia(
    createTestIncident(),
    { name: 'On-call phone', isUser: false },
    START,
  )
  const { title, facts } = noticeAfter({ kind: 'acknowledged', message, author }, incident)
  assert.match(title, /^Acknowledged via "On-call phone": Shop has been down since /)
  assert.ok(facts.some(([label, value]) => label === 'Acknowledged' && value.startsWith('via "On-call phone", ')))
})

const ANNOTATIONS = { notes: 'Runs on web-1.\r\n\u202eCall  the team.', runbookUrl: 'https://wiki.example.test/a?b=1' }

test('a notice has the notes of its monitor as plain lines, and the complete address of its runbook', () => {
  const event = addAnnotations(findExample('certificate.expiring'), ANNOTATIONS)
  const { notes, runbookUrl } = toNotice(event, BASE)
  assert.deepEqual([notes, runbookUrl], ['Runs on web-1.\nCall the team.', 'https://wiki.example.test/a?b=1'])
})

test('a grouped notice lists the runbook of each monitor, without notes', () => {
  const opened = findExample('incident.opened')
  const linked = addAnnotations(opened, { ...ANNOTATIONS, notes: null })
  const long = addAnnotations(opened, { notes: null, runbookUrl: `https://wiki.example.test/${'a'.repeat(200)}` })
  const grouped = toGroupedEvent(addAnnotations(opened, ANNOTATIONS), [linked, long], 3, [])
  assert.equal(JSON.stringify(grouped.data.alert_group).includes('web-1'), false)
  const notice = toNotice(grouped, BASE)
  assert.deepEqual([notice.notes, notice.runbookUrl], ['', null])
  const line = '"Shop": no answer in 10000 ms'
  const lineWithLink = `${line} https://wiki.example.test/a?b=1`
  assert.deepEqual(notice.list?.items, [lineWithLink, lineWithLink, line])
})

test('a reopened incident states that its monitor is flapping', () => {
  const flapping = 'The monitor is flapping: 5 changes between up and down within 4 min. It is currently down.'
  const { title, text } = noticeAfter({ kind: 'reopened', message: `down: 1 of 1 region. ${flapping}` })
  assert.equal(title, 'Down again: Shop (https://shop.example.test/) since 12:01 UTC, flapping')
  assert.equal(text, `no answer in 10000 ms\n\n${flapping}`)
})

test('each kind of update has a title with its result, and a mood', () => {
  const ack = { status: 'acknowledged', acknowledgedAt: START + 60_000, acknowledgedBy: BOB } as const
  const cases: [Partial<IncidentUpdate>, Partial<Incident>, title: string, mood: string][] = [
    [{ kind: 'acknowledged', author: BOB }, ack, 'Acknowledged by Bob: Shop has been down since 12:00 UTC', 'neutral'],
    [{ kind: 'comment_added' }, {}, 'Update: Shop has been down since 12:00 UTC', 'neutral'],
    [{ kind: 'comment_added', author: BOB }, OVER, 'Update by Bob: Shop was down for 1 h 2 min', 'neutral'],
    [
      { kind: 'status_changed', message: 'The monitor is flapping: 5 status changes within 4 min. Alerts are paused.' },
      {},
      'Shop is flapping: 5 status changes within 4 min',
      'neutral',
    ],
    [
      { kind: 'status_changed', message: 'The monitor is no longer flapping: down for 5 min. Alerts are sent again.' },
      {},
      'Shop is no longer flapping: down for 5 min',
      'neutral',
    ],
    [{ kind: 'status_changed', message: 'Manual check required' }, {}, 'Shop: Manual check required', 'neutral'],
    [{ kind: 'reopened' }, {}, 'Down again: Shop (https://shop.example.test/) since 12:01 UTC', 'bad'],
    [
      { kind: 'edited', eventOverride: { type: 'incident.reminder' } },
      {},
      'Down for 1 min 30 s: Shop (https://shop.example.test/)',
      'bad',
    ],
    [{ kind: 'resolved' }, OVER, 'Up: Shop (https://shop.example.test/), was down for 1 h 2 min', 'good'],
    [
      { kind: 'resolved', author: BOB },
      { ...OVER, resolvedBy: BOB },
      'Resolved by Bob: Shop was down for 1 h 2 min',
      'good',
    ],
    [
      { kind: 'resolved' },
      { ...OVER, monitor: { ...SHOP, status: 'paused' } },
      'Resolved: Shop was down for 1 h 2 min',
      'good',
    ],
    [
      {},
      { title: '"Shop" is slow', type: 'slow_response', severity: 'minor' },
      'Slow: Shop (https://shop.example.test/) since 12:00 UTC',
      'warning',
    ],
    [
      { kind: 'resolved' },
      { ...OVER, title: '"Shop" is slow' },
      'No longer slow: Shop (https://shop.example.test/), was slow for 1 h 2 min',
      'good',
    ],
    [{}, { title: 'Payments fail', source: 'manual' }, 'New incident: Payments fail, since 12:00 UTC', 'bad'],
    [{ kind: 'resolved' }, { ...OVER, title: 'Payments fail' }, 'Resolved after 1 h 2 min: Payments fail', 'good'],
    [{ kind: 'reopened' }, { title: 'Payments fail' }, 'Reopened: Payments fail', 'bad'],
  ]
  for (const [over, incident, title, mood] of cases) {
    const notice = noticeAfter(over, incident)
    assert.deepEqual([notice.title, notice.mood], [title, mood])
  }
})

test('a resolved incident shows its resolution note, its duration and who acknowledged it', () => {
  const notice = noticeAfter(
    { kind: 'resolved', author: BOB },
    { ...OVER, resolutionNote: 'New disk', resolvedBy: BOB, acknowledgedAt: START + 60_000, acknowledgedBy: BOB },
  )
  const { Error: error, Duration, Acknowledged, Ended, By } = factsOf(notice)
  assert.deepEqual(
    [notice.text, error, Duration, Acknowledged, Ended, By],
    [
      'New disk',
      'no answer in 10000 ms',
      '1 h 2 min',
      'by Bob, 2026-01-05 12:01:00 UTC',
      '2026-01-05 13:02:05 UTC',
      'Bob',
    ],
  )
  assert.equal(noticeAfter({ kind: 'resolved' }, OVER).text, 'internal resolution note')
})

test('a delayed alert gives the reason', () => {
  const message =
    'Alert delayed: alerts were held while the dependency "Router" was down; this monitor has not recovered with it'
  const { title, text } = noticeAfter({ kind: 'status_changed', message, eventOverride: { type: 'incident.opened' } })
  assert.deepEqual(
    [title, text],
    ['Down: Shop (https://shop.example.test/) since 12:00 UTC', `no answer in 10000 ms\n\n${message}`],
  )
  for (const kind of ['created', 'reopened'] as const) {
    const notice = noticeAfter({ kind, message: `down: 1 of 1 region; ${AFTER_MAINTENANCE}` })
    assert.match(
      notice.text,
      /^no answer in 10000 ms\n\nThe problem started during maintenance, when alerts are held, and was still there when it ended\.$/,
    )
  }
})

test('a reminder shows that the incident is not acknowledged, and an older start shows its date', () => {
  const notice = toNotice(findExample('incident.reminder'), BASE)
  assert.deepEqual([factsOf(notice).Acknowledged, factsOf(notice).Reminder], ['not yet', 'No. 2'])
  const nextDay = noticeAfter({ kind: 'edited' }, { updatedAt: START + 86_400_000 })
  assert.equal(nextDay.title, 'Update: Shop has been down since 2026-01-05 12:00 UTC')
})

test('a heartbeat is overdue or failed, has no target, and never shows its token', () => {
  const monitor = { ...SHOP, type: 'HEARTBEAT', target: 'the-secret-token' } as const
  const overdue = noticeAfter({}, { monitor })
  assert.equal(factsOf(overdue).Problem, 'Overdue')
  assert.equal(factsOf(noticeAfter({}, { monitor, type: 'status_code' })).Problem, 'Job failed')
  assert.ok(!JSON.stringify(overdue).includes('the-secret-token'))
})

test('keys in addresses are removed, and comments stay unchanged', () => {
  const monitor = { ...SHOP, target: 'https://shop.example.test/health?key=s3cret' }
  const errorMessage = 'too many redirects, the last to https://sso.example.test/?state=s3cret'
  const resolutionNote = 'up: https://shop.example.test/?k=s3cret answers'
  for (const kind of ['created', 'acknowledged', 'resolved', 'reopened'] as const) {
    const notice = noticeAfter({ kind, message: errorMessage }, { ...OVER, monitor, errorMessage, resolutionNote })
    assert.doesNotMatch(JSON.stringify(notice), /s3cret/)
  }
  const link = 'see https://wiki.example.test/?page=7'
  assert.equal(noticeAfter({ kind: 'comment_added', message: link, author: BOB }).text, link)
})

test('a name cannot add lines, change the text direction or exceed its length limit', () => {
  const name = `a\r\nBcc: x\u202e${'n'.repeat(500)}`
  const notice = noticeAfter({}, { title: `"${name}" is down`, monitor: { ...SHOP, name } })
  assert.match(notice.title, /^Down: a Bcc: xn+… \(https:\/\/shop\.example\.test\/\) since 12:00 UTC$/)
  const own = noticeAfter({}, { title: `Down\n${'x'.repeat(300)}` })
  assert.match(own.title, /^New incident: Down x+…, since 12:00 UTC$/)
  for (const value of [notice.title, own.title, ...notice.facts.flat()]) assert.doesNotMatch(value, /[\r\n\u202e]/)
})

test('an event for a fallback names the original target', () => {
  const { event } = EXAMPLES.find(({ event }) => event.data.fallback_for)!
  const expectedNote =
    'You receive this as the fallback for "On-call", which could not be notified: the receiver answered 410'
  assert.equal(toNotice(event, BASE).note, expectedNote)
})

test('every event type has a specific title', () => {
  const notices = EXAMPLES.map(({ event }) => toNotice(event, BASE))
  const first = EXAMPLES.findIndex(({ event }) => event.type === 'flapping.started')
  assert.deepEqual(
    notices.slice(first, first + 10).map(({ title, mood }) => [title, mood]),
    [
      ['Shop is flapping: 5 changes between up and down within 5 min', 'warning'],
      ['Shop is no longer flapping: up for 5 min', 'good'],
      ['The certificate of "Shop" expires in 14 days, on 2026-02-14', 'warning'],
      ['The domain example.com expires in 7 days, on 2026-02-07', 'warning'],
      ['Maintenance started: "Database upgrade", until 14:00 UTC', 'neutral'],
      ['Maintenance ended: "Database upgrade", after 2 h', 'neutral'],
      ['2 monitors are not checked: no probe is connected in region "Frankfurt"', 'warning'],
      ['Trouble of probes in region "Frankfurt" is over: 2 monitors were not checked for 25 min', 'good'],
      ['Quiet hours ended: 1 open and 1 resolved incidents', 'bad'],
      ['Test notification from Watchkeeper', 'neutral'],
    ],
  )
  for (const { title, text } of notices) assert.ok(title !== '' && text !== '')
})

const ENDS: [days: number, warningDays: number, at: string, title: string, mood: string][] = [
  [14, 14, '2026-01-31', 'The certificate of "Shop" expires in 14 days, on 2026-02-14', 'warning'],
  [1, 1, '2026-02-13', 'The certificate of "Shop" expires in 1 day, on 2026-02-14', 'warning'],
  [0, 1, '2026-02-14', 'The certificate of "Shop" expires in less than a day, on 2026-02-14', 'warning'],
  [0, 0, '2026-02-14', 'The certificate of "Shop" expired on 2026-02-14', 'bad'],
  [-1, 1, '2026-02-15', 'The certificate of "Shop" was due to expire on 2026-02-14', 'warning'],
]
for (const [days_remaining, warning_days, at, title, mood] of ENDS)
  test(`${days_remaining} days left with a warning of ${warning_days}: ${title}`, () => {
    const event = { ...findExample('certificate.expiring'), timestamp: `${at}T11:00:00.000Z` }
    const certificate = { ...event.data.certificate!, days_remaining, warning_days }
    const notice = toNotice({ ...event, data: { ...event.data, certificate } }, BASE)
    assert.deepEqual([notice.title, notice.mood], [title, mood])
  })

test('a warning about an authority names it, and advises another chain', () => {
  const event = findExample('certificate.expiring')
  const certificate = { ...event.data.certificate!, subject: 'CN=R1', is_authority: true }
  const notice = toNotice({ ...event, data: { ...event.data, certificate } }, BASE)
  assert.equal(notice.title, 'The certificate of "Shop" depends on an authority that expires in 14 days, on 2026-02-14')
  assert.match(notice.text, /Install a certificate of another authority/)
  assert.equal(factsOf(notice).Authority, 'CN=R1')
})

test('a renewal has a renewal title and no measured facts', () => {
  const title = 'The certificate of "Shop" expires in 7 days'
  const resolutionNote = 'The certificate was renewed and is valid until 2026-05-01 12:00:00 UTC'
  const notice = noticeAfter({ kind: 'resolved' }, { ...OVER, title, resolutionNote, severity: 'warning' })
  assert.deepEqual([notice.title, notice.text, notice.mood], [`"Shop": ${resolutionNote}`, '', 'good'])
  assert.deepEqual([factsOf(notice).Problem, factsOf(notice)['Failed checks']], [undefined, undefined])
  const byHand = noticeAfter({ kind: 'resolved', author: BOB }, { ...OVER, title, resolutionNote, resolvedBy: BOB })
  assert.equal(byHand.title, `Resolved by Bob after 1 h 2 min: ${title}`)
})

test('an alert group shows the number of incidents, a shared cause and the first incidents', () => {
  const notice = toNotice(createGroupedExample('incident.opened', 120), BASE)
  assert.deepEqual(
    [notice.title, notice.mood, notice.text],
    ['120 monitors down since 12:00 UTC', 'bad', '114 of 120 share the address 192.0.2.7.'],
  )
  assert.deepEqual([notice.list?.items.length, notice.list?.total], [20, 120])
  assert.equal(notice.list?.items[0], '"Shop": no answer in 10000 ms')
  assert.equal(notice.link?.url, `${BASE}/incidents`)
  const few = toNotice(createGroupedExample('incident.opened', 3), BASE)
  assert.equal(few.text, 'All 3 share the address 192.0.2.7.')
})

test('the title of an alert group names a cause shared by all incidents', () => {
  const titleWith = (type: 'incident.opened' | 'incident.resolved', cause: Cause) => {
    const event = createGroupedExample(type, 12)
    const alert_group = { ...event.data.alert_group!, causes: [{ ...cause, count: 12 }] }
    return toNotice({ ...event, data: { ...event.data, alert_group } }, BASE).title
  }
  const address = { kind: 'address', value: '203.0.113.7' } as const
  assert.equal(titleWith('incident.opened', address), '12 monitors down: all share 203.0.113.7')
  assert.equal(titleWith('incident.resolved', address), '12 monitors up again: all share 203.0.113.7')
  const parent = { kind: 'parent', value: 'Router' } as const
  assert.equal(titleWith('incident.opened', parent), '12 monitors down: all depend on "Router"')
  const certificate = { kind: 'certificate', value: 'AA:BB' } as const
  assert.equal(titleWith('incident.opened', certificate), '12 monitors down: all use the same certificate')
})

test('a group of reopened incidents starts at the reopening', () => {
  const { type, timestamp, data } = createGroupedExample('incident.opened', 3)
  const again = data.alert_group!.incidents.map((one) => ({ ...one, reopened_at: timestamp }))
  const notice = toNotice(
    { type, timestamp, data: { ...data, alert_group: { ...data.alert_group!, incidents: again } } },
    BASE,
  )
  assert.equal(factsOf(notice)['First started'], formatTimeText(timestamp))
  assert.notEqual(timestamp, data.alert_group!.incidents[0]!.incident.started_at)
})

test('an ended maintenance window shows its start and its end', () => {
  const { title, facts } = toNotice(findExample('maintenance.ended'), BASE)
  assert.match(title, /^Maintenance ended: /)
  assert.deepEqual(
    facts.map(([label]) => label),
    ['Started', 'Ended', 'Monitors'],
  )
})

test('a group of recoveries shows the duration of each incident', () => {
  const { title, mood, list } = toNotice(createGroupedExample('incident.resolved', 23), BASE)
  assert.deepEqual([title, mood, list?.items[0]], ['23 monitors up again', 'good', '"Shop", after 25 min'])
})

test('a group of reminders is one notice', () => {
  const event = { ...createGroupedExample('incident.opened', 23), type: 'incident.reminder' as const }
  const { title, mood } = toNotice(event, BASE)
  assert.deepEqual([title, mood], ['23 monitors still down, the first since 12:00 UTC', 'bad'])
})

test('a group with several kinds of incidents has a neutral title', () => {
  const event = createGroupedExample('incident.opened', 3)
  const [first, ...rest] = event.data.alert_group!.incidents
  const slow = { ...first!, incident: { ...first!.incident, title: '"Shop" is slow', severity: 'minor' as const } }
  const alert_group = { ...event.data.alert_group!, incidents: [slow, ...rest], causes: [] }
  const notice = toNotice({ ...event, data: { ...event.data, alert_group } }, BASE)
  assert.deepEqual([notice.title, notice.text], ['3 incidents since 12:00 UTC', ''])
  assert.equal(factsOf(notice).Severity, '1 minor, 2 critical')
})
