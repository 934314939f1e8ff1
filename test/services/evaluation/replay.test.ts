/** A replay with the same thresholds must give the same results as the original evaluation. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MINUTE_MS, SECOND_MS } from '../../../src/core/platform/time/time.ts'
import type { CheckResult } from '../../../src/core/probes/protocol.ts'
import { sumSpans } from '../../../src/core/results/uptime.ts'
import { NO_TIMINGS } from '../../../src/core/results/verdict.ts'
import { recordResults } from '../../../src/services/evaluation/record-results.ts'
import { Replays } from '../../../src/services/evaluation/replay.ts'
import { markStaleMonitors } from '../../../src/services/evaluation/stale-monitors.ts'
import { stopFlapping } from '../../../src/services/evaluation/stop-flapping.ts'
import { openDeferredIncidents } from '../../../src/services/maintenance/deferred-incidents.ts'
import { createMonitor } from '../../../src/services/monitors/monitor-creation.ts'
import { getMonitor, pauseMonitor, resumeMonitor } from '../../../src/services/monitors/monitors.ts'
import { readSpans } from '../../../src/services/results/uptime.ts'
import { findNextStableAt } from '../../../src/store/incidents/flaps.ts'
import { findNextDeferredIncidentAt } from '../../../src/store/maintenance/deferred-incidents.ts'
import { insertMaintenanceSpans } from '../../support/database/monitor-rows.ts'
import { DIALECTS } from '../../support/database/stores.ts'
import { readRows } from '../../support/database/tables.ts'
import { createMonitorDraft, createMonitorFixture, type MonitorFixture } from '../../support/factories/monitors.ts'
import { createSeededRandom } from '../../support/factories/random.ts'
import { MONDAY } from '../../support/time/clock.ts'

const REGIONS = ['local', 'eu-1', 'us-1']

type Mood = 'up' | 'down' | 'slow' | 'odd' | 'silent'

const SAYS: Record<Exclude<Mood, 'silent'>, Partial<CheckResult>> = {
  up: { status: 'up' },
  down: { status: 'down', errorType: 'timeout', errorMessage: 'no answer' },
  slow: { status: 'degraded', errorType: 'slow_response', errorMessage: 'answered in 900 ms, slower than 500 ms' },
  odd: { status: 'inconclusive', errorType: 'dns_error', errorMessage: 'no resolver' },
}

const MOODS: Mood[] = ['up', 'up', 'up', 'down', 'down', 'slow', 'odd', 'silent']

/** Checks about once a minute from alternating regions, in the order in which they ended; none during the pause. */
function* history(random: () => number, monitorKey: number, minutes: number) {
  const moods = new Map<string, Mood>(REGIONS.map((region) => [region, 'up']))
  const checks: { region: string; at: number; result: CheckResult }[] = []
  const pick = () => MOODS[Math.floor(random() * MOODS.length)]!
  for (let minute = 1; minute <= minutes; minute++) {
    if (random() < 0.1) {
      const mood = pick()
      for (const region of REGIONS) moods.set(region, mood)
    }
    for (const [index, region] of REGIONS.entries()) {
      if (random() < 0.12) moods.set(region, pick())
      const mood = moods.get(region)!
      if (mood === 'silent' || (minute >= 55 && minute <= 60)) continue
      const scheduledAt = MONDAY + minute * MINUTE_MS + index * 7 * SECOND_MS
      const startedAt = scheduledAt + Math.floor(random() * 50)
      const responseTimeMs = Math.floor(random() * (mood === 'down' ? 10_000 : 900))
      const result: CheckResult = {
        monitorKey,
        kind: 'check',
        scheduledAt,
        startedAt,
        status: 'up',
        responseTimeMs,
        statusCode: null,
        errorType: null,
        errorMessage: null,
        timings: NO_TIMINGS,
        remoteAddress: null,
        ...SAYS[mood],
      }
      checks.push({ region, at: startedAt + responseTimeMs, result })
    }
  }
  yield* checks.sort((a, b) => a.at - b.at)
}

/** Runs the service's watches until `until`, each as soon as it is due. */
async function watch({ context }: MonitorFixture, until: number) {
  const { db } = context.store
  // The last check may have confirmed a status that was stable for long enough
  await stopFlapping(context)
  for (;;) {
    const due = Math.min(
      (await findNextStableAt(db, context.now())) ?? Infinity,
      (await findNextDeferredIncidentAt(db)) ?? Infinity,
    )
    if (due > until) return
    context.setTime(due)
    await markStaleMonitors(context, 0)
    await stopFlapping(context)
    await openDeferredIncidents(context)
  }
}

