/**
 * From what a transaction writes to what is told to those who watch, after its commit. Whether anybody watches is asked
 * only then: whoever begins to watch earlier and then reads has either read it already or is told.
 */
import type { AuditEntry } from '../../core/accounts/audit.ts'
import type { IncidentUpdate } from '../../core/incidents/incident-update.ts'
import { eventOfWrite } from '../../core/live/live-event.ts'
import { findMonitorPlaces, findProjectsOf, type MonitorPlace } from '../../store/monitors/monitor-places.ts'
import { afterCommit } from '../../store/platform/session.ts'
import type { Tx } from '../../store/platform/store.ts'
import { resultId, type StoredResult } from '../../store/results/results.ts'
import type { StatusChangeRow } from '../../store/results/status-changes.ts'
import type { LiveEvents } from './live.ts'

interface Teller {
  live: LiveEvents
}

/** Those of kind `runtime`, in this order. */
export async function tellStatusChanges(tx: Tx, { live }: Teller, changes: readonly StatusChangeRow[]): Promise<void> {
  const told = changes.filter(({ kind }) => kind === 'runtime')
  if (told.length === 0) return
  const places = await findMonitorPlaces(tx, [...new Set(told.map(({ monitorKey }) => monitorKey))])
  afterCommit(tx, () => {
    for (const { monitorKey, from, to, reason, at } of told) {
      const { id: monitorId, projectId } = places.get(monitorKey)!
      live.publish(projectId, () => ({ type: 'monitor.status', monitorId, change: { from, to, reason, at } }))
      live.changed({ projectId, isPage: false })
    }
  })
}

/**
 * The only news there is a lot of: nothing is done for it until it is known that somebody listens.
 *
 * @param region code of the region they come from
 * @param monitors by key
 */
export function tellResults(
  tx: Tx,
  { live }: Teller,
  region: string,
  results: readonly StoredResult[],
  monitors: ReadonlyMap<number, MonitorPlace>,
): void {
  afterCommit(tx, () => {
    if (live.isIdle) return
    for (const result of results) {
      const { id: monitorId, projectId } = monitors.get(result.monitorKey)!
      live.publish(projectId, () => {
        const startedAt = Math.round(result.scheduledAt + result.latenessMs)
        return { type: 'monitor.result', monitorId, result: { ...result, id: resultId(result), region, startedAt } }
      })
    }
  })
}

export function tellIncidents(tx: Tx, { live }: Teller, updates: readonly IncidentUpdate[]): void {
  afterCommit(tx, () => {
    for (const update of updates) {
      const { projectId } = update.incident
      live.publish(projectId, () => ({ type: 'incident', update }))
      live.changed({ projectId, isPage: false })
    }
  })
}

/** What people did, by the words of the audit log. */
export async function tellWrites(tx: Tx, { live }: Teller, entries: readonly AuditEntry[]): Promise<void> {
  const told = entries.flatMap(({ action, resourceId: id }) => {
    const event = eventOfWrite(action, id)
    return event ? [{ id, event }] : []
  })
  if (told.length === 0) return
  const table = told[0]!.event.type === 'incident.deleted' ? 'incidents' : 'monitors'
  const ids = told.map(({ id }) => id)
  const projects = await findProjectsOf(tx, table, ids)
  afterCommit(tx, () => {
    for (const { id, event } of told) {
      const projectId = projects.get(id)
      if (projectId === undefined) continue
      live.publish(projectId, () => event)
      live.changed({ projectId, isPage: false })
    }
  })
}

/** That monitors are shown in another way now, though nobody changed them: flapping or maintenance began or ended. */
export function tellMonitors(tx: Tx, { live }: Teller, monitors: readonly MonitorPlace[]): void {
  if (monitors.length === 0) return
  afterCommit(tx, () => {
    for (const { id: monitorId, projectId } of monitors)
      live.publish(projectId, () => ({ type: 'monitor.updated', monitorId }))
    for (const projectId of new Set(monitors.map((monitor) => monitor.projectId)))
      live.changed({ projectId, isPage: false })
  })
}

/** That a status page is another now, or gone. */
export const tellPageChange = (tx: Tx, { live }: Teller, projectId: string): void =>
  afterCommit(tx, () => live.changed({ projectId, isPage: true }))
