/**
 * Publishes the writes of a transaction to live subscribers after its commit. Whether a subscriber exists is checked
 * only then: a client that subscribes before and then reads has either read the write or receives its event.
 */
import type { AuditEntry } from '../../core/accounts/audit.ts'
import type { IncidentUpdate } from '../../core/incidents/incident-update.ts'
import { toLiveEvent } from '../../core/live/live-event.ts'
import type { Confirmation } from '../../core/results/confirmation.ts'
import type { GroupStatusChange } from '../../store/monitors/group-history.ts'
import { findMonitorRefs, findProjectIds, type MonitorRef } from '../../store/monitors/monitor-refs.ts'
import { runAfterCommit } from '../../store/platform/session.ts'
import type { Tx } from '../../store/platform/store.ts'
import { formatResultId, type StoredResult } from '../../store/results/results.ts'
import type { StatusChangeRow } from '../../store/results/status-changes.ts'
import type { LiveEvents } from './live.ts'

interface LiveContext {
  live: LiveEvents
}

/**
 * Publishes changes of kind `runtime`, in order.
 *
 * @param known monitors by key, if the caller has read them
 */
export async function publishStatusChanges(
  tx: Tx,
  { live }: LiveContext,
  changes: readonly StatusChangeRow[],
  known?: ReadonlyMap<number, MonitorRef>,
): Promise<void> {
  const published = changes.filter(({ kind }) => kind === 'runtime')
  if (published.length === 0) return
  const scopes = known ?? (await findMonitorRefs(tx, [...new Set(published.map(({ monitorKey }) => monitorKey))]))
  runAfterCommit(tx, () => {
    for (const { monitorKey, from, to, reason, at } of published) {
      const { id: monitorId, projectId } = scopes.get(monitorKey)!
      live.publish(projectId, () => ({ type: 'monitor.status', monitorId, change: { from, to, reason, at } }))
      live.publishChange({ projectId, isPage: false })
    }
  })
}

/** Publishes changes of the status of groups. */
export function publishGroupStatusChanges(
  tx: Tx,
  { live }: LiveContext,
  projectId: string,
  changes: readonly GroupStatusChange[],
): void {
  if (changes.length === 0) return
  runAfterCommit(tx, () => {
    for (const { groupId, from, to, reason, at } of changes)
      live.publish(projectId, () => ({ type: 'group.status', groupId, change: { from, to, reason, at } }))
    live.publishChange({ projectId, isPage: false })
  })
}

interface PublishedResults {
  /** Code of the results' region. */
  region: string
  results: readonly StoredResult[]
  /** By key. */
  monitors: ReadonlyMap<number, MonitorRef>
  /** Finds the change that a monitor is confirming after these results, by key. */
  confirmationOf: (monitorKey: number) => Confirmation | null
}

/** Publishes check results. Results are frequent, so the function returns early without subscribers. */
export function publishResults(
  tx: Tx,
  { live }: LiveContext,
  { region, results, monitors, confirmationOf }: PublishedResults,
): void {
  runAfterCommit(tx, () => {
    if (live.isIdle) return
    for (const result of results) {
      const { id: monitorId, projectId } = monitors.get(result.monitorKey)!
      live.publish(projectId, () => {
        const startedAt = Math.round(result.scheduledAt + result.latenessMs)
        return {
          type: 'monitor.result',
          monitorId,
          confirming: confirmationOf(result.monitorKey),
          result: { ...result, id: formatResultId(result), region, startedAt },
        }
      })
    }
  })
}

export function publishIncidents(tx: Tx, { live }: LiveContext, updates: readonly IncidentUpdate[]): void {
  runAfterCommit(tx, () => {
    for (const update of updates) {
      const { projectId } = update.incident
      live.publish(projectId, () => ({ type: 'incident', update }))
      live.publishChange({ projectId, isPage: false })
    }
  })
}

/** Publishes user changes, derived from audit log entries. */
export async function publishWrites(tx: Tx, { live }: LiveContext, entries: readonly AuditEntry[]): Promise<void> {
  const published = entries.flatMap(({ action, resourceId: id }) => {
    const event = toLiveEvent(action, id)
    return event ? [{ id, event }] : []
  })
  if (published.length === 0) return
  const table = published[0]!.event.type === 'incident.deleted' ? 'incidents' : 'monitors'
  const ids = published.map(({ id }) => id)
  const projects = await findProjectIds(tx, table, ids)
  runAfterCommit(tx, () => {
    for (const { id, event } of published) {
      const projectId = projects.get(id)
      if (projectId === undefined) continue
      live.publish(projectId, () => event)
      live.publishChange({ projectId, isPage: false })
    }
  })
}

/**
 * Publishes monitors whose display changed without a configuration change: flapping or maintenance started or ended.
 */
export function publishMonitors(tx: Tx, { live }: LiveContext, monitors: readonly MonitorRef[]): void {
  if (monitors.length === 0) return
  runAfterCommit(tx, () => {
    for (const { id: monitorId, projectId } of monitors)
      live.publish(projectId, () => ({ type: 'monitor.updated', monitorId }))
    for (const projectId of new Set(monitors.map((monitor) => monitor.projectId)))
      live.publishChange({ projectId, isPage: false })
  })
}

/**
 * Publishes that credentials may have ended, so that live streams end with them. Every write that ends a session, a key,
 * a membership or a project, or changes a role, calls this function.
 *
 * @param ids users, organizations or projects
 */
export const publishAccessChange = (tx: Tx, { live }: LiveContext, ...ids: string[]): void =>
  runAfterCommit(tx, () => live.publishAccessChange(ids))

/** Publishes that a status page was changed or deleted. */
export const publishPageChange = (tx: Tx, { live }: LiveContext, projectId: string): void =>
  runAfterCommit(tx, () => live.publishChange({ projectId, isPage: true }))
