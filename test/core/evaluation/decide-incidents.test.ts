import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decideIncidents, type IncidentDecision } from '../../../src/core/evaluation/decide-incidents.ts'
import { hasCauseChanged } from '../../../src/core/evaluation/status-phases.ts'
import { type Evaluation, NO_CONTEXT } from '../../../src/core/incidents/evaluation.ts'
import { NOT_FLAPPING } from '../../../src/core/incidents/flapping.ts'
import type { Incident } from '../../../src/core/incidents/incident.ts'
import type { RuntimeStatus } from '../../../src/core/monitors/monitor.ts'
import { MINUTE_MS } from '../../../src/core/platform/time/time.ts'
import {
  type Condition,
  createEvaluation,
  createJudgement,
  createTestIncident,
  SHOP,
} from '../../support/factories/incidents.ts'

const NOW = 10 * MINUTE_MS

const createInput = (known: Incident[], now = NOW) => ({ monitor: SHOP, known, newId: () => 'new', now })

const run = (evaluation: Evaluation, known: Incident[] = [], now = NOW): IncidentDecision =>
  decideIncidents(evaluation, createInput(known, now))

const OPEN = createTestIncident({ id: 'a' })
const SLOW = createTestIncident({ id: 's', family: 'slowness', type: 'slow_response', severity: 'minor' })
const ago = (ms: number) =>
  createTestIncident({ id: 'r', status: 'resolved', resolvedAt: NOW - ms, resolutionNote: 'up' })

/** Returns `created availability, resolved slowness`. */
const describeUpdates = ({ updates }: IncidentDecision) =>
  updates.map(({ kind, incident }) => `${kind} ${incident.family}`).join(', ')

const CASES: [what: string, from: RuntimeStatus, to: Condition, known: Incident[], expected: string][] = [
  ['a change to down opens an incident', 'up', 'down', [], 'created availability'],
  ['a change from unknown to down opens an incident', 'unknown', 'down', [], 'created availability'],
  ['a change from degraded to down opens an incident', 'degraded', 'down', [], 'created availability'],
  ['slowness opens a minor incident', 'up', 'slow', [], 'created slowness'],
  ['one failing region of several opens no incident', 'up', 'partly', [], ''],
  ['silence opens no incident', 'up', 'unknown', [], ''],
  ['an open incident is not opened again', 'unknown', 'down', [OPEN], ''],
  ['a recovery resolves the incident', 'down', 'up', [OPEN], 'resolved availability'],
  ['a recovery resolves both incidents', 'down', 'up', [OPEN, SLOW], 'resolved availability, resolved slowness'],
  ['a change from down to slow resolves the outage', 'down', 'slow', [OPEN], 'resolved availability, created slowness'],
  ['a change from slow to down is no recovery', 'degraded', 'down', [SLOW], 'created availability'],
  ['a change from down to one failing region is no recovery', 'down', 'partly', [OPEN], ''],
  ['one failing region leaves the slowness incident open', 'degraded', 'partly', [SLOW], ''],
  ['silence resolves no incident', 'down', 'unknown', [OPEN, SLOW], ''],
  ['a pass without an open incident changes nothing', 'unknown', 'up', [], ''],
  ['an incident resolved long ago is not reopened', 'up', 'down', [ago(4 * MINUTE_MS)], 'created availability'],
  ['an incident resolved 3 minutes ago is reopened', 'up', 'down', [ago(3 * MINUTE_MS)], 'reopened availability'],
  ['an incident of another family is not reopened', 'up', 'slow', [ago(MINUTE_MS)], 'created slowness'],
]
for (const [what, from, to, known, expected] of CASES)
  test(`${what}: from ${from} to ${to}`, () => {
    assert.equal(describeUpdates(run(createEvaluation(to, NOW, { from }), known)), expected)
  })

test('a new cause of degraded counts as a change although the status stays', () => {
  const evaluation = (condition: Condition) => ({
    ...createEvaluation(condition, NOW),
    failures: 0,
    causeChanged: true,
  })
  assert.equal(describeUpdates(run(evaluation('slow'))), 'created slowness')
  assert.equal(describeUpdates(run(evaluation('slow'), [OPEN])), 'resolved availability, created slowness')
  assert.equal(describeUpdates(run(evaluation('slow'), [SLOW])), '')
  assert.equal(describeUpdates(run(evaluation('partly'), [SLOW])), '')
  assert.equal(describeUpdates(run({ ...evaluation('slow'), causeChanged: false })), '')
})

