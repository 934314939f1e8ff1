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

const run = (turn: Evaluation, known: Incident[] = [], now = NOW): IncidentDecision =>
  decideIncidents(turn, SHOP, known, () => 'new', now)

const OPEN = createTestIncident({ id: 'a' })
const SLOW = createTestIncident({ id: 's', family: 'slowness', type: 'slow_response', severity: 'minor' })
const ago = (ms: number) =>
  createTestIncident({ id: 'r', status: 'resolved', resolvedAt: NOW - ms, resolutionNote: 'up' })

/** `created availability, resolved slowness` */
const told = ({ updates }: IncidentDecision) =>
  updates.map(({ kind, incident }) => `${kind} ${incident.family}`).join(', ')

const CASES: [what: string, from: RuntimeStatus, to: Condition, known: Incident[], expected: string][] = [
  ['a change to down opens', 'up', 'down', [], 'created availability'],
  ['so does one from unknown', 'unknown', 'down', [], 'created availability'],
  ['so does one from degraded', 'degraded', 'down', [], 'created availability'],
  ['slowness opens a smaller one', 'up', 'slow', [], 'created slowness'],
  ['one region of several opens nothing', 'up', 'partly', [], ''],
  ['silence opens nothing', 'up', 'unknown', [], ''],
  ['what is open is not opened again', 'unknown', 'down', [OPEN], ''],
  ['a recovery resolves', 'down', 'up', [OPEN], 'resolved availability'],
  ['a recovery resolves both', 'down', 'up', [OPEN, SLOW], 'resolved availability, resolved slowness'],
  ['from down to slow it is reachable again', 'down', 'slow', [OPEN], 'resolved availability, created slowness'],
  ['from slow to down is no recovery', 'degraded', 'down', [SLOW], 'created availability'],
  ['from down to one region of several is none either', 'down', 'partly', [OPEN], ''],
  ['one region down leaves slowness', 'degraded', 'partly', [SLOW], ''],
  ['silence resolves nothing', 'down', 'unknown', [OPEN, SLOW], ''],
  ['up with nothing open is no news', 'unknown', 'up', [], ''],
  ['a resolve of long ago stays', 'up', 'down', [ago(4 * MINUTE_MS)], 'created availability'],
  ['a resolve of 3 minutes ago is reopened', 'up', 'down', [ago(3 * MINUTE_MS)], 'reopened availability'],
  ['one of another family is not', 'up', 'slow', [ago(MINUTE_MS)], 'created slowness'],
]
for (const [what, from, to, known, expected] of CASES)
  test(`${what}: from ${from} to ${to}`, () => {
    assert.equal(told(run(createEvaluation(to, NOW, { from }), known)), expected)
  })

test('degraded for another reason is a change, although the status stays', () => {
  const turn = (condition: Condition) => ({ ...createEvaluation(condition, NOW), failures: 0, causeChanged: true })
  assert.equal(told(run(turn('slow'))), 'created slowness')
  assert.equal(told(run(turn('slow'), [OPEN])), 'resolved availability, created slowness')
  assert.equal(told(run(turn('slow'), [SLOW])), '')
  assert.equal(told(run(turn('partly'), [SLOW])), '')
  assert.equal(told(run({ ...turn('slow'), causeChanged: false })), '')
})

test('the reason changes from slow to partly down, or back', () => {
  const changes = (from: Condition, to: Condition) => hasCauseChanged(createJudgement(from), createJudgement(to))
  assert.deepEqual([changes('slow', 'partly'), changes('partly', 'slow')], [true, true])
  assert.deepEqual([changes('slow', 'slow'), changes('slow', 'down'), changes('up', 'slow')], [false, false, false])
})

test('what comes in one batch is decided as if it had come one after another', () => {
  const steps = [createEvaluation('down', NOW, { from: 'up' }), createEvaluation('up', NOW + 10, { from: 'down' })]
  const again = createEvaluation('down', NOW + 20, { from: 'up', errorType: 'keyword_missing' })
  const { updates, opened } = run({ ...again, steps: [...steps, again] })
  assert.equal(
    told({ updates } as IncidentDecision),
    'created availability, resolved availability, reopened availability',
  )
  assert.deepEqual(
    opened.map(({ type, failureCount, status }) => [type, failureCount, status]),
    [['keyword_missing', 4, 'open']],
  )
})

