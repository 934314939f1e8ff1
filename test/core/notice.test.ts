import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventOf } from '../../src/core/alert.ts'
import { testEvent } from '../../src/core/event.ts'
import type { Incident, IncidentUpdate } from '../../src/core/incident.ts'
import { durationInWords, noticeOf } from '../../src/core/notice.ts'
import { makeIncident, SHOP } from '../support/incidents.ts'

const BASE = 'https://watch.example.test'
const START = Date.parse('2026-01-05T12:00:00Z')

const noticeAfter = (over: Partial<IncidentUpdate>, incident: Partial<Incident> = {}) =>
  noticeOf(
    eventOf({
      kind: 'created',
      message: 'what was written down',
      fromStatus: null,
      author: null,
      isPublic: false,
      incident: makeIncident({ startedAt: START, ...incident }),
      ...over,
    }),
    BASE,
  )

const BOB = { id: 'bob', name: 'Bob' }

test('an incident that opens says what is wrong, where and since when', () => {
  assert.deepEqual(noticeAfter({}), {
    title: '"Shop" is down',
    mood: 'bad',
    text: 'no answer in 10000 ms',
    facts: [
      ['Monitor', 'Shop'],
      ['Target', 'https://shop.example.test/'],
      ['Severity', 'critical'],
      ['Regions', 'eu'],
      ['Started', '2026-01-05 12:00:00 UTC'],
    ],
    link: { label: 'Open the incident', url: `${BASE}/incidents/incident` },
  })
})

test('an incident that is over says how long it lasted, and who says so', () => {
  const resolved = { status: 'resolved', resolvedAt: START + 3_725_000, resolutionNote: 'New disk' } as const
  const { title, mood, text, facts } = noticeAfter({ kind: 'resolved', author: BOB }, { ...resolved, resolvedBy: BOB })
  assert.deepEqual([title, mood, text], ['Resolved: "Shop" is down', 'good', 'New disk'])
  assert.deepEqual(facts.slice(-2), [
    ['Lasted', '1 h 2 min'],
    ['By', 'Bob'],
  ])
  assert.equal(noticeAfter({ kind: 'resolved' }, { ...resolved, resolutionNote: null }).text, 'what was written down')
})

test('each kind of news has its own beginning', () => {
  const cases: [kind: IncidentUpdate['kind'], title: string, text: string][] = [
    ['acknowledged', 'Acknowledged: "Shop" is down', 'what was written down'],
    ['comment_added', 'Update: "Shop" is down', 'what was written down'],
    ['reopened', 'Again: "Shop" is down', 'no answer in 10000 ms'],
  ]
  for (const [kind, title, text] of cases) {
    const notice = noticeAfter({ kind })
    assert.deepEqual([notice.title, notice.text], [title, text])
  }
})

test('a heartbeat shows no target, and an incident without a monitor shows none', () => {
  const heartbeat = noticeAfter({}, { monitor: { ...SHOP, type: 'HEARTBEAT', target: 'the-secret-token' } })
  assert.ok(!JSON.stringify(heartbeat).includes('the-secret-token'))
  const labels = noticeAfter({}, { monitor: null, affectedRegions: [] }).facts.map(([label]) => label)
  assert.deepEqual(labels, ['Severity', 'Started'])
})

test('a line break in a name makes no line of its own', () => {
  const { title, facts } = noticeAfter({}, { title: 'Down\r\nBcc: x', monitor: { ...SHOP, name: 'a\nb' } })
  assert.deepEqual([title, facts[0]], ['Down Bcc: x', ['Monitor', 'a b']])
})

test('a test says where it comes from', () => {
  const notice = noticeOf(testEvent({ organizationId: 'o', projectId: 'p' }, 'A test for "Ops"', 0), BASE)
  const expected = {
    title: 'A test from Watchkeeper',
    mood: 'neutral',
    text: 'A test for "Ops"',
    facts: [],
    link: null,
  }
  assert.deepEqual(notice, expected)
})

const DURATIONS: [seconds: number, words: string][] = [
  [0, '0 s'],
  [59, '59 s'],
  [60, '1 min'],
  [303, '5 min 3 s'],
  [3_600, '1 h'],
  [3_601, '1 h'],
  [100_000, '1 d 3 h'],
]
for (const [seconds, words] of DURATIONS)
  test(`${seconds} s are ${words}`, () => assert.equal(durationInWords(seconds), words))
