/** Gauges that are read when `/metrics` is scraped: the state of the instance in its database and in this process. */
import { Counter, Gauge, type Registry } from 'prom-client'
import { INCIDENT_STATUSES, SEVERITIES } from '../core/incidents/incident.ts'
import type { Meter } from '../core/meter.ts'
import { CONFIGURED_STATUSES, RUNTIME_STATUSES } from '../core/monitors/monitor.ts'
import { DAY_MS, SECOND_MS } from '../core/platform/time/time.ts'
import { initRegionMetrics } from '../services/evaluation/batch-metrics.ts'
import { addOnCallUsers } from '../services/on-call/rotations.ts'
import type { Context } from '../services/platform/context.ts'
import {
  countMonitors,
  countPending,
  countUnresolved,
  listMonitorFigures,
  listProbeFigures,
  type MonitorFigure,
  type ProbeFigure,
  readDatabaseSize,
} from '../store/instance-figures.ts'
import { listAllSchedules } from '../store/on-call/on-call-schedules.ts'
import type { StoreLoad } from '../store/platform/store.ts'
import { listRegions } from '../store/probes/regions.ts'

/** Minimum lifetime of values read from the database; slow queries are cached for longer. */
const CACHE_MS = 5_000

/** The size of the database includes all of its files. */
const SIZE_CACHE_MS = 60_000

/** An unresponsive database must not delay metrics that do not need it. */
const TIMEOUT_MS = 4_000

const MAX_PROBES = 1_000
const MAX_SCHEDULES = 1_000

export interface InstanceFacts {
  context: Pick<Context, 'store' | 'now'>
  /** Maximum number of monitors that get gauges. */
  monitors: number
  version: string
  /** Timeout of the database queries, ms. */
  timeoutMs?: number
  /** Calls `act` repeatedly for as long as the process lives. */
  repeat?: (act: () => void) => void
}

/**
 * How often connections are counted, ms. A scrape uses connections itself, so a count at that moment would include the
 * scrape; no multiple of this is a usual scrape interval.
 */
const COUNT_EVERY_MS = 1_700

const repeatByTimer = (act: () => void): void => void setInterval(act, COUNT_EVERY_MS).unref()

/** @returns updates the gauges; never throws */
export function createInstanceGauges(registry: Registry, meter: Meter, facts: InstanceFacts): () => Promise<void> {
  const { monitors, version, timeoutMs = TIMEOUT_MS, repeat = repeatByTimer } = facts
  const { store, now } = facts.context
  const gauges = defineGauges(registry)
  const probes = defineProbeGauges(registry)
  gauges.build.set({ version, node: process.versions.node, database: store.dialect }, 1)

  const readFigures = withCache(async () => {
    const at = now()
    return {
      monitors: await countMonitors(store.db),
      incidents: await countUnresolved(store.db),
      pending: await countPending(store.db, at),
      regions: await listRegions(store.db),
      probes: await listProbeFigures(store.db, at - DAY_MS, MAX_PROBES),
      each: await listMonitorFigures(store.db, monitors),
      schedules: await addOnCallUsers(store.db, await listAllSchedules(store.db, MAX_SCHEDULES), at),
    }
  }, CACHE_MS)
  const measure = withCache(() => readDatabaseSize(store.db), SIZE_CACHE_MS)

  const fill = async (): Promise<void> => {
    const [found, size] = await Promise.all([readFigures(), measure()])
    clear(gauges, probes)
    gauges.databaseUp.set(1)
    gauges.databaseBytes.set(size.bytes)
    if (size.logBytes !== null) gauges.databaseLogBytes.set(size.logBytes)
    if (size.freeBytes !== null) gauges.diskFreeBytes.set(size.freeBytes)
    let living = 0
    setZeros(gauges)
    for (const { status, runtimeStatus, count } of found.monitors) {
      gauges.monitors.inc({ state: toState(status, runtimeStatus) }, count)
      living += count
    }
    for (const { count, ...labels } of found.incidents) gauges.incidents.set(labels, count)
    for (const [overdue, count] of Object.entries(found.pending.counts)) gauges.pending.set({ overdue }, count)
    const { oldestDueAt } = found.pending
    gauges.oldestDue.set(oldestDueAt === null ? 0 : (now() - oldestDueAt) / SECOND_MS)
    gauges.omitted.set(Math.max(0, living - found.each.length))
    for (const probe of found.probes) setProbe(probes, probe, now())
    for (const { code } of found.regions) initRegionMetrics(meter, code)
    for (const monitor of found.each) setMonitor(gauges, monitor)
    for (const { id, name, projectId, onCall } of found.schedules)
      if (onCall) gauges.onCall.set({ schedule: id, name, project: projectId, user: onCall.name }, 1)
  }

  const countConnections = () => setConnections(gauges, store.load())
  countConnections()
  repeat(countConnections)

  return async () => {
    setRetries(gauges, store.load())
    const deadline = AbortSignal.timeout(timeoutMs)
    const { promise: tooLong, reject } = Promise.withResolvers<never>()
    deadline.addEventListener('abort', () => reject(deadline.reason))
    try {
      await Promise.race([fill(), tooLong])
    } catch {
      // Earlier values of the database may no longer be true
      clear(gauges, probes)
      gauges.databaseUp.set(0)
    }
  }
}