test('the cause of degraded changes from slow to partly down and back', () => {
  const changes = (from: Condition, to: Condition) => hasCauseChanged(createJudgement(from), createJudgement(to))
  assert.deepEqual([changes('slow', 'partly'), changes('partly', 'slow')], [true, true])
  assert.deepEqual([changes('slow', 'slow'), changes('slow', 'down'), changes('up', 'slow')], [false, false, false])
})

test('checks of one batch are decided as if they had arrived one after another', () => {
  const steps = [createEvaluation('down', NOW, { from: 'up' }), createEvaluation('up', NOW + 10, { from: 'down' })]
  const again = createEvaluation('down', NOW + 20, { from: 'up', errorType: 'keyword_missing' })
  const { updates, opened } = run({ ...again, steps: [...steps, again] })
  assert.equal(
    describeUpdates({ updates } as IncidentDecision),
    'created availability, resolved availability, reopened availability',
  )
  assert.deepEqual(
    opened.map(({ type, failureCount, status }) => [type, failureCount, status]),
    [['keyword_missing', 4, 'open']],
  )
})

test('a failure after a silence counts once, and failures at the end of maintenance are not counted again', () => {
  const { counted } = run(createEvaluation('down', NOW, { from: 'unknown', failures: 7 }), [OPEN])
  assert.deepEqual(
    counted.map(({ failureCount }) => failureCount),
    [OPEN.failureCount + 1],
  )
  const atTheEndOfMaintenance = {
    ...createEvaluation('down', NOW, { from: 'down', failures: 7 }),
    failingRegions: ['us'],
  }
  assert.deepEqual(
    run(atTheEndOfMaintenance, [OPEN]).counted.map(({ failureCount }) => failureCount),
    [OPEN.failureCount],
  )
})

test('a resolved incident stays resolved when flapping ends while the monitor is down', () => {
  const flapping = { since: 0, stableAt: NOW, intervalMs: MINUTE_MS }
  const empty = { ...createEvaluation('down', NOW), failures: 0, steps: [] }
  const context = { ...NO_CONTEXT, flaps: { ...NOT_FLAPPING, flapping } }
  const decided = (known: Incident[]) => decideIncidents(empty, createInput(known), context)
  assert.equal(describeUpdates(decided([ago(6 * MINUTE_MS)])), '')
  assert.equal(describeUpdates(decided([OPEN])), 'status_changed availability')
  assert.equal(decided([]).flaps.flapping, null)
})

test('a new incident contains all facts of the failure', () => {
  const evaluation = createEvaluation('down', NOW - 5, {
    from: 'up',
    errorType: 'keyword_missing',
    failures: 3,
    failingRegions: ['us'],
  })
  const { opened, changed, counted, updates } = run(evaluation)
  assert.deepEqual([changed, counted], [[], []])
  assert.deepEqual(opened, [
    createTestIncident({
      id: 'new',
      type: 'keyword_missing',
      severity: 'major',
      errorMessage: 'keyword_missing it was',
      startedAt: NOW - 5,
      affectedRegions: ['us', 'eu'],
      failureCount: 3,
      createdAt: NOW,
      updatedAt: NOW,
    }),
  ])
  assert.deepEqual([updates[0]?.message, updates[0]?.fromStatus, updates[0]?.author], ['down: because', null, null])
  assert.equal(run(createEvaluation('slow', NOW, { from: 'up' })).opened[0]?.title, '"Shop" is slow')
})

test('a failure without an error message opens an incident with the reason as its message', () => {
  const evaluation = createEvaluation('down', NOW, { from: 'up' })
  const [incident] = run({
    ...evaluation,
    judged: { ...evaluation.judged, errorType: null, errorMessage: null },
    failures: 0,
  }).opened
  assert.deepEqual(
    [incident?.type, incident?.errorMessage, incident?.failureCount],
    ['connection_error', 'down: because', 1],
  )
})

test('continuing failures are counted and send no notification', () => {
  const evaluation = createEvaluation('down', NOW, { failures: 2, failingRegions: ['us'] })
  const { counted, changed, updates } = run(evaluation, [OPEN])
  assert.deepEqual([updates, changed], [[], []])
  assert.deepEqual(counted, [{ ...OPEN, failureCount: 4, affectedRegions: ['eu', 'us'], updatedAt: NOW }])
})

