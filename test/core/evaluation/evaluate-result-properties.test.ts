/** Sends random checks to one monitor; the properties must hold after every step. */
import assert from 'node:assert/strict'
import { decideIncidents } from '../../../src/core/evaluation/decide-incidents.ts'
import {
  addToEvaluation,
  createMonitorState,
  evaluateResult,
  hasIncidentEffect,
  type MonitorState,
} from '../../../src/core/evaluation/evaluate-result.ts'
import type { EvaluatedResult, IngestPolicy } from '../../../src/core/evaluation/ingest.ts'
import type { Evaluation } from '../../../src/core/incidents/evaluation.ts'
import { type Incident, isOpen } from '../../../src/core/incidents/incident.ts'
import type { IncidentUpdate } from '../../../src/core/incidents/incident-update.ts'
import { judgeMonitor, type StatusChange } from '../../../src/core/results/state.ts'
import type { Dice } from '../../services/evaluation/model/histories.ts'
import { SHOP } from '../../support/factories/incidents.ts'
import { property } from '../properties.ts'

const START = 1_800_000_000_000
const REGIONS = ['ap', 'eu', 'us']

interface ArrivedCheck {
  region: string
  result: EvaluatedResult
  /** Arrival of the result. */
  now: number
}

const policyOf = (dice: Dice): IngestPolicy => ({
  intervalSeconds: dice.one([30, 60, 300]),
  timeoutMs: 10_000,
  failureThreshold: dice.between(1, 3),
  recoveryThreshold: dice.between(1, 3),
})

/** Returns checks in chronological order; the target is healthy, slow or broken for a while. */
function checksOf(dice: Dice, count: number, regions = REGIONS): ArrivedCheck[] {
  let at = START
  let status: EvaluatedResult['status'] = 'up'
  return Array.from({ length: count }, () => {
    at += dice.happens(0.05) ? dice.between(200_000, 2_000_000) : dice.between(3_000, 60_000)
    if (dice.happens(0.25)) status = dice.one(['up', 'down', 'degraded', 'inconclusive'])
    const errorType = status === 'down' ? dice.one(['timeout', 'keyword_missing'] as const) : null
    const result = { scheduledAt: at, startedAt: at, status, responseTimeMs: 20, errorType, errorMessage: errorType }
    return { region: dice.one(regions), result, now: at + 50 }
  })
}

/** History of a monitor and of its incidents. */
interface History {
  standing: MonitorState
  changes: StatusChange[]
  incidents: Incident[]
  updates: IncidentUpdate[]
}

/** @param batches checks that are decided together; each batch belongs to one region */
function runHistory(batches: readonly (readonly ArrivedCheck[])[], policy: IngestPolicy): History {
  let state = createMonitorState(START, 60)
  const history: History = { standing: state, changes: [], incidents: [], updates: [] }
  let ids = 0
  for (const batch of batches) {
    let evaluation: Evaluation | null = null
    for (const { region, result, now } of batch) {
      const step = evaluateResult(state, result, policy, { region, now })
      if (!step) continue
      state = step.state
      evaluation = addToEvaluation(evaluation, SHOP.key, step)
    }
    if (!evaluation) continue
    history.changes.push(...evaluation.changes)
    if (!hasIncidentEffect(evaluation)) continue
    const decision = decideIncidents(evaluation, {
      monitor: SHOP,
      known: history.incidents,
      newId: () => `incident-${ids++}`,
      now: batch[0]!.now,
    })
    for (const incident of [...decision.opened, ...decision.changed, ...decision.counted]) {
      const index = history.incidents.findIndex(({ id }) => id === incident.id)
      if (index < 0) history.incidents.push(incident)
      else history.incidents[index] = incident
    }
    history.updates.push(...decision.updates)
  }
  return { ...history, standing: state }
}

const oneByOne = (checks: readonly ArrivedCheck[]): ArrivedCheck[][] => checks.map((check) => [check])

property('status changes follow each other without gaps, and each changes the status', 300, (dice) => {
  const { standing: state, changes } = runHistory(oneByOne(checksOf(dice, 80)), policyOf(dice))
  let before = { to: 'unknown', at: START }
  for (const change of changes) {
    assert.equal(change.from, before.to)
    assert.notEqual(change.from, change.to)
    assert.ok(change.at >= before.at)
    before = change
  }
  assert.deepEqual([state.status, state.since], [before.to, before.at])
})

property('an incident is alternately resolved and reopened, and at most one of a family is open', 300, (dice) => {
  // Several checks arrive at the same moment
  const checks = checksOf(dice, 120)
  const came = checks.map((check, index) => ({ ...check, now: checks[Math.min(119, index - (index % 6) + 5)]!.now }))
  const { incidents, updates } = runHistory(oneByOne(came), policyOf(dice))
  const open = new Set<string>()
  const last = new Map<string, IncidentUpdate>()
  for (const update of updates) {
    const { kind, fromStatus, incident } = update
    const before = last.get(incident.id)
    if (kind === 'status_changed') continue
    assert.equal(fromStatus, before?.incident.status ?? null)
    assert.equal(kind, before === undefined ? 'created' : isOpen(before.incident) ? 'resolved' : 'reopened')
    if (before) assert.ok(incident.updatedAt > before.incident.updatedAt, 'no two updates share a millisecond')
    if (kind === 'resolved') assert.ok(open.delete(incident.family))
    else {
      assert.ok(!open.has(incident.family), `two open incidents of ${incident.family}`)
      open.add(incident.family)
    }
    if (incident.resolvedAt !== null) assert.ok(incident.resolvedAt >= incident.startedAt)
    last.set(incident.id, update)
  }
  assert.deepEqual(new Set(incidents.filter(isOpen).map(({ family }) => family)), open)
})

