/** Deadlines of jobs whose pings were expected in maintenance. */
import type { HeartbeatSettings } from '../../core/heartbeats/heartbeat.ts'
import {
  computeFreshUntil,
  extendAfterMaintenance,
  type HeartbeatState,
} from '../../core/heartbeats/heartbeat-state.ts'
import { PLAN_AHEAD_MS } from '../../core/maintenance/maintenance-progress.ts'
import { mergeExcluded } from '../../core/results/uptime.ts'
import { saveFreshness } from '../../store/evaluation/check-states.ts'
import {
  type Heartbeat,
  loadPingedMonitors,
  lockHeartbeatsOf,
  type PingedMonitor,
  saveHeartbeats,
} from '../../store/heartbeats/heartbeats.ts'
import { listMaintenanceSpans } from '../../store/maintenance/maintenance-spans.ts'
import type { Tx } from '../../store/platform/store.ts'

/**
 * Finds the states that heartbeats have with their maintenance until now. Jobs that are down and monitors that are not
 * active are left out, because their deadlines do not move.
 *
 * @param heartbeats locked by the transaction
 * @param monitors by key
 * @returns by monitor key
 */
async function findExtendedStates(
  tx: Tx,
  heartbeats: readonly Heartbeat[],
  monitors: ReadonlyMap<number, PingedMonitor>,
  now: number,
): Promise<Map<number, HeartbeatState>> {
  const waiting = heartbeats.filter(({ monitorKey, state }) => {
    const monitor = monitors.get(monitorKey)
    return state.armedAt !== null && monitor?.status === 'active' && monitor.runtimeStatus !== 'down'
  })
  if (waiting.length === 0) return new Map()
  const since = Math.min(
    ...waiting.flatMap(({ state }) => [state.armedAt!, ...state.openRuns.map((run) => run.startedAt)]),
  )
  const keys = waiting.map(({ monitorKey }) => monitorKey)
  // Spans that follow without a gap belong to the same maintenance
  const spans = await listMaintenanceSpans(tx, keys, since, now + PLAN_AHEAD_MS)
  return new Map(
    waiting.flatMap(({ monitorKey, state }) => {
      const begun = mergeExcluded(spans.get(monitorKey) ?? []).filter(({ startsAt }) => startsAt <= now)
      const settings = monitors.get(monitorKey)!.settings as HeartbeatSettings
      return begun.length === 0 ? [] : [[monitorKey, extendAfterMaintenance(state, settings, begun)] as const]
    }),
  )
}

async function saveExtended(tx: Tx, extended: readonly Heartbeat[], now: number): Promise<void> {
  await saveHeartbeats(tx, extended)
  await saveFreshness(
    tx,
    extended.map(({ monitorKey, lastAt, state }) => ({ monitorKey, freshUntil: computeFreshUntil(state, lastAt) })),
    now,
  )
}

/**
 * Moves due deadlines whose pings were expected in maintenance.
 *
 * @param due heartbeats whose deadline has passed, locked by the transaction
 * @param monitors by key
 * @returns the heartbeats that missed their deadline
 */
export async function extendExpectedPings(
  tx: Tx,
  due: readonly Heartbeat[],
  monitors: ReadonlyMap<number, PingedMonitor>,
  now: number,
): Promise<Heartbeat[]> {
  const states = await findExtendedStates(tx, due, monitors, now)
  const isDeferred = ({ monitorKey }: Heartbeat): boolean => (states.get(monitorKey)?.dueAt ?? 0) > now
  await saveExtended(
    tx,
    due.filter(isDeferred).map((heartbeat) => ({ ...heartbeat, state: states.get(heartbeat.monitorKey)! })),
    now,
  )
  return due.filter((heartbeat) => !isDeferred(heartbeat))
}

/** Moves deadlines back that count from a maintenance that ends earlier now. */
export async function rescheduleExpectedPings(tx: Tx, monitorKeys: readonly number[], now: number): Promise<void> {
  const heartbeats = await lockHeartbeatsOf(tx, monitorKeys)
  if (heartbeats.length === 0) return
  const monitors = await loadPingedMonitors(
    tx,
    heartbeats.map(({ monitorKey }) => monitorKey),
  )
  const states = await findExtendedStates(tx, heartbeats, monitors, now)
  const earlier = heartbeats.flatMap((heartbeat) => {
    const state = states.get(heartbeat.monitorKey)
    const isEarlier = state?.dueAt && heartbeat.state.dueAt !== null && state.dueAt < heartbeat.state.dueAt
    return isEarlier ? [{ ...heartbeat, state }] : []
  })
  await saveExtended(tx, earlier, now)
}