type Gauges = ReturnType<typeof defineGauges>

const MONITOR = ['monitor', 'name', 'type', 'project'] as const

function defineGauges(registry: Registry) {
  const gauge = <const L extends string>(name: string, help: string, labelNames: readonly L[] = []) =>
    new Gauge({ name: `watchkeeper_${name}`, help, labelNames: [...labelNames], registers: [registry] })
  return {
    build: gauge('build_info', 'Version of the running server; always 1', ['version', 'node', 'database']),
    connections: gauge('database_connections', 'PostgreSQL connections and requests waiting for a connection', [
      'state',
    ]),
    retries: new Counter({
      name: 'watchkeeper_database_retries_total',
      help: 'Transactions retried because of a conflict with another transaction',
      registers: [registry],
    }),
    databaseUp: gauge('database_up', '1 if the database responded to the last health check, otherwise 0'),
    databaseBytes: gauge('database_size_bytes', 'Size of the database'),
    databaseLogBytes: gauge('database_log_bytes', 'Size of the SQLite write-ahead log'),
    diskFreeBytes: gauge('disk_free_bytes', 'Free space on the disk that holds the SQLite file'),
    monitors: gauge('monitors', 'Monitors by status; "paused" if they are not checked', ['state']),
    incidents: gauge('incidents_unresolved', 'Incidents that are not resolved', ['severity', 'status']),
    pending: gauge('deliveries_pending', 'Pending deliveries to notification targets, by how long they have been due', [
      'overdue',
    ]),
    oldestDue: gauge('delivery_oldest_due_seconds', 'How long the oldest pending delivery has been due'),
    omitted: gauge('monitors_omitted', 'Monitors without individual gauges, see WK_METRICS_MONITORS'),
    monitorUp: gauge(
      'monitor_up',
      '1 if the monitor is up or slow, 0 if it is down, absent if its status is unknown',
      MONITOR,
    ),
    monitorSeconds: gauge('monitor_response_time_seconds', 'Response time of the last check, if it succeeded', MONITOR),
    onCall: gauge('on_call', 'User on call by schedule; always 1, absent while no user is on call', [
      'schedule',
      'name',
      'project',
      'user',
    ]),
    monitorChecked: gauge('monitor_last_check_timestamp_seconds', 'Time when the last check ended, Unix time', MONITOR),
  }
}

/** Clears the gauges that come from the database; gauges of the process stay. */
function clear({ build, connections, retries, ...ofDatabase }: Gauges, probes: ProbeGauges): void {
  for (const gauge of [...Object.values(ofDatabase), ...Object.values(probes)]) {
    gauge.reset()
    // A gauge without labels resets to 0, which would report a full disk. An unknown value must be absent instead
    gauge.remove({})
  }
}

/** An instance without monitors or incidents reports 0. */
function setZeros({ monitors, incidents }: Gauges): void {
  for (const state of new Set([...RUNTIME_STATUSES, ...CONFIGURED_STATUSES])) {
    if (state !== 'active') monitors.set({ state }, 0)
  }
  for (const severity of SEVERITIES)
    for (const status of INCIDENT_STATUSES) if (status !== 'resolved') incidents.set({ severity, status }, 0)
}

const toState = (status: string, runtimeStatus: string): string => (status === 'active' ? runtimeStatus : status)

function setRetries({ retries }: Gauges, load: StoreLoad): void {
  retries.reset()
  retries.inc(load.retries)
}

