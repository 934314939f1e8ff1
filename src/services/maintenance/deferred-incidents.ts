/** Incidents that did not open because of maintenance open at its end, where the trouble has not gone with it. */

import { evaluateAfterMaintenance, isStale } from '../../core/evaluation/deferred.ts'
import { findMaintenanceAt } from '../../core/maintenance/maintenance-span.ts'
import { SECOND_MS } from '../../core/platform/time/time.ts'
import { loadEvaluated } from '../../store/evaluation/check-states.ts'
import { lockActiveForShare } from '../../store/evaluation/monitor-status.ts'
import {
  type DeferredIncident,
  findNextDeferredIncidentAt,
  listDueDeferredIncidents,
  saveDeferredIncidents,
  takeDeferredIncidents,
} from '../../store/maintenance/deferred-incidents.ts'
import { listMaintenanceSpans } from '../../store/maintenance/maintenance-spans.ts'
import type { Tx } from '../../store/platform/store.ts'
import { listRegions } from '../../store/probes/regions.ts'
import { toMonitorState } from '../evaluation/evaluation-batch.ts'
import { VotingRegions } from '../evaluation/voting-regions.ts'
import { applyToIncidents } from '../incidents/incidents.ts'
import type { Context } from '../platform/context.ts'

/** Monitors looked at in one transaction: in SQLite nobody is answered while one goes on, and so many take 20 ms. */
const BATCH = 100

/** By then the watch for silence has said that nobody knows how a monitor is, or somebody does. */
const RETRY_MS = 20 * SECOND_MS

/**
 * Opens what was withheld and is due, each once, whatever crashes and however many servers do so.
 *
 * @returns when to do it again, Unix ms; null when nothing is withheld
 */
export async function openDeferredIncidents(context: Context): Promise<number | null> {
  const due = await listDueDeferredIncidents(context.store.db, context.now(), BATCH)
  if (due.length > 0) {
    const opened = await context.store.transact((tx) => openDue(tx, context, due))
    if (opened > 0) context.wake('deliveries')
  }
  return findNextDeferredIncidentAt(context.store.db)
}

async function openDue(tx: Tx, context: Context, due: readonly DeferredIncident[]): Promise<number> {
  // As ingest does it: first the monitors, then what hangs on them. What it is writing meanwhile is seen after this
  const keys = due.map(({ monitorKey }) => monitorKey)
  const active = await lockActiveForShare(tx, keys)
  const claimed = await takeDeferredIncidents(tx, due)
  const ours = due.filter(({ monitorKey }) => claimed.has(monitorKey) && active.has(monitorKey))
  const now = context.now()
  const spans = await listMaintenanceSpans(tx, keys, now, now + 1)
  const stillInMaintenance = ours.flatMap(({ monitorKey }) => {
    const maintenance = findMaintenanceAt(spans.get(monitorKey) ?? [], now)
    return maintenance ? [{ monitorKey, dueAt: maintenance.endsAt }] : []
  })
  await saveDeferredIncidents(tx, stillInMaintenance)
  const ended = ours.filter(({ monitorKey }) => !stillInMaintenance.some((other) => other.monitorKey === monitorKey))
  const monitors = await loadEvaluated(
    tx,
    ended.map(({ monitorKey }) => monitorKey),
  )
  const votingRegions = new VotingRegions(await listRegions(tx))
  const standings = ended.flatMap((deferred) => {
    const monitor = monitors.get(deferred.monitorKey)
    return monitor ? [{ ...deferred, standing: toMonitorState(monitor, votingRegions) }] : []
  })
  // When no server ran, the last word is of long ago
  const stale = standings.filter(({ standing }) => isStale(standing, now))
  await saveDeferredIncidents(
    tx,
    stale.map(({ monitorKey }) => ({ monitorKey, dueAt: now + RETRY_MS })),
  )
  const evaluations = standings.flatMap(({ monitorKey, dueAt, standing }) => {
    const evaluation = isStale(standing, now) ? null : evaluateAfterMaintenance(monitorKey, standing, dueAt, now)
    return evaluation ? [evaluation] : []
  })
  await applyToIncidents(tx, context, evaluations)
  return evaluations.length
}
