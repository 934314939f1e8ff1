/** Compares the incidents of a period with the incidents that other thresholds would have produced. */
import type { IngestPolicy } from '../../core/evaluation/ingest.ts'
import { Replay, type ReplayOutcome, type ReplayResult } from '../../core/evaluation/replay.ts'
import type { Monitor } from '../../core/monitors/monitor.ts'
import { createInvalid } from '../../core/platform/errors.ts'
import { DAY_MS, HOUR_MS, SECOND_MS, startOfDay } from '../../core/platform/time/time.ts'
import { type Span, splitIntoSpans, sumSpans, type TimeInStatus } from '../../core/results/uptime.ts'
import { countCheckedIncidents, type DueResult, listDueResults } from '../../store/evaluation/replay.ts'
import type { Reader } from '../../store/platform/store.ts'
import { listRegions } from '../../store/probes/regions.ts'
import { sumRollups } from '../../store/results/rollup-reads.ts'
import { listMaintenance, listSpans } from '../../store/results/uptime-report.ts'
import type { Context } from '../platform/context.ts'
import { createQueue } from '../platform/limits/large-work.ts'
import { clampToLifetime, type Period } from '../results/uptime.ts'

/** Absent options take the monitor's current values. */
interface ReplayOptions {
  failureThreshold?: number
  recoveryThreshold?: number
  /** See `ReplayThresholds`. */
  slowThresholdMs?: number | null
  /** Codes of the regions that count; absent: all regions. */
  regions?: string[]
  /** See `ReplayThresholds`; absent: as in live evaluation. */
  detectFlapping?: boolean
}

/** Summary of a period. */
export interface ReplaySummary {
  incidentCount: number
  statusChanges: number
  time: TimeInStatus
}

export interface ReplayComparison extends Period, ReplaySummary {
  /** Number of evaluated results. */
  results: number
  failureThreshold: number
  recoveryThreshold: number
  detectFlapping: boolean
  incidents: ReplayOutcome['incidents']
  /** The recorded outcome. */
  actual: ReplaySummary
}

/** More than a month of checks every 30 seconds from five regions. */
const MAX_RESULTS = 500_000

/** A replay takes seconds of CPU time. */
const MAX_CONCURRENT = 2
const MAX_WAITING = 8

export class Replays {
  readonly #context: Pick<Context, 'store'>
  readonly #queue = createQueue(MAX_CONCURRENT, MAX_WAITING)

  constructor(context: Pick<Context, 'store'>) {
    this.#context = context
  }

  /** @throws Problem VALIDATION_ERROR, SERVICE_UNAVAILABLE */
  run(monitor: Monitor, options: ReplayOptions, period: Period): Promise<ReplayComparison> {
    return this.#queue.run(() =>
      replay(this.#context.store.history, monitor, options, clampToLifetime(monitor, period)),
    )
  }
}

async function replay(db: Reader, monitor: Monitor, options: ReplayOptions, period: Period): Promise<ReplayComparison> {
  refuseHeartbeatThresholds(monitor, options)
  const policy = toPolicy(monitor, options)
  const { codes, counted } = await loadCountedRegions(db, options)
  const start = Math.max(monitor.createdAt, period.from - computeRunUpMs(monitor))
  await refuseTooMany(db, monitor.key, start, period)
  const query = { monitorKey: monitor.key, from: start, to: period.to }
  const spans = await listSpans(db, query)
  const maintenance = await listMaintenance(db, query)
  const pauses = splitIntoSpans(spans, start, period.to).filter(({ status }) => status === 'paused')
  const terms = { policy, detectFlapping: options.detectFlapping ?? true, ...pickSlowThreshold(options) }
  const replay = new Replay(monitor, terms, { start, period, pauses, maintenance })
  let results = 0
  let read = 0
  for await (const page of listDueResults(db, monitor.key, start, period.to)) {
    read += page.length
    if (read > MAX_RESULTS) throw toTooManyResults(read)
    for (const result of page) {
      if (!counted.has(result.regionKey)) continue
      if (result.scheduledAt >= period.from) results++
      replay.add(toReplayResult(monitor, result, codes.get(result.regionKey)!))
    }
  }
  const { incidents, incidentCount, spans: replayed } = replay.finish()
  const toSummary = (count: number, history: readonly Span[]): ReplaySummary => ({
    incidentCount: count,
    statusChanges: history.filter(({ startedAt }) => startedAt > period.from && startedAt < period.to).length,
    time: sumSpans(splitIntoSpans(history, period.from, period.to, maintenance)),
  })
  return {
    ...period,
    results,
    failureThreshold: policy.failureThreshold,
    recoveryThreshold: policy.recoveryThreshold,
    detectFlapping: terms.detectFlapping,
    incidents,
    ...toSummary(incidentCount, replayed),
    actual: toSummary(await countCheckedIncidents(db, monitor.key, period.from, period.to), spans),
  }
}