function setConnections({ connections }: Gauges, { connections: counts }: StoreLoad): void {
  if (counts === null) return
  const { open, idle, waiting } = counts
  connections.set({ state: 'in_use' }, open - idle)
  connections.set({ state: 'idle' }, idle)
  connections.set({ state: 'waiting' }, waiting)
}

function setMonitor(gauges: Gauges, { id, name, type, projectId, status, runtimeStatus, last }: MonitorFigure): void {
  const labels = { monitor: id, name, type, project: projectId }
  const state = toState(status, runtimeStatus)
  if (state === 'up' || state === 'degraded') gauges.monitorUp.set(labels, 1)
  if (state === 'down') gauges.monitorUp.set(labels, 0)
  if (last === null) return
  gauges.monitorChecked.set(labels, last.at / SECOND_MS)
  if (last.responseMs !== null) gauges.monitorSeconds.set(labels, last.responseMs / SECOND_MS)
}

type ProbeGauges = ReturnType<typeof defineProbeGauges>

/** Gauges of each probe, read from the database. */
function defineProbeGauges(registry: Registry) {
  const common = (name: string, help: string) => ({
    name: `watchkeeper_probe_${name}`,
    help,
    labelNames: ['probe', 'name', 'region'],
    registers: [registry],
  })
  const gauge = (name: string, help: string) => new Gauge(common(name, help))
  return {
    up: gauge('up', '1 if the probe is alive, that is, its lease is valid, otherwise 0'),
    seen: gauge('last_seen_timestamp_seconds', 'Time when the probe last contacted a server, Unix time'),
    lease: gauge('lease_seconds', 'Remaining lease time of the probe; negative if the lease has expired'),
    held: gauge('monitors_held', 'Monitors checked by the probe'),
    waiting: gauge('results_waiting', 'Results of the probe that no server has accepted yet'),
    dropped: new Counter(
      common('results_dropped_total', 'Results that the probe has discarded since its start for lack of space'),
    ),
    overdue: gauge('overdue_seconds', 'How long the most overdue check of the probe has been due'),
    late: gauge('late_seconds', 'How long the oldest due check of the probe has waited for its start'),
    skipped: gauge('skipped_ratio', 'Share of the due checks that the probe leaves out because of overload, 0 to 1'),
    clock: gauge('clock_ahead_seconds', 'How far the clock of the probe is ahead of the server'),
  }
}

function setProbe(gauges: ProbeGauges, { id, name, region, ...probe }: ProbeFigure, now: number): void {
  const labels = { probe: id, name, region }
  const { vitals } = probe
  gauges.up.set(labels, probe.isLive && probe.leaseUntil > now ? 1 : 0)
  gauges.seen.set(labels, probe.seenAt / SECOND_MS)
  gauges.lease.set(labels, (probe.leaseUntil - now) / SECOND_MS)
  // Present from the registration on: increase() then includes the first discarded results
  gauges.dropped.inc(labels, vitals?.dropped ?? 0)
  if (vitals === null) return
  gauges.held.set(labels, vitals.held)
  gauges.waiting.set(labels, vitals.waiting)
  gauges.overdue.set(labels, vitals.overdueMs / SECOND_MS)
  gauges.late.set(labels, vitals.lateMs / SECOND_MS)
  gauges.skipped.set(labels, (vitals.skippedPercent ?? 0) / 100)
  if (vitals.clockAheadMs !== null) gauges.clock.set(labels, vitals.clockAheadMs / SECOND_MS)
}

/** Caches an expensive value for 100 times as long as it took to compute, which limits the cost to 1% of the time. */
const SHARE = 100

/**
 * @param leastMs minimum lifetime of a value
 * @returns finds the value; concurrent callers share one computation
 */
export function withCache<T>(
  find: () => Promise<T>,
  leastMs: number,
  elapsedMs: () => number = () => performance.now(),
): () => Promise<T> {
  let value: Promise<T> | null = null
  let until = 0
  return () => {
    const startedAt = elapsedMs()
    if (value !== null && startedAt < until) return value
    until = Number.POSITIVE_INFINITY
    const finding = find()
    value = finding
    finding.then(
      () => {
        const now = elapsedMs()
        until = now + Math.max(leastMs, SHARE * (now - startedAt))
      },
      () => {
        until = 0
      },
    )
    return finding
  }
}