test('slow regions are added to a slowness incident, failing regions are not', () => {
  assert.deepEqual(run(createEvaluation('partly', NOW), [SLOW]).counted, [])
  const slower = run(
    createEvaluation('slow', NOW, {
      judged: { ...createEvaluation('slow', NOW).judged, affectedRegions: ['eu', 'us'] },
    }),
    [SLOW],
  )
  assert.deepEqual(
    slower.counted.map(({ failureCount, affectedRegions }) => [failureCount, affectedRegions]),
    [[2, ['eu', 'us']]],
  )
})

test('the last failures are counted before a recovery resolves the incident', () => {
  const { changed, counted } = run(createEvaluation('up', NOW, { from: 'down', failures: 1 }), [OPEN])
  assert.deepEqual(counted, [])
  assert.deepEqual([changed[0]?.failureCount, changed[0]?.status, changed[0]?.resolvedAt], [3, 'resolved', NOW])
})

test('a recovery resolves an acknowledged incident automatically', () => {
  const [incident] = run(createEvaluation('up', NOW, { from: 'down' }), [{ ...OPEN, status: 'acknowledged' }]).changed
  assert.deepEqual(
    [incident?.status, incident?.resolvedBy, incident?.resolutionNote],
    ['resolved', null, 'up: because'],
  )
})

test('a recovery also resolves incidents that users opened through the API', () => {
  const { changed } = run(createEvaluation('up', NOW, { from: 'down' }), [
    OPEN,
    { ...OPEN, id: 'b', createdBy: 'alice' },
  ])
  assert.deepEqual(
    changed.map(({ id, status }) => [id, status]),
    [
      ['a', 'resolved'],
      ['b', 'resolved'],
    ],
  )
})

test('a reopened incident keeps its failure count', () => {
  const resolved = { ...ago(MINUTE_MS), failureCount: 5 }
  const { changed, opened } = run(createEvaluation('down', NOW, { from: 'up' }), [resolved])
  assert.deepEqual(opened, [])
  assert.deepEqual([changed[0]?.id, changed[0]?.status, changed[0]?.failureCount], ['r', 'open', 7])
})

test('a reopened incident describes the new failure and keeps the texts of users', () => {
  const evaluation = createEvaluation('down', NOW, { from: 'up', errorType: 'keyword_missing' })
  const after = (over: Partial<Incident>) => {
    const { type, severity, errorMessage } = run(evaluation, [{ ...ago(MINUTE_MS), ...over }]).changed[0]!
    return [type, severity, errorMessage]
  }
  assert.deepEqual(after({}), ['keyword_missing', 'major', 'keyword_missing it was'])
  assert.deepEqual(after({ severity: 'warning' }), ['keyword_missing', 'warning', 'keyword_missing it was'])
  assert.deepEqual(after({ createdBy: 'bob' }), ['timeout', 'critical', 'no answer in 10000 ms'])
})

test('the later of two recently resolved incidents is reopened', () => {
  const later = { ...ago(MINUTE_MS), id: 'later' }
  assert.equal(run(createEvaluation('down', NOW, { from: 'up' }), [ago(2 * MINUTE_MS), later]).changed[0]?.id, 'later')
})

test('a failing check reopens an incident resolved by hand a moment ago, and opens nothing later on', () => {
  assert.equal(describeUpdates(run(createEvaluation('down', NOW), [ago(MINUTE_MS)])), 'reopened availability')
  assert.equal(describeUpdates(run(createEvaluation('down', NOW), [ago(4 * MINUTE_MS)])), '')
  assert.equal(describeUpdates(run(createEvaluation('down', NOW))), '')
})

test('an outage within one batch is opened and resolved, in this order', () => {
  const evaluation = createEvaluation('up', NOW, {
    changes: [
      { from: 'up', to: 'down', at: NOW - 60, reason: 'down: it was' },
      { from: 'down', to: 'up', at: NOW - 20, reason: 'up: it is' },
    ],
    failures: 2,
  })
  const { opened, updates } = run(evaluation)
  assert.deepEqual(
    updates.map(({ kind, message, incident }) => [kind, message, incident.updatedAt]),
    [
      ['created', 'down: it was', NOW],
      ['resolved', 'up: it is', NOW + 1],
    ],
  )
  assert.deepEqual(
    opened.map(({ status, startedAt, resolvedAt, failureCount }) => [status, startedAt, resolvedAt, failureCount]),
    [['resolved', NOW - 60, NOW - 20, 2]],
  )
})

