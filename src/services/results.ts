/**
 * The heart: results come in, and everything that follows from them is written in the same transaction. A crash at any
 * instruction loses no acknowledged result, no incident and no alert; a batch that arrives twice changes nothing.
 */
import { finishedAt, type IngestPolicy, isNews, NO_RECORD, nextRecord } from '../core/ingest.ts'
import type { RuntimeStatus } from '../core/monitor.ts'
import type { CheckResult } from '../core/protocol.ts'
import { gridOffsetMs } from '../core/schedule.ts'
import { changesOf, type Judgement, judgeMonitor, type RegionState, type StatusChange } from '../core/state.ts'
import { HOUR_MS, SECOND_MS, startOfHour } from '../core/time.ts'
import { changesCause } from '../core/turn.ts'
import { type CheckState, type JudgedMonitor, loadJudged, saveStates } from '../store/check-states.ts'
import { saveRuntimeStatuses } from '../store/monitor-status.ts'
import { findRegion, listRegions, type Region } from '../store/regions.ts'
import { insertResults, type ResultRange, type StoredResult } from '../store/results.ts'
import { writeStatusChanges } from '../store/status-changes.ts'
import type { Tx } from '../store/store.ts'
import type { Context } from './context.ts'
import { rollHours } from './hours.ts'
import { followUp, type Turn } from './incidents.ts'
import { tellResults, tellStatusChanges } from './live-news.ts'

/** Another server moved one of the monitors since they were read. */
class Overtaken extends Error {}

/** Servers that share a database may overtake each other; each attempt reads anew. */
const ATTEMPTS = 5

/**
 * Stores what a probe found, in any order and as often as the probe likes. When it returns, all of it is durable.
 *
 * @param regionCode where the probe stands
 * @throws what the database throws; then nothing was stored and the probe keeps its results
 */
export async function recordResults(
  context: Context,
  regionCode: string,
  results: readonly CheckResult[],
): Promise<void> {
  await transactResults(context, (_, record) => record(regionCode, results))
}

/** A result whose place on the grid is not worked out but known. */
export type IncomingResult = CheckResult & { onGrid?: boolean }

/**
 * Stores results within a transaction.
 *
 * @param regionCode null for what has no place: every server files it under the same region
 * @param policies by monitor key, what to judge by instead of the monitor's own settings
 */
export type RecordResults = (
  regionCode: string | null,
  results: readonly IncomingResult[],
  policies?: ReadonlyMap<number, Partial<IngestPolicy>>,
) => Promise<void>

/** Runs `work` in one transaction with the results that it records, and anew when another server overtook it. */
export async function transactResults<T>(
  context: Context,
  work: (tx: Tx, record: RecordResults) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      let told = false
      const done = await context.store.transact((tx) =>
        work(tx, async (regionCode, results, policies = new Map()) => {
          if (await recordBatch(tx, context, regionCode, results, policies)) told = true
        }),
      )
      if (told) context.wake('deliveries')
      return done
    } catch (error) {
      // Reopening an incident can meet somebody who opens another one of the same kind by hand
      const { isConflict, isUniqueViolation } = context.store.traits
      const again = error instanceof Overtaken || isConflict(error) || isUniqueViolation(error)
      if (!again || attempt === ATTEMPTS) throw error
    }
  }
}

/** @returns whether incidents are concerned */
async function recordBatch(
  tx: Tx,
  context: Context,
  regionCode: string | null,
  results: readonly IncomingResult[],
  policies: ReadonlyMap<number, Partial<IngestPolicy>>,
): Promise<boolean> {
  const now = context.now()
  const regions = await listRegions(tx)
  const region = findRegion(regions, regionCode)
  const ordered = [...results].sort((a, b) => a.monitorKey - b.monitorKey || a.scheduledAt - b.scheduledAt)
  const monitors = await loadJudged(tx, [...new Set(ordered.map((result) => result.monitorKey))])
  for (const [key, policy] of policies) {
    const monitor = monitors.get(key)
    if (monitor) monitors.set(key, { ...monitor, ...policy })
  }
  const batch = new Batch(region, regions, now)
  for (const result of ordered) {
    const monitor = monitors.get(result.monitorKey)
    if (monitor) batch.add(monitor, result)
  }
  await insertResults(tx, batch.rows)
  await rollHours(tx, batch.hoursToRoll())
  if (!(await saveStates(tx, batch.changedStates()))) throw new Overtaken()
  tellResults(tx, context, region.code, batch.rows, monitors)
  return tell(tx, context, batch.movements())
}

