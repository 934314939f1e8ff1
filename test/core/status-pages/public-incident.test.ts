import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type IncidentFacts,
  toPublicIncident,
  toTimeline,
  type UpdateFacts,
} from '../../../src/core/status-pages/public-incident.ts'

const incident = (over: Partial<IncidentFacts> = {}): IncidentFacts => ({
  id: 'private',
  family: 'availability',
  source: 'system',
  status: 'open',
  severity: 'critical',
  title: '"zebra" is down',
  publicTitle: null,
  statusPageUpdate: null,
  startedAt: 1_000,
  resolvedAt: null,
  healthyMs: 0,
  reopenings: 0,
  components: ['Checkout', 'API'],
  ...over,
})

const entry = (over: Partial<UpdateFacts> = {}): UpdateFacts => ({
  id: 'entry',
  kind: 'comment_added',
  message: 'We are on it',
  toStatus: 'open',
  isPublic: true,
  createdAt: 2_000,
  ...over,
})

const show = (facts: IncidentFacts, entries: UpdateFacts[] = []) => toPublicIncident(facts, entries, (id) => `k-${id}`)

test("the title of a system incident contains the component's name", () => {
  assert.equal(show(incident())!.title, 'Checkout is disrupted')
  assert.equal(show(incident({ family: 'slowness' }))!.title, 'Checkout is slow')
})

test('an incident reported by a user keeps its title', () => {
  assert.equal(show(incident({ source: 'manual', title: 'Orders are late' }))!.title, 'Orders are late')
})

test('the title for status pages replaces the title of every incident', () => {
  const publicTitle = 'Orders are delayed'
  assert.equal(show(incident({ publicTitle }))!.title, publicTitle)
  assert.equal(show(incident({ publicTitle, source: 'manual', title: 'Queue of zebra is full' }))!.title, publicTitle)
  assert.equal(show(incident({ publicTitle, family: 'certificate' })), null)
  const edited = entry({ kind: 'edited', isPublic: false, createdAt: 7_000, message: 'Changed: title, public title' })
  assert.equal(show(incident({ publicTitle }), [edited])!.updatedAt, 7_000)
})

test('an expiry incident is public only with a public text', () => {
  for (const family of ['certificate', 'domain'] as const) {
    assert.equal(show(incident({ family })), null)
    assert.equal(show(incident({ family }), [entry({ isPublic: false })]), null)
    assert.match(show(incident({ family }), [entry()])!.title, new RegExp(`^The ${family} of Checkout$`))
    assert.equal(
      show(incident({ family, statusPageUpdate: 'Renewed tonight' }))!.updates[0]!.message,
      'Renewed tonight',
    )
  }
})

test('statuses and severities have public names', () => {
  const words = (over: Partial<IncidentFacts>) => {
    const { status, impact } = show(incident(over))!
    return `${status} ${impact}`
  }
  assert.equal(words({}), 'investigating critical')
  assert.equal(words({ status: 'acknowledged', severity: 'major' }), 'identified major')
  assert.equal(words({ status: 'resolved', severity: 'minor', resolvedAt: 9 }), 'resolved minor')
  assert.equal(words({ severity: 'warning' }), 'investigating minor')
})

test('only public texts are shown, and the page text has the time of its last edit', () => {
  const entries = [
    entry({ id: 'a', createdAt: 2_000 }),
    entry({ id: 'b', createdAt: 3_000, isPublic: false, message: 'zebra has no disk left' }),
    entry({ id: 'c', createdAt: 4_000, isPublic: false, kind: 'edited', message: 'Changed: status page update' }),
    entry({ id: 'd', createdAt: 5_000, toStatus: 'acknowledged', message: 'Found it' }),
    entry({ id: 'e', createdAt: 6_000, isPublic: false, kind: 'edited', message: 'Changed: severity' }),
  ]
  const { updates, updatedAt } = show(incident({ statusPageUpdate: 'Orders are slow' }), entries)!
  assert.deepEqual(
    updates.map(({ at, status, message }) => [at, status, message]),
    [
      [2_000, 'investigating', 'We are on it'],
      [4_000, 'investigating', 'Orders are slow'],
      [5_000, 'identified', 'Found it'],
    ],
  )
  assert.equal(updatedAt, 5_000)
})

test('a reopened incident lists its transitions, and its last update never moves back', () => {
  const transition = (kind: 'resolved' | 'reopened', createdAt: number) =>
    entry({ id: kind + createdAt, kind, createdAt, isPublic: false, message: 'zebra', toStatus: 'open' })
  const over = [transition('resolved', 3_000)]
  const again = [...over, transition('reopened', 4_000)]
  const closed = show(incident({ status: 'resolved', resolvedAt: 2_990 }), over)!
  const open = show(incident(), again)!
  assert.deepEqual([closed.updatedAt, closed.transitions, open.updatedAt], [3_000, [], 4_000])
  assert.deepEqual(
    toTimeline(open).map(({ at, status }) => [at, status]),
    [
      [open.startedAt, 'investigating'],
      [3_000, 'resolved'],
      [4_000, 'investigating'],
    ],
  )
  const end = show(incident({ status: 'resolved', resolvedAt: 5_000 }), [...again, transition('resolved', 5_010)])!
  assert.deepEqual(
    toTimeline(end).map(({ status }) => status),
    ['investigating', 'resolved', 'investigating', 'resolved'],
  )
  assert.ok(!JSON.stringify(toTimeline(end)).includes('zebra'))
})

test('a public incident contains no internal id', () => {
  const shown = JSON.stringify(show(incident(), [entry()]))
  assert.ok(shown.includes('k-private') && !/"(private|entry)"/.test(shown))
})
