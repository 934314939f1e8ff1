/**
 * Expected truth of a script for each monitor: when it is down, when the service cannot see it, and by when it must be
 * reported.
 */
import {
  hasOverlap,
  isWithin,
  type Job,
  type Outage,
  type Scenario,
  type ScriptedMonitor,
  type Span,
  type Target,
  type Trouble,
} from './script.ts'

const SECOND_MS = 1_000

/**
 * Cases that a probe in one place cannot distinguish. The script does not contain them, and no acceptance limit covers
 * them.
 */
export const LIMITS: readonly string[] = [
  'The name server and every target are behind one router, and it fails: the same packets are missing as with a dead line.',
  'One interface of two or one address family dies silently. All of its targets are in one network: the same as an outage of that network.',
  'Every target that one interface of two or one address family leads to fails at once, in several networks: the same as its silent death.',
  'The first start ever is while the line is dead: the probe has no target, address or name that ever answered.',
  'A job pings across a dead line: no ping arrives, the same as from a dead job. Jobs of the script are on the near side.',
  'An outage begins and ends while the probe is in trouble, stopped or killed, or between two checks: no check can see it.',
  'The zones of all names fail at once with SERVFAIL: the same as a name server without an uplink. A single failing name counts as an outage.',
]

/** Maximum time between a check and its record: evaluation and queries to witnesses. */
export const WRITE_MS = 5 * SECOND_MS

/** A ping that arrives this short before a stop may be lost. */
const PING_WRITE_MS = 100

/** The limit beyond one interval. Half of it is for the repeated check that confirms a failure. */
export const ALLOWED_MS = 15 * SECOND_MS

/** Additional delay of a message for grouping with others of the same cause. */
export const GROUPING_MS = 30 * SECOND_MS

/** Maximum wait before a failed check is repeated. */
const RECHECK_MS = 10 * SECOND_MS

export function getMonitor({ monitors }: Scenario, id: string): ScriptedMonitor {
  const found = monitors.find((monitor) => monitor.id === id)
  if (found === undefined) throw new Error(`no monitor ${id} in the scenario`)
  return found
}

const isByName = ({ hostName }: Target): boolean => hostName !== null

/**
 * Returns whether checks use the target's network. A check of a DNS monitor with a name only queries the name server.
 */
const hasNetworkPath = ({ type, hostName }: Target): boolean => type !== 'DNS' || hostName === null

function isCut({ networks, nameServer }: Scenario, target: Target, part: 'all' | { uplink?: string; family?: number }) {
  if (part === 'all') return true
  const network = networks.find(({ id }) => id === target.network)!
  const isNetworkCut = network.uplink === part.uplink || network.family === part.family
  const isNameServerCut = nameServer === 'far' && (part.uplink === 'a' || part.family === 4)
  return (isNetworkCut && hasNetworkPath(target)) || (isNameServerCut && isByName(target))
}

/** Returns the spans in which the service cannot see this monitor, in order and without overlaps. */
export function listBlindSpans(scenario: Scenario, monitor: ScriptedMonitor): Span[] {
  const { target } = monitor
  const { regions, troubles } = scenario
  if (regions !== undefined) {
    const away = troubles.filter(({ kind, region }) => region === undefined && kind !== 'receiver')
    return mergeSpans([...away, ...listOutvotedSpans(scenario, monitor, regions, troubles)])
  }
  const blind = scenario.troubles.filter((trouble) => {
    if (trouble.kind === 'stopped' || trouble.kind === 'killed') return true
    if (trouble.kind === 'overload') return false
    if (target === null || trouble.kind === 'receiver' || trouble.kind === 'cut' || trouble.kind === 'blocked')
      return false
    return trouble.kind === 'name-server' ? isByName(target) : isCut(scenario, target, trouble.part)
  })
  return mergeSpans(blind)
}

/**
 * Returns the spans in which no majority of the regions checks this monitor. While the server or the connection to it is
 * away, probes check and keep their results.
 */
export const listUnmeasuredSpans = (scenario: Scenario, monitor: ScriptedMonitor): Span[] =>
  scenario.regions === undefined
    ? listBlindSpans(scenario, monitor)
    : listOutvotedSpans(
        scenario,
        monitor,
        scenario.regions,
        scenario.troubles.filter(({ kind }) => kind !== 'cut'),
      )