test('down, up and down again within one batch form one incident', () => {
  const evaluation = createEvaluation('down', NOW, {
    changes: [
      { from: 'up', to: 'down', at: NOW - 60, reason: '1' },
      { from: 'down', to: 'up', at: NOW - 40, reason: '2' },
      { from: 'up', to: 'down', at: NOW, reason: '3' },
    ],
    failures: 4,
  })
  const { opened, updates } = run(evaluation)
  assert.deepEqual(
    updates.map(({ kind, incident }) => [kind, incident.id, incident.updatedAt]),
    [
      ['created', 'new', NOW],
      ['resolved', 'new', NOW + 1],
      ['reopened', 'new', NOW + 2],
    ],
  )
  assert.deepEqual([opened[0]?.failureCount, opened[0]?.status], [4, 'open'])
})

test('failures of a batch with a recovery between them are counted once', () => {
  const evaluation = createEvaluation('down', NOW, {
    changes: [
      { from: 'down', to: 'up', at: NOW - 40, reason: '1' },
      { from: 'up', to: 'down', at: NOW, reason: '2' },
    ],
    failures: 3,
  })
  const { changed, updates } = run(evaluation, [OPEN])
  assert.deepEqual(
    updates.map(({ kind }) => kind),
    ['resolved', 'reopened'],
  )
  assert.deepEqual([changed[0]?.failureCount, changed[0]?.status], [5, 'open'])
})

test('a gap before a failure does not change the incident', () => {
  const { opened } = run(
    createEvaluation('down', NOW, {
      changes: [
        { from: 'up', to: 'unknown', at: NOW - 90, reason: 'unknown: no result arrived in time' },
        { from: 'unknown', to: 'down', at: NOW - 10, reason: 'down: because' },
      ],
    }),
  )
  assert.deepEqual([opened[0]?.startedAt, opened[0]?.type], [NOW - 10, 'timeout'])
})

test('an incident update contains the current monitor', () => {
  const [update] = run(createEvaluation('up', NOW, { from: 'down' }), [
    { ...OPEN, monitor: { ...SHOP, name: 'Old name' } },
  ]).updates
  assert.equal(update?.incident.monitor?.name, 'Shop')
})

/** Down since `at`, which a check confirmed at `NOW`. */
const downSince = (at: number): Evaluation => {
  const evaluation = createEvaluation('down', NOW, { from: 'up' })
  return { ...evaluation, changes: evaluation.changes.map((change) => ({ ...change, at, confirmedAt: NOW })) }
}

test('an incident starts at the first failure and is created at its confirmation', () => {
  const [opened] = run(downSince(NOW - 70_000)).opened
  assert.deepEqual([opened!.startedAt, opened!.createdAt, opened!.updatedAt], [NOW - 70_000, NOW, NOW])
})

test('maintenance at the time of confirmation defers an incident, and an outage within maintenance starts at its end', () => {
  const during = (startsAt: number, endsAt: number) => ({ ...NO_CONTEXT, maintenance: [{ startsAt, endsAt }] })
  const decideIn = (context: typeof NO_CONTEXT) => decideIncidents(downSince(NOW - 70_000), createInput([]), context)
  const over = decideIn(during(NOW - 80_000, NOW - 5_000))
  assert.deepEqual([over.opened[0]?.startedAt, over.deferredUntil], [NOW - 5_000, null])
  const begun = decideIn(during(NOW - 60_000, NOW + 60_000))
  assert.deepEqual([begun.opened, begun.deferredUntil], [[], NOW + 60_000])
  const between = decideIn(during(NOW - 60_000, NOW - 5_000))
  assert.equal(between.opened[0]?.startedAt, NOW - 70_000)
})

test('a reopened incident has the start of its last outage', () => {
  const [again] = run(downSince(NOW - 70_000), [ago(100_000)]).changed
  const since = { reopenedAt: again!.reopenedAt, reopenings: again!.reopenings, healthyMs: again!.healthyMs }
  assert.deepEqual(since, { reopenedAt: NOW - 70_000, reopenings: 1, healthyMs: 30_000 })
  const [byHand] = run(downSince(NOW - 70_000), [ago(20_000)]).changed
  assert.deepEqual([byHand!.reopenedAt, byHand!.healthyMs], [NOW - 20_000, 0])
})