/** Writes what changed and what it means for incidents. */
async function tell(tx: Tx, context: Context, movements: readonly Movement[]): Promise<boolean> {
  const moved = movements.filter((movement) => movement.changes.length > 0)
  const areStillActive = await saveRuntimeStatuses(
    tx,
    moved.map(({ monitor, changes }) => ({
      monitorKey: monitor.key,
      status: changes.at(-1)!.to,
      since: changes.at(-1)!.at,
    })),
  )
  if (!areStillActive) throw new Overtaken()
  const rows = moved.flatMap(({ monitor, changes }) =>
    changes.map((change) => ({
      ...change,
      id: context.newId(),
      monitorKey: monitor.key,
      kind: 'runtime' as const,
      actorId: null,
    })),
  )
  await writeStatusChanges(tx, rows)
  await tellStatusChanges(tx, context, rows)
  const turns = movements.filter(concernsIncidents).map(turnOf)
  await followUp(tx, context, turns)
  return turns.length > 0
}

/** What a batch did to one monitor. */
interface Movement {
  monitor: JudgedMonitor
  changes: StatusChange[]
  judged: Judgement
  causeChanged: boolean
  /** Failing checks that were news. */
  failures: number
  failingRegions: string[]
  at: number
}

const concernsIncidents = (movement: Movement): boolean =>
  movement.changes.length > 0 || movement.causeChanged || (movement.failures > 0 && movement.judged.status !== 'up')

const turnOf = ({ monitor, ...rest }: Movement): Turn => ({ monitorKey: monitor.key, ...rest })

/** Applies the results of one batch in memory, one after another. */
class Batch {
  readonly rows: StoredResult[] = []
  readonly #region: Region
  readonly #codes: Map<number, string>
  readonly #now: number
  readonly #hours = new Map<string, ResultRange>()
  readonly #states = new Set<CheckState>()
  readonly #movements = new Map<number, Movement>()

  constructor(region: Region, regions: readonly Region[], now: number) {
    this.#region = region
    this.#codes = new Map(regions.map(({ key, code }) => [key, code]))
    this.#now = now
  }