/** Returns whether probes outside the server could not send their results of a part of the span at once. */
export const isReportedAfterwards = ({ regions, troubles }: Scenario, span: Span): boolean =>
  regions !== undefined &&
  troubles.some(
    (trouble) =>
      (trouble.kind === 'cut' || (trouble.region === undefined && trouble.kind !== 'receiver')) &&
      hasOverlap(trouble, span),
  )

/** Returns the spans in which two regions have trouble that concerns this monitor. */
function listOutvotedSpans(
  scenario: Scenario,
  { id, target }: ScriptedMonitor,
  regions: readonly string[],
  troubles: readonly Trouble[],
): Span[] {
  const isConcerned = (trouble: Trouble) =>
    trouble.kind === 'blocked'
      ? trouble.monitor === id
      : trouble.kind !== 'line' || isCut(scenario, target!, trouble.part)
  const byRegion = regions.map((code) =>
    mergeSpans(troubles.filter((trouble) => trouble.region === code && isConcerned(trouble))),
  )
  const both = byRegion.flatMap((spans, index) =>
    byRegion.slice(index + 1).flatMap((others) =>
      spans.flatMap((one) =>
        others
          .filter((other) => hasOverlap(one, other))
          .map((other) => ({
            fromMs: Math.max(one.fromMs, other.fromMs),
            toMs: Math.min(one.toMs, other.toMs),
          })),
      ),
    ),
  )
  return mergeSpans(both)
}

export function mergeSpans(spans: readonly Span[]): Span[] {
  const merged: Span[] = []
  for (const { fromMs, toMs } of spans.toSorted((a, b) => a.fromMs - b.fromMs)) {
    const last = merged.at(-1)
    if (last !== undefined && fromMs <= last.toMs) last.toMs = Math.max(last.toMs, toMs)
    else merged.push({ fromMs, toMs })
  }
  return merged
}

/**
 * Returns the parts of a span outside all holes.
 *
 * @param holes in order, without overlaps
 */
export function excludeSpans(span: Span, holes: readonly Span[]): Span[] {
  const parts: Span[] = []
  let fromMs = span.fromMs
  for (const hole of holes.filter((hole) => hasOverlap(hole, span))) {
    if (hole.fromMs > fromMs) parts.push({ fromMs, toMs: hole.fromMs })
    fromMs = Math.max(fromMs, hole.toMs)
  }
  return fromMs < span.toMs ? [...parts, { fromMs, toMs: span.toMs }] : parts
}

export const sumLengthMs = (spans: readonly Span[]): number =>
  spans.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0)

/** The part of an outage that affects one monitor. */
export interface ExpectedDowntime extends Span {
  outage: Outage
  monitor: ScriptedMonitor
  /**
   * From the last evidence of `up` to the first evidence of recovery. A report of `down` within it is no false alarm.
   */
  plausibleSpan: Span
  /** Maximum delay of the report after the start, without any trouble. */
  allowedMs: number
  /** Part of the limit that the monitor's settings add: further repeats, and timeouts of checks without a response. */
  settingsMs: number
}

export const listExpectedDowntimes = (scenario: Scenario): ExpectedDowntime[] =>
  scenario.outages.flatMap((outage) =>
    outage.monitors.flatMap((id) => {
      const monitor = getMonitor(scenario, id)
      const down = monitor.job
        ? toJobDowntime(outage, monitor, monitor.job)
        : toTargetDowntime(scenario, outage, monitor)
      return down ?? []
    }),
  )

function toTargetDowntime(scenario: Scenario, outage: Outage, monitor: ScriptedMonitor): ExpectedDowntime {
  const { fromMs, toMs } = outage
  const { intervalSeconds, timeoutMs } = monitor.target!
  const settingsMs = computeSettingsMs(scenario, outage, monitor.target!)
  return {
    outage,
    monitor,
    fromMs,
    toMs,
    plausibleSpan: { fromMs: fromMs - timeoutMs, toMs: toMs + timeoutMs + WRITE_MS },
    allowedMs: computeStretchedMs(scenario, intervalSeconds) + ALLOWED_MS + settingsMs,
    settingsMs,
  }
}

/** How long results wait for their storage on an overloaded machine. */
const STORING_MS = 20 * SECOND_MS

/** Returns the time until the next result of a monitor. An overload lengthens the interval by its factor. */
export function computeStretchedMs({ troubles }: Scenario, intervalSeconds: number): number {
  const factors = troubles.flatMap((trouble) => (trouble.kind === 'overload' ? [trouble.factor] : []))
  const intervalMs = intervalSeconds * SECOND_MS
  return factors.length === 0 ? intervalMs : Math.max(...factors) * intervalMs + STORING_MS
}