property('up leaves no incident open, down leaves one open, and unknown opens none', 300, (dice) => {
  const checks = checksOf(dice, 60)
  const policy = policyOf(dice)
  // Without flapping: a flapping monitor keeps its incident open while it is up
  const { standing: state, incidents, updates } = runHistory(oneByOne(checks), policy)
  const isOpenNow = incidents.some(isOpen)
  if (state.status === 'down') assert.ok(incidents.some((one) => isOpen(one) && one.family === 'availability'))
  if (state.status === 'up') assert.equal(isOpenNow, false)
  assert.ok(updates.every(({ kind, message }) => kind !== 'created' || !message.startsWith('unknown')))
})

property("the division of a region's checks into batches does not change the outcome", 300, (dice) => {
  const policy = policyOf(dice)
  const checks = checksOf(dice, 60)
  // All consecutive checks of one region arrive at one moment
  const batches: ArrivedCheck[][] = []
  for (const check of checks) {
    const last = batches.at(-1)
    const joins = last && last[0]!.region === check.region && last.length < 6
    if (joins) last.push(check)
    else batches.push([check])
  }
  const together = batches.map((batch) => batch.map((check) => ({ ...check, now: batch.at(-1)!.now })))
  const whole = runHistory(together, policy)
  const cut = runHistory(
    together.flatMap((batch) => {
      const at = dice.between(0, batch.length)
      return [batch.slice(0, at), batch.slice(at)].filter((part) => part.length > 0)
    }),
    policy,
  )
  const summarize = ({ standing: state, changes, incidents, updates }: History) => ({
    standing: state,
    changes,
    incidents: incidents
      .map(({ id: _, ...facts }) => facts)
      .toSorted((a, b) => a.startedAt - b.startedAt || (a.family < b.family ? -1 : 1)),
    updates: updates.map(({ kind, incident }) => `${incident.family} ${kind} ${incident.updatedAt}`).toSorted(),
  })
  assert.deepEqual(summarize(cut), summarize(whole))
})

property('a repeated result changes nothing, whichever region sends it and whenever it arrives', 300, (dice) => {
  const policy = policyOf(dice)
  const checks = checksOf(dice, 60)
  const again = checks.flatMap((check, index) => {
    const repeats = dice.some(checks.slice(0, index + 1), dice.between(0, Math.min(3, index + 1)))
    return [check, ...repeats.map((repeat) => ({ ...repeat, now: check.now }))]
  })
  assert.deepEqual(runHistory(oneByOne(again), policy), runHistory(oneByOne(checks), policy))
})

property('results of one region in random order count only if they are the newest on arrival', 300, (dice) => {
  const policy = policyOf(dice)
  const sent = dice.some(checksOf(dice, 12, ['eu']), 12)
  const now = Math.max(...sent.map((check) => check.now))
  const came = sent.map((check) => ({ ...check, now }))
  let newest = 0
  const newer = came.filter(({ result }) => {
    // A result that is stale on arrival is ignored
    if (
      evaluateResult(createMonitorState(START, 60), result, policy, { region: 'eu', now }) === null ||
      result.scheduledAt <= newest
    )
      return false
    newest = result.scheduledAt
    return true
  })
  assert.deepEqual(runHistory(oneByOne(came), policy), runHistory(oneByOne(newer), policy))
})

property('results of several regions lead to the same status when the regions report in another order', 300, (dice) => {
  const policy = { ...policyOf(dice), freshMs: 1e9 }
  const checks = checksOf(dice, 40)
  const now = checks.at(-1)!.now
  const queues = REGIONS.map((region) => checks.filter((check) => check.region === region))
  const mixed: ArrivedCheck[] = []
  while (queues.some((queue) => queue.length > 0)) {
    const next = dice.one(queues.filter((queue) => queue.length > 0)).shift()!
    mixed.push({ ...next, now })
  }
  const opinions = ({ standing: state }: History) => state.regions.toSorted((a, b) => (a.region < b.region ? -1 : 1))
  const [one, other] = [
    runHistory(oneByOne(checks.map((check) => ({ ...check, now }))), policy),
    runHistory(oneByOne(mixed), policy),
  ]
  assert.deepEqual(opinions(other), opinions(one))
  assert.equal(other.standing.status, one.standing.status)
  assert.deepEqual(judgeMonitor(opinions(other), now), judgeMonitor(opinions(one), now))
})

const troubleAfter = (check: ArrivedCheck): ArrivedCheck => {
  const scheduledAt = check.result.scheduledAt + 1
  return { ...check, result: { ...check.result, scheduledAt, status: 'inconclusive', errorType: null } }
}

property('inconclusive checks between passes open, resolve and count nothing', 300, (dice) => {
  const policy = { ...policyOf(dice), freshMs: 1e9 }
  const checks = checksOf(dice, 60).filter(({ result }) => result.status !== 'inconclusive')
  const mixed = checks.flatMap((check) =>
    check.result.status === 'up' && dice.happens(0.5) ? [check, troubleAfter(check)] : [check],
  )
  const bare = ({ standing: state, ...history }: History) => ({
    ...history,
    standing: {
      ...state,
      regions: state.regions.map(({ lastScheduledAt: _, lastCheckAt: __, ...rest }) => rest),
    },
  })
  assert.deepEqual(bare(runHistory(oneByOne(mixed), policy)), bare(runHistory(oneByOne(checks), policy)))
})

property('failures separated by inconclusive checks never confirm each other', 300, (dice) => {
  const policy = { ...policyOf(dice), failureThreshold: dice.between(2, 4) }
  const checks = checksOf(dice, 60).flatMap((check) => [check, troubleAfter(check)])
  assert.ok(runHistory(oneByOne(checks), policy).changes.every(({ to }) => to !== 'down'))
})