const pickSlowThreshold = ({ slowThresholdMs }: ReplayOptions) =>
  slowThresholdMs === undefined ? {} : { slowThresholdMs }

/** Heartbeats have no thresholds: one ping or missed deadline decides. */
function refuseHeartbeatThresholds(monitor: Monitor, options: ReplayOptions): void {
  if (monitor.type !== 'HEARTBEAT') return
  const issues = [
    ...(options.failureThreshold === undefined ? [] : ['failure_threshold']),
    ...(options.recoveryThreshold === undefined ? [] : ['recovery_threshold']),
    ...(options.slowThresholdMs === undefined ? [] : ['slow_response_threshold_ms']),
  ].map((field) => ({ field, message: 'is not supported for heartbeats, which have no thresholds' }))
  if (issues.length > 0) throw createInvalid(issues)
}

function toPolicy(monitor: Monitor, options: ReplayOptions): IngestPolicy {
  const { intervalSeconds, timeoutMs } = monitor
  // A missed deadline is itself a result, so a heartbeat result never goes stale before the next one
  if (monitor.type === 'HEARTBEAT')
    return {
      intervalSeconds,
      timeoutMs,
      failureThreshold: 1,
      recoveryThreshold: 1,
      freshMs: Number.MAX_SAFE_INTEGER / 4,
    }
  return {
    intervalSeconds,
    timeoutMs,
    failureThreshold: options.failureThreshold ?? monitor.failureThreshold,
    recoveryThreshold: options.recoveryThreshold ?? monitor.recoveryThreshold,
  }
}

async function loadCountedRegions(db: Reader, { regions: chosenCodes }: ReplayOptions) {
  const regions = await listRegions(db)
  const codes = new Map(regions.map(({ key, code }) => [key, code]))
  const unknown = chosenCodes?.filter((code) => !regions.some((region) => region.code === code)) ?? []
  if (unknown.length > 0)
    throw createInvalid({ field: 'regions', message: `region ${unknown.join(', ')} does not exist` })
  const counted = new Set(regions.filter(({ code }) => chosenCodes?.includes(code) ?? true).map(({ key }) => key))
  return { codes, counted }
}

/** Returns how much time before the period is replayed too, so that the period begins in its recorded state. */
const computeRunUpMs = ({ intervalSeconds }: Monitor): number => Math.max(HOUR_MS, 30 * intervalSeconds * SECOND_MS)

/** Refuses periods with too many results. It counts the results in rollups before any result is read. */
async function refuseTooMany(db: Reader, monitorKey: number, start: number, { to }: Period): Promise<void> {
  const { up, down, degraded, inconclusive } = await sumRollups(db, 'result_days', {
    monitorKey,
    from: startOfDay(start + DAY_MS - 1),
    to: startOfDay(to),
  })
  const known = up + down + degraded + inconclusive
  if (known > MAX_RESULTS) throw toTooManyResults(known)
}

const toTooManyResults = (count: number) =>
  createInvalid({
    field: 'from',
    message: `the period has ${count} results or more; at most ${MAX_RESULTS} can be replayed. Choose a shorter period`,
  })

/** Converts a stored result. A ping marks the end of a run and reports its duration, so the run started earlier. */
function toReplayResult({ type }: Monitor, { latenessMs, ...result }: DueResult, region: string): ReplayResult {
  const { scheduledAt, responseTimeMs } = result
  const startedAt = type === 'HEARTBEAT' ? scheduledAt - (responseTimeMs ?? 0) : scheduledAt + latenessMs
  return { ...result, startedAt, region }
}
