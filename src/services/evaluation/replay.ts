/** What would have happened with other thresholds, and what did. */
import { setImmediate as turn } from 'node:timers/promises'
import type { IngestPolicy } from '../../core/evaluation/ingest.ts'
import { Replay, type ReplayOutcome, type ReplayResult } from '../../core/evaluation/replay.ts'
import type { Monitor } from '../../core/monitors/monitor.ts'
import { invalid } from '../../core/platform/errors.ts'
import { DAY_MS, HOUR_MS, SECOND_MS, startOfDay } from '../../core/platform/time/time.ts'
import { addUp, type Span, stretchesOf, type TimeInStatus } from '../../core/results/uptime.ts'
import { countCheckedIncidents, type DueResult, listDueResults } from '../../store/evaluation/replay.ts'
import type { Reader } from '../../store/platform/store.ts'
import { listRegions } from '../../store/probes/regions.ts'
import { sumRollups } from '../../store/results/rollup-reads.ts'
import { listMaintenance, listSpans } from '../../store/results/uptime-spans.ts'
import type { Context } from '../platform/context.ts'
import { createQueue } from '../platform/queue.ts'
import { lifeWithin, type Period } from '../results/uptime.ts'

/** What is absent is as the monitor has it now. */
interface ReplayWish {
  failureThreshold?: number
  recoveryThreshold?: number
  /** See `ReplayTerms`. */
  slowThresholdMs?: number | null
  /** Codes of those that count. */
  regions?: string[]
  /** See `ReplayTerms`; absent: as it is done live. */
  damping?: boolean
}

/** How a period went. */
export interface Course {
  incidentCount: number
  statusChanges: number
  time: TimeInStatus
}

export interface Comparison extends Period, Course {
  /** Results that were judged. */
  results: number
  failureThreshold: number
  recoveryThreshold: number
  damping: boolean
  incidents: ReplayOutcome['incidents']
  /** What happened then. */
  real: Course
}

/** More than a month of checks every 30 seconds from five regions. */
const MOST_RESULTS = 500_000

/** A replay is seconds of work. */
const AT_ONCE = 2
const MOST_WAITING = 8

export class Replays {
  readonly #context: Pick<Context, 'store'>
  readonly #queue = createQueue(AT_ONCE, MOST_WAITING)

  constructor(context: Pick<Context, 'store'>) {
    this.#context = context
  }

  /** @throws Problem VALIDATION_ERROR, SERVICE_UNAVAILABLE */
  run(monitor: Monitor, wish: ReplayWish, period: Period): Promise<Comparison> {
    return this.#queue.run(() => replay(this.#context.store.history, monitor, wish, lifeWithin(monitor, period)))
  }
}

async function replay(db: Reader, monitor: Monitor, wish: ReplayWish, period: Period): Promise<Comparison> {
  refuseIdle(monitor, wish)
  const policy = policyOf(monitor, wish)
  const { codes, counted } = await regionsOf(db, wish)
  const start = Math.max(monitor.createdAt, period.from - runUpMs(monitor))
  await refuseTooMany(db, monitor.key, start, period)
  const asked = { monitorKey: monitor.key, from: start, to: period.to }
  const spans = await listSpans(db, asked)
  const maintenance = await listMaintenance(db, asked)
  const rests = stretchesOf(spans, start, period.to).filter(({ status }) => status === 'paused')
  const terms = { policy, damping: wish.damping ?? true, ...slownessOf(wish) }
  const replay = new Replay(monitor, terms, { start, period, rests, maintenance })
  let results = 0
  let read = 0
  for await (const page of listDueResults(db, monitor.key, start, period.to)) {
    read += page.length
    if (read > MOST_RESULTS) throw tooMany(read)
    for (const result of page) {
      if (!counted.has(result.regionKey)) continue
      if (result.scheduledAt >= period.from) results++
      replay.add(asJudged(monitor, result, codes.get(result.regionKey)!))
    }
    await turn()
  }
  const { incidents, incidentCount, spans: replayed } = replay.end()
  const courseOf = (count: number, history: readonly Span[]): Course => ({
    incidentCount: count,
    statusChanges: history.filter(({ startedAt }) => startedAt > period.from && startedAt < period.to).length,
    time: addUp(stretchesOf(history, period.from, period.to, maintenance)),
  })
  return {
    ...period,
    results,
    failureThreshold: policy.failureThreshold,
    recoveryThreshold: policy.recoveryThreshold,
    damping: terms.damping,
    incidents,
    ...courseOf(incidentCount, replayed),
    real: courseOf(await countCheckedIncidents(db, monitor.key, period.from, period.to), spans),
  }
}

const slownessOf = ({ slowThresholdMs }: ReplayWish) => (slowThresholdMs === undefined ? {} : { slowThresholdMs })

/** One word of a job is enough, good or bad, whatever the monitor says. */
function refuseIdle(monitor: Monitor, wish: ReplayWish): void {
  if (monitor.type !== 'HEARTBEAT') return
  const issues = [
    ...(wish.failureThreshold === undefined ? [] : ['failure_threshold']),
    ...(wish.recoveryThreshold === undefined ? [] : ['recovery_threshold']),
    ...(wish.slowThresholdMs === undefined ? [] : ['slow_response_threshold_ms']),
  ].map((field) => ({ field, message: 'is not for heartbeats: one word of a job is enough' }))
  if (issues.length > 0) throw invalid(issues)
}

function policyOf(monitor: Monitor, wish: ReplayWish): IngestPolicy {
  const { intervalSeconds, timeoutMs } = monitor
  // The silence of a job is a result itself, so no word of it goes stale before the next
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
    failureThreshold: wish.failureThreshold ?? monitor.failureThreshold,
    recoveryThreshold: wish.recoveryThreshold ?? monitor.recoveryThreshold,
  }
}

async function regionsOf(db: Reader, { regions: wanted }: ReplayWish) {
  const regions = await listRegions(db)
  const codes = new Map(regions.map(({ key, code }) => [key, code]))
  const unknown = wanted?.filter((code) => !regions.some((region) => region.code === code)) ?? []
  if (unknown.length > 0) throw invalid({ field: 'regions', message: `there is no region ${unknown.join(', ')}` })
  const counted = new Set(regions.filter(({ code }) => wanted?.includes(code) ?? true).map(({ key }) => key))
  return { codes, counted }
}

/** So long before the period results are judged, so that it begins as it did then. */
const runUpMs = ({ intervalSeconds }: Monitor): number => Math.max(HOUR_MS, 30 * intervalSeconds * SECOND_MS)

/** Told by rollups before anything is read. */
async function refuseTooMany(db: Reader, monitorKey: number, start: number, { to }: Period): Promise<void> {
  const { up, down, degraded, inconclusive } = await sumRollups(
    db,
    'result_days',
    monitorKey,
    startOfDay(start + DAY_MS - 1),
    startOfDay(to),
  )
  const known = up + down + degraded + inconclusive
  if (known > MOST_RESULTS) throw tooMany(known)
}

const tooMany = (count: number) =>
  invalid({
    field: 'from',
    message: `the period holds ${count} results or more, and at most ${MOST_RESULTS} are replayed: ask for a shorter one`,
  })

/** A ping says how long its run took, and is the end of it. */
function asJudged({ type }: Monitor, { latenessMs, ...result }: DueResult, region: string): ReplayResult {
  const { scheduledAt, responseTimeMs } = result
  const startedAt = type === 'HEARTBEAT' ? scheduledAt - (responseTimeMs ?? 0) : scheduledAt + latenessMs
  return { ...result, startedAt, region }
}