/** Two windows that overlap, and a third window. */
const MAINTENANCE = [
  [20, 27],
  [25, 33],
  [90, 97],
].map(([from, to]) => ({ starts_at: MONDAY + from! * MINUTE_MS + 500, ends_at: MONDAY + to! * MINUTE_MS + 700 }))

/**
 * Plays the history to the service as it happens.
 *
 * @returns when the history ends
 */
async function play(desk: MonitorFixture, random: () => number, monitor: { id: string; key: number }) {
  const { context, scope } = desk
  await insertMaintenanceSpans(
    context.store.db,
    MAINTENANCE.map((span, index) => ({ ...span, monitor_key: monitor.key, window_id: `window ${index}` })),
  )
  const pauses = [60, 75].map((minute) => MONDAY + minute * MINUTE_MS + Math.floor(random() * MINUTE_MS))
  for (const { region, at, result } of history(random, monitor.key, 120)) {
    while (pauses.length > 0 && pauses[0]! <= at) {
      const pausedAt = pauses.shift()!
      await watch(desk, pausedAt)
      context.setTime(pausedAt)
      await markStaleMonitors(context, 0) // as the service does every few seconds
      await (pauses.length === 1 ? pauseMonitor : resumeMonitor)(context, scope, monitor.id)
    }
    await watch(desk, at)
    context.setTime(at)
    // The stale-monitor watch runs at random; whether it runs before the next result must not matter
    if (random() < 0.2) await markStaleMonitors(context, 0)
    // A probe does not check a paused monitor
    if (pauses.length !== 1) await recordResults(context, region, [result])
  }
  const end = MONDAY + 130 * MINUTE_MS
  await watch(desk, end)
  context.setTime(end)
  await markStaleMonitors(context, 0)
  return end
}

/** Reads the incidents that the checks opened from the database. */
async function readIncidents({ context }: MonitorFixture, monitorKey: number) {
  const { db } = context.store
  const rows = await readRows(db, 'incidents', { monitor_key: monitorKey }, ['started_at', 'family'])
  const reopened = await readRows(db, 'incident_updates', { kind: 'reopened' })
  return rows.map((row) => ({
    family: row.family,
    type: row.type,
    severity: row.severity,
    startedAt: row.started_at,
    resolvedAt: row.resolved_at,
    failureCount: row.failure_count,
    regions: JSON.parse(row.affected_regions).toSorted(),
    reason: row.error_message,
    reopenings: reopened.filter((update) => update.incident_id === row.id).length,
  }))
}

// Seeds whose histories flap, fail in maintenance and are reopened
for (const dialect of DIALECTS)
  for (const [seed, thresholds] of [
    [100, { failureThreshold: 1, recoveryThreshold: 1 }],
    [149, { failureThreshold: 2, recoveryThreshold: 2 }],
    [150, { failureThreshold: 3, recoveryThreshold: 1 }],
  ] as const)
    test(`${dialect}: a replay with the monitor's own thresholds gives what happened (seed ${seed})`, async (t) => {
      const desk = await createMonitorFixture(t, dialect)
      const { context, scope } = desk
      const made = await createMonitor(
        context,
        scope,
        createMonitorDraft({ intervalSeconds: 60, regions: REGIONS, ...thresholds }),
      )
      const end = await play(desk, createSeededRandom(seed), made)
      const monitor = await getMonitor(context.store.db, scope.projectId, made.id)
      const period = { from: MONDAY, to: end }
      const replay = await new Replays(context).run(monitor, {}, period)
      const lived = await readIncidents(desk, monitor.key)
      const replayed = replay.incidents.map((incident) => ({
        family: incident.family,
        type: incident.type,
        severity: incident.severity,
        startedAt: incident.startedAt,
        resolvedAt: incident.resolvedAt,
        failureCount: incident.failureCount,
        regions: incident.affectedRegions.toSorted(),
        reason: incident.errorMessage,
        reopenings: incident.reopenings,
      }))
      assert.ok(lived.length > 2, `only ${lived.length} incidents`)
      assert.deepEqual(replayed, lived)
      const time = sumSpans(await readSpans(context.store.db, monitor, period))
      assert.deepEqual(replay.time, time)
      assert.ok(time.paused > 0 && time.unknown > 0 && time.down > 0 && time.maintenance > 0, JSON.stringify(time))
      const { incidentCount, statusChanges } = replay
      assert.deepEqual(replay.actual, { incidentCount, statusChanges, time })
      assert.equal(incidentCount, lived.length)
    })