/** The base limit covers a failure that is seen at once and repeated once. */
function computeSettingsMs({ nameTtlSeconds }: Scenario, { how }: Outage, target: Target): number {
  const { intervalSeconds, timeoutMs, failureThreshold } = target
  const recheckMs = Math.min(RECHECK_MS, (intervalSeconds * SECOND_MS) / 3)
  const furtherMs = Math.max(0, failureThreshold - 2) * recheckMs
  const silenceMs = how === 'hang' ? failureThreshold * timeoutMs : 0
  const keptMs = how === 'name-gone' || how === 'name-servfail' ? nameTtlSeconds * SECOND_MS : 0
  return furtherMs + silenceMs + keptMs
}

/** Returns the times of a job's pings within a span. */
export function listPingsWithin({ firstPingMs, periodMs }: Job, { fromMs, toMs }: Span): number[] {
  const first = Math.max(0, Math.ceil((fromMs - firstPingMs) / periodMs))
  const times: number[] = []
  for (let at = firstPingMs + first * periodMs; at < toMs; at += periodMs) times.push(at)
  return times
}

/**
 * Returns when a job is down. A silent job is down from its deadline to its next ping. A job that reports a failure is
 * down from that ping on.
 *
 * @returns null when no ping was due in the outage, or the next one came before the deadline
 */
function toJobDowntime(outage: Outage, monitor: ScriptedMonitor, job: Job): ExpectedDowntime | null {
  const [missing] = listPingsWithin(job, outage)
  if (missing === undefined) return null
  const fromMs = outage.how === 'silence' ? missing + job.graceMs : missing
  const [back] = listPingsWithin(job, { fromMs: outage.toMs, toMs: outage.toMs + job.periodMs }) as [number]
  if (back <= fromMs) return null
  const suspect = { fromMs: missing, toMs: back + WRITE_MS }
  return { outage, monitor, fromMs, toMs: back, plausibleSpan: suspect, allowedMs: ALLOWED_MS, settingsMs: 0 }
}

/**
 * Returns how much later the end of an outage may be reported because a region fell silent during it. The failures of that
 * region keep the monitor degraded, and its incident open, while they are fresh. The last result of the region may be an
 * unconfirmed recovery.
 */
export function computeSilenceMs(
  { troubles }: Scenario,
  { monitor, fromMs, toMs, allowedMs }: ExpectedDowntime,
): number {
  const { target } = monitor
  const span = { fromMs, toMs: toMs + allowedMs }
  const silent = troubles.filter((trouble) => trouble.region !== undefined && hasOverlap(trouble, span))
  if (target === null || silent.length === 0) return 0
  const lastResultMs = Math.max(...silent.map((trouble) => Math.max(0, trouble.fromMs - toMs)))
  return lastResultMs + Math.max(90 * SECOND_MS, 2 * target.intervalSeconds * SECOND_MS + target.timeoutMs)
}

/**
 * Returns the parts of an outage that the service can see. After an absence a job's deadline is postponed by the job's
 * period and grace period, so its part begins then.
 */
export function listVisibleParts(scenario: Scenario, down: ExpectedDowntime): Span[] {
  const blind = listBlindSpans(scenario, down.monitor)
  const { job } = down.monitor
  if (job === null) return excludeSpans(down, blind)
  const waits = blind
    .filter(({ toMs }) => toMs > down.plausibleSpan.fromMs - job.periodMs)
    .map(({ fromMs, toMs }) => ({ fromMs, toMs: toMs + job.periodMs + job.graceMs }))
  return excludeSpans(down, mergeSpans(waits))
}

/**
 * Returns the first moment at which the service can see the end of an outage: a job's ping must reach a running
 * service. While a target refuses a region, its monitor is degraded, and its incident stays open.
 */
export function findFirstVisibleUp(scenario: Scenario, { monitor, toMs }: ExpectedDowntime): number {
  const isBlocked = (trouble: Trouble) => trouble.kind === 'blocked' && trouble.monitor === monitor.id
  if (monitor.job === null)
    return scenario.troubles.find((trouble) => isBlocked(trouble) && isWithin(trouble, toMs))?.toMs ?? toMs
  const blind = listBlindSpans(scenario, monitor)
  const pings = listPingsWithin(monitor.job, { fromMs: toMs, toMs: scenario.lengthMs })
  return (
    pings.find((at) => !blind.some((span) => span.fromMs - PING_WRITE_MS < at && at < span.toMs)) ?? scenario.lengthMs
  )
}