test('down again after a silence is one more failure, and at the end of maintenance none: they have been counted', () => {
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

test('what somebody resolved stays so when the monitor is steady and still down', () => {
  const flapping = { since: 0, stableAt: NOW, intervalMs: MINUTE_MS }
  const calm = { ...createEvaluation('down', NOW), failures: 0, steps: [] }
  const circumstances = { ...NO_CONTEXT, flaps: { ...NOT_FLAPPING, flapping } }
  const decided = (known: Incident[]) => decideIncidents(calm, SHOP, known, () => 'new', NOW, circumstances)
  assert.equal(told(decided([ago(6 * MINUTE_MS)])), '')
  assert.equal(told(decided([OPEN])), 'status_changed availability')
  assert.equal(decided([]).flaps.flapping, null)
})

test('what opens says all there is to say', () => {
  const turn = createEvaluation('down', NOW - 5, {
    from: 'up',
    errorType: 'keyword_missing',
    failures: 3,
    failingRegions: ['us'],
  })
  const { opened, changed, counted, updates } = run(turn)
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

test('a failure without words still opens, with the reason for a message', () => {
  const turn = createEvaluation('down', NOW, { from: 'up' })
  const [incident] = run({
    ...turn,
    judged: { ...turn.judged, errorType: null, errorMessage: null },
    failures: 0,
  }).opened
  assert.deepEqual(
    [incident?.type, incident?.errorMessage, incident?.failureCount],
    ['connection_error', 'down: because', 1],
  )
})

test('failures that go on are counted and told to nobody', () => {
  const turn = createEvaluation('down', NOW, { failures: 2, failingRegions: ['us'] })
  const { counted, changed, updates } = run(turn, [OPEN])
  assert.deepEqual([updates, changed], [[], []])
  assert.deepEqual(counted, [{ ...OPEN, failureCount: 4, affectedRegions: ['eu', 'us'], updatedAt: NOW }])
})

test('a failing check does not make slowness fail more often, and slow regions join it', () => {
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

test('the last failures are counted before a recovery resolves', () => {
  const { changed, counted } = run(createEvaluation('up', NOW, { from: 'down', failures: 1 }), [OPEN])
  assert.deepEqual(counted, [])
  assert.deepEqual([changed[0]?.failureCount, changed[0]?.status, changed[0]?.resolvedAt], [3, 'resolved', NOW])
})

test('acknowledged or not, a recovery resolves it by itself', () => {
  const [incident] = run(createEvaluation('up', NOW, { from: 'down' }), [{ ...OPEN, status: 'acknowledged' }]).changed
  assert.deepEqual(
    [incident?.status, incident?.resolvedBy, incident?.resolutionNote],
    ['resolved', null, 'up: because'],
  )
})

test('all that people opened through the API are resolved together', () => {
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

test('what is reopened goes on counting from where it was', () => {
  const resolved = { ...ago(MINUTE_MS), failureCount: 5 }
  const { changed, opened } = run(createEvaluation('down', NOW, { from: 'up' }), [resolved])
  assert.deepEqual(opened, [])
  assert.deepEqual([changed[0]?.id, changed[0]?.status, changed[0]?.failureCount], ['r', 'open', 7])
})

test('what is reopened tells of this failure, with what people have said kept', () => {
  const turn = createEvaluation('down', NOW, { from: 'up', errorType: 'keyword_missing' })
  const after = (over: Partial<Incident>) => {
    const { type, severity, errorMessage } = run(turn, [{ ...ago(MINUTE_MS), ...over }]).changed[0]!
    return [type, severity, errorMessage]
  }
  assert.deepEqual(after({}), ['keyword_missing', 'major', 'keyword_missing it was'])
  assert.deepEqual(after({ severity: 'warning' }), ['keyword_missing', 'warning', 'keyword_missing it was'])
  assert.deepEqual(after({ createdBy: 'bob' }), ['timeout', 'critical', 'no answer in 10000 ms'])
})

test('of two that were resolved lately, the later one is reopened', () => {
  const later = { ...ago(MINUTE_MS), id: 'later' }
  assert.equal(run(createEvaluation('down', NOW, { from: 'up' }), [ago(2 * MINUTE_MS), later]).changed[0]?.id, 'later')
})

test('a failing check reopens what was resolved by hand a moment ago, and opens nothing later on', () => {
  assert.equal(told(run(createEvaluation('down', NOW), [ago(MINUTE_MS)])), 'reopened availability')
  assert.equal(told(run(createEvaluation('down', NOW), [ago(4 * MINUTE_MS)])), '')
  assert.equal(told(run(createEvaluation('down', NOW))), '')
})

test('an outage that was over within one batch is opened and resolved, in this order', () => {
  const turn = createEvaluation('up', NOW, {
    changes: [
      { from: 'up', to: 'down', at: NOW - 60, reason: 'down: it was' },
      { from: 'down', to: 'up', at: NOW - 20, reason: 'up: it is' },
    ],
    failures: 2,
  })
  const { opened, updates } = run(turn)
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

test('down, up and down again within one batch is one incident', () => {
  const turn = createEvaluation('down', NOW, {
    changes: [
      { from: 'up', to: 'down', at: NOW - 60, reason: '1' },
      { from: 'down', to: 'up', at: NOW - 40, reason: '2' },
      { from: 'up', to: 'down', at: NOW, reason: '3' },
    ],
    failures: 4,
  })
  const { opened, updates } = run(turn)
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

test('failures of a batch in which it recovered and failed again are counted once', () => {
  const turn = createEvaluation('down', NOW, {
    changes: [
      { from: 'down', to: 'up', at: NOW - 40, reason: '1' },
      { from: 'up', to: 'down', at: NOW, reason: '2' },
    ],
    failures: 3,
  })
  const { changed, updates } = run(turn, [OPEN])
  assert.deepEqual(
    updates.map(({ kind }) => kind),
    ['resolved', 'reopened'],
  )
  assert.deepEqual([changed[0]?.failureCount, changed[0]?.status], [5, 'open'])
})

test('a gap before the failure changes nothing about it', () => {
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

test('the monitor is told as it is now', () => {
  const [update] = run(createEvaluation('up', NOW, { from: 'down' }), [
    { ...OPEN, monitor: { ...SHOP, name: 'Old name' } },
  ]).updates
  assert.equal(update?.incident.monitor?.name, 'Shop')
})

/** Down since `at`, which a check confirmed at `NOW`. */
const downSince = (at: number): Evaluation => {
  const turn = createEvaluation('down', NOW, { from: 'up' })
  return { ...turn, changes: turn.changes.map((change) => ({ ...change, at, confirmedAt: NOW })) }
}

test('an incident begins with the first failure and is entered when it is confirmed', () => {
  const [opened] = run(downSince(NOW - 70_000)).opened
  assert.deepEqual([opened!.startedAt, opened!.createdAt, opened!.updatedAt], [NOW - 70_000, NOW, NOW])
})

test('maintenance counts by the time of the confirmation, and trouble from within begins with its end', () => {
  const during = (startsAt: number, endsAt: number) => ({ ...NO_CONTEXT, maintenance: [{ startsAt, endsAt }] })
  const decideIn = (circumstances: typeof NO_CONTEXT) =>
    decideIncidents(downSince(NOW - 70_000), SHOP, [], () => 'new', NOW, circumstances)
  const over = decideIn(during(NOW - 80_000, NOW - 5_000))
  assert.deepEqual([over.opened[0]?.startedAt, over.deferredUntil], [NOW - 5_000, null])
  const begun = decideIn(during(NOW - 60_000, NOW + 60_000))
  assert.deepEqual([begun.opened, begun.deferredUntil], [[], NOW + 60_000])
  const between = decideIn(during(NOW - 60_000, NOW - 5_000))
  assert.equal(between.opened[0]?.startedAt, NOW - 70_000)
})

test('a reopened incident has the beginning of its last outage', () => {
  const [again] = run(downSince(NOW - 70_000), [ago(100_000)]).changed
  const since = { reopenedAt: again!.reopenedAt, reopenings: again!.reopenings, healthyMs: again!.healthyMs }
  assert.deepEqual(since, { reopenedAt: NOW - 70_000, reopenings: 1, healthyMs: 30_000 })
  const [byHand] = run(downSince(NOW - 70_000), [ago(20_000)]).changed
  assert.deepEqual([byHand!.reopenedAt, byHand!.healthyMs], [NOW - 20_000, 0])
})