  add(monitor: JudgedMonitor, result: IncomingResult): void {
    const state = this.#stateOf(monitor, result)
    this.rows.push(this.#row(monitor, result))
    if (monitor.status === 'active' && isNews(result, state, monitor, this.#now)) this.#apply(monitor, state, result)
    else this.#intoHistory(state, result)
  }

  changedStates(): CheckState[] {
    return [...this.#states]
  }

  hoursToRoll(): ResultRange[] {
    return [...this.#hours.values()]
  }

  movements(): Movement[] {
    return [...this.#movements.values()]
  }

  #row(monitor: JudgedMonitor, result: IncomingResult): StoredResult {
    const offset = gridOffsetMs(monitor.id, this.#region.code, monitor.intervalSeconds)
    return {
      monitorKey: monitor.key,
      regionKey: this.#region.key,
      kind: result.kind,
      scheduledAt: result.scheduledAt,
      status: result.status,
      errorType: result.errorType,
      errorMessage: result.errorMessage,
      onGrid: result.onGrid ?? (result.scheduledAt - offset) % (monitor.intervalSeconds * SECOND_MS) === 0,
      latenessMs: Math.max(0, result.startedAt - result.scheduledAt),
      responseTimeMs: result.responseTimeMs,
      timings: result.timings,
      statusCode: result.statusCode,
      remoteAddress: result.remoteAddress,
      ...(result.extras && { extras: result.extras }),
    }
  }

  #stateOf(monitor: JudgedMonitor, result: CheckResult): CheckState {
    const known = monitor.states.find((candidate) => candidate.regionKey === this.#region.key)
    if (known) return known
    const openHour = startOfHour(result.scheduledAt)
    const state = { monitorKey: monitor.key, regionKey: this.#region.key, openHour, version: 0, ...NO_RECORD }
    monitor.states.push(state)
    this.#states.add(state)
    return state
  }

  /** An hour that is closed is summed up again; the open one is read raw anyway. */
  #intoHistory(state: CheckState, result: CheckResult): void {
    const from = startOfHour(result.scheduledAt)
    if (from < state.openHour) this.#roll(state, from, from + HOUR_MS)
  }

  #roll({ monitorKey, regionKey }: CheckState, from: number, to: number): void {
    this.#hours.set(`${monitorKey}/${from}/${to}`, { monitorKey, regionKey, from, to })
  }

  #apply(monitor: JudgedMonitor, state: CheckState, result: CheckResult): void {
    const lastFreshUntil = latestFreshness(monitor)
    const before = monitor.runtimeStatus === 'degraded' ? this.#lastJudgement(monitor) : null
    this.#moveState(monitor, state, result)
    const at = finishedAt(result)
    const judged = judgeMonitor(this.#regionStates(monitor), at)
    const standing = { status: monitor.runtimeStatus as RuntimeStatus, since: monitor.statusSince }
    const changes = changesOf(standing, judged, at, lastFreshUntil)
    const last = changes.at(-1)
    if (last) {
      monitor.runtimeStatus = last.to
      monitor.statusSince = last.at
    }
    const causeChanged = before !== null && changesCause(before, judged)
    this.#remember(monitor, { changes, judged, causeChanged, failing: result.status === 'down', at, state })
  }

  /** As it was when the last result came in: opinions that have gone stale since had their say then. */
  #lastJudgement(monitor: JudgedMonitor): Judgement {
    return judgeMonitor(this.#regionStates(monitor), Math.max(...monitor.states.map((state) => state.lastCheckAt)))
  }

  #moveState(policy: IngestPolicy, state: CheckState, result: CheckResult): void {
    Object.assign(state, nextRecord(state, result, policy))
    const hour = startOfHour(result.scheduledAt)
    if (hour > state.openHour) {
      this.#roll(state, state.openHour, hour)
      state.openHour = hour
    }
    this.#states.add(state)
  }

  #regionStates(monitor: JudgedMonitor): RegionState[] {
    return monitor.states.map((state) => ({ ...state, region: this.#codes.get(state.regionKey) ?? '?' }))
  }

  #remember(
    monitor: JudgedMonitor,
    step: Pick<Movement, 'changes' | 'judged' | 'causeChanged' | 'at'> & { failing: boolean; state: CheckState },
  ): void {
    const known = this.#movements.get(monitor.key)
    const movement = known ?? {
      monitor,
      changes: [],
      judged: step.judged,
      causeChanged: false,
      failures: 0,
      failingRegions: [],
      at: step.at,
    }
    movement.changes.push(...step.changes)
    movement.judged = step.judged
    movement.causeChanged ||= step.causeChanged
    movement.at = step.at
    if (step.failing) {
      // The failures that led to the change count too: they were not yet believed when they arrived
      const confirmed = step.changes.some((change) => change.to === 'down')
      movement.failures = confirmed ? step.state.counters.failures : movement.failures + 1
      movement.failingRegions = [this.#region.code]
    }
    this.#movements.set(monitor.key, movement)
  }
}

function latestFreshness(monitor: JudgedMonitor): number | null {
  const times = monitor.states.map((state) => state.freshUntil).filter((until) => until > 0)
  return times.length > 0 ? Math.max(...times) : null
}
