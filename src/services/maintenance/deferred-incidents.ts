/** Opens incidents that were deferred during maintenance, if the problem persists at its end. */

import { evaluateAfterMaintenance, isStale } from '../../core/evaluation/deferred.ts'
import { findMaintenanceAt } from '../../core/maintenance/maintenance-span.ts'
import { SECOND_MS } from '../../core/platform/time/time.ts'
import { loadEvaluatedMonitors } from '../../store/evaluation/evaluated-monitors.ts'
import { lockActiveForShare } from '../../store/evaluation/monitor-status.ts'
import {
  type DeferredIncident,
  findNextDeferredIncidentAt,
  listDueDeferredIncidents,
  saveDeferredIncidents,
  takeDeferredIncidents,
} from '../../store/maintenance/deferred-incidents.ts'
import { listMaintenanceSpans } from '../../store/maintenance/maintenance-spans.ts'
import { listRegions } from '../../store/probes/regions.ts'
import { toMonitorState } from '../evaluation/evaluation-batch.ts'
import { VotingRegions } from '../evaluation/voting-regions.ts'
import { applyToIncidents } from '../incidents/incidents.ts'
import type { Context } from '../platform/context.ts'
import { type BaseWork, transactSystem } from '../platform/work.ts'

/** Monitors per transaction. SQLite answers no request during a transaction, and 100 monitors take 20 ms. */
const BATCH = 100

/** After this delay, the stale-monitor job has marked the monitor `unknown`, or a fresh result has arrived. */
const RETRY_MS = 20 * SECOND_MS

/**
 * Opens due deferred incidents, each exactly once, even after a crash or with several servers.
 *
 * @returns when to call it again, Unix ms; null when no incident is deferred
 */
export async function openDeferredIncidents(context: Context): Promise<number | null> {
  const due = await listDueDeferredIncidents(context.store.db, context.now(), BATCH)
  if (due.length > 0) await transactSystem(context, (work) => openDue(work, due))
  return findNextDeferredIncidentAt(context.store.db)
}

async function openDue(work: BaseWork, due: readonly DeferredIncident[]): Promise<void> {
  const { tx, at: now } = work
  // Same lock order as the recording of results: first the monitors, then their dependent rows. Results being written
  // now are visible afterwards
  const keys = due.map(({ monitorKey }) => monitorKey)
  const active = await lockActiveForShare(tx, keys)
  const claimed = await takeDeferredIncidents(tx, due)
  const ours = due.filter(({ monitorKey }) => claimed.has(monitorKey) && active.has(monitorKey))
  const spans = await listMaintenanceSpans(tx, keys, now, now + 1)
  const stillInMaintenance = ours.flatMap(({ monitorKey }) => {
    const maintenance = findMaintenanceAt(spans.get(monitorKey) ?? [], now)
    return maintenance ? [{ monitorKey, dueAt: maintenance.endsAt }] : []
  })
  await saveDeferredIncidents(tx, stillInMaintenance)
  const waiting = new Set(stillInMaintenance.map(({ monitorKey }) => monitorKey))
  const ended = ours.filter(({ monitorKey }) => !waiting.has(monitorKey))
  const monitors = await loadEvaluatedMonitors(
    tx,
    ended.map(({ monitorKey }) => monitorKey),
  )
  const votingRegions = new VotingRegions(await listRegions(tx))
  const candidates = ended.flatMap((deferred) => {
    const monitor = monitors.get(deferred.monitorKey)
    return monitor ? [{ ...deferred, state: toMonitorState(monitor, votingRegions) }] : []
  })
  // The last result is old if no server was running
  const stale = candidates.filter(({ state }) => isStale(state, now))
  await saveDeferredIncidents(
    tx,
    stale.map(({ monitorKey }) => ({ monitorKey, dueAt: now + RETRY_MS })),
  )
  const evaluations = candidates.flatMap(({ monitorKey, dueAt, state }) => {
    const evaluation = isStale(state, now) ? null : evaluateAfterMaintenance(monitorKey, state, dueAt, now)
    return evaluation ? [evaluation] : []
  })
  await applyToIncidents(work, evaluations)
}
