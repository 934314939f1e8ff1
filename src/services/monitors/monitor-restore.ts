/** Restores deleted monitors. Their configuration, history, tags, targets and memberships are still stored. */
import { type BulkOutcome, type BulkResult, summarizeBulk } from '../../core/monitors/bulk.ts'
import {
  type DependencyLink,
  findDependencyIssues,
  groupByMonitor,
  MAX_DEPENDENCIES,
} from '../../core/monitors/dependency.ts'
import { toRestorationEntry } from '../../core/monitors/monitor-audit.ts'
import { toAppliedUpdate } from '../../core/monitors/monitor-change.ts'
import { checkActiveLimit } from '../../core/monitors/plan-check.ts'
import { findReferences } from '../../core/monitors/variable.ts'
import { Problem } from '../../core/platform/errors.ts'
import { DELETED_RETENTION_MS } from '../../core/retention/retention.ts'
import { markSuppressionsDue } from '../../store/incidents/incident-holds.ts'
import {
  type DeletedMonitor,
  filterExisting,
  findDeletedMonitors,
  restoreLinks,
  restoreMonitorRows,
} from '../../store/monitors/deleted-monitors.ts'
import { findGroupIds } from '../../store/monitors/groups.ts'
import { listDependencies, listDependents } from '../../store/monitors/monitor-dependencies.ts'
import { countActive, findMonitors, type StoredMonitor } from '../../store/monitors/monitors.ts'
import { findVariableIds } from '../../store/monitors/variables.ts'
import type { Tx } from '../../store/platform/store.ts'
import { writeStatusChanges } from '../../store/results/status-changes.ts'
import type { MonitorScope } from '../platform/context.ts'
import { runInTurns } from '../platform/limits/large-work.ts'
import { type MonitorEdit, transactEdit } from './lifecycle.ts'
import { getPlanLimits, type MonitorContext } from './monitor-context.ts'
import { applyInSlices } from './monitor-edit.ts'
import { hasReferences } from './variable-rules.ts'

/** A monitor to restore. */
interface Restoration extends DeletedMonitor {
  /** Whether its checks start again. */
  isActive: boolean
}

/**
 * Restores monitors within 30 days after their deletion. Beyond the plan's limit of active monitors, they are restored
 * as paused.
 *
 * @param ids distinct ids
 */
export const restoreMonitors = (
  context: MonitorContext,
  scope: MonitorScope,
  ids: readonly string[],
): Promise<BulkResult> =>
  transactEdit(context, scope, async (edit) => {
    const { tx } = edit
    const existing = await findMonitors(tx, scope.projectId, ids)
    const deleted = await findDeletedMonitors(tx, scope.projectId, ids, edit.at - DELETED_RETENTION_MS)
    const limits = getPlanLimits(context, scope)
    let active = await countActive(tx, scope.actor.organizationId)
    const findMissing = await loadMissingVariables(tx, scope, deleted)
    const restored: Restoration[] = []
    const outcomes = ids.map((id): BulkOutcome => {
      const found = deleted.get(id)
      if (!found) return toOtherOutcome(id, existing.get(id))
      const missing = findMissing(found)
      if (missing !== undefined) return toRefusedOutcome(found, missing)
      const limit = found.monitor.status === 'active' ? checkActiveLimit(limits, active) : null
      const isActive = found.monitor.status === 'active' && limit === null
      if (isActive) active++
      restored.push({ ...found, isActive })
      const error = limit && { code: limit.code, message: `Restored as paused: ${limit.message}` }
      return { monitorId: id, name: found.monitor.name, outcome: 'succeeded', ...(error && { error }) }
    })
    await applyRestorations(edit, restored)
    return summarizeBulk('restore', outcomes)
  })

function toOtherOutcome(monitorId: string, existing: StoredMonitor | undefined): BulkOutcome {
  if (existing) return { monitorId, name: existing.name, outcome: 'skipped' }
  const { code, message } = new Problem('MONITOR_NOT_FOUND', `Monitor ${monitorId} cannot be restored`)
  return { monitorId, name: null, outcome: 'failed', error: { code, message } }
}

/**
 * Loads the variables that deleted monitors refer to. A variable may have been deleted since, and another one may have
 * its name.
 *
 * @returns a function that finds the name of a missing variable
 */
async function loadMissingVariables(
  tx: Tx,
  { projectId }: MonitorScope,
  deleted: ReadonlyMap<string, DeletedMonitor>,
): Promise<(found: DeletedMonitor) => string | undefined> {
  const isReferring = [...deleted.values()].some(({ monitor }) => hasReferences(monitor.settings))
  const names = isReferring ? (await findVariableIds(tx, [projectId])).get(projectId)! : new Map()
  return ({ monitor }) => [...findReferences(monitor.settings).keys()].find((name) => !names.has(name))
}

function toRefusedOutcome({ monitor: { id, name } }: DeletedMonitor, variable: string): BulkOutcome {
  const message = `refers to the variable ${variable}, which was deleted; create it again before the restoration`
  const { code, message: text } = new Problem('CONFLICT', `The monitor ${message}`)
  return { monitorId: id, name, outcome: 'failed', error: { code, message: text } }
}

/** Restores each row as paused since its deletion, then resumes the active ones like any paused monitor. */
async function applyRestorations(edit: MonitorEdit<MonitorScope>, restored: readonly Restoration[]): Promise<void> {
  if (restored.length === 0) return
  const { tx, projectId } = edit
  const groupIds = restored.flatMap(({ monitor }) => monitor.groupId ?? [])
  const groups = await findGroupIds(tx, projectId, [...new Set(groupIds)])
  const paused = restored.map((one) => ({ ...one, monitor: toPaused(one.monitor, groups) }))
  await restoreMonitorRows(
    tx,
    paused.map(({ monitor }) => monitor),
    { revision: edit.revision, now: edit.at },
  )
  await writeStatusChanges(
    tx,
    restored.flatMap((one) => listStatusChanges(edit, one)),
  )
  await edit.logAudit(...restored.map(({ monitor }) => toRestorationEntry(monitor.id, monitor.name)))
  await rebindVariables(edit, paused)
  const updates = paused
    .filter(({ isActive }) => isActive)
    .map(({ monitor }) => toAppliedUpdate(monitor, { status: 'active' }))
  await applyInSlices(edit, updates)
  await restoreDependencies(edit, restored)
}

/** Saves the settings again, with the ids that variables have now. */
const rebindVariables = (edit: MonitorEdit, restored: readonly Restoration[]): Promise<void> =>
  applyInSlices(
    edit,
    restored
      .filter(({ monitor }) => hasReferences(monitor.settings))
      .map(({ monitor }) => toAppliedUpdate(monitor, {})),
  )

const toPaused = (monitor: StoredMonitor, groups: ReadonlySet<string>): StoredMonitor => ({
  ...monitor,
  groupId: monitor.groupId !== null && groups.has(monitor.groupId) ? monitor.groupId : null,
  status: monitor.status === 'active' ? 'paused' : monitor.status,
  runtimeStatus: 'paused',
})

/** The time since the deletion counts as paused. */
function listStatusChanges({ newId, actor }: MonitorEdit, { monitor, deletedAt }: Restoration) {
  if (monitor.status !== 'active') return []
  const common = { monitorKey: monitor.key, reason: 'the monitor was deleted', actorId: actor.userId, at: deletedAt }
  return [
    { ...common, id: newId(), kind: 'config' as const, from: monitor.status, to: 'paused' },
    { ...common, id: newId(), kind: 'runtime' as const, from: monitor.runtimeStatus, to: 'paused' },
  ]
}

/** Restores dependencies whose other monitor exists, unless newer dependencies contradict them. */
async function restoreDependencies({ tx, at }: MonitorEdit, restored: readonly Restoration[]): Promise<void> {
  const saved = restored.flatMap(({ links }) => links)
  if (saved.length === 0) return
  const existing = await filterExisting(tx, [...new Set(saved.flatMap((link) => [link.monitor_key, link.parent_key]))])
  const links = saved.filter((link) => existing.has(link.monitor_key) && existing.has(link.parent_key))
  const current = await listLinks(tx, [...existing])
  const parentsOf = groupByMonitor(current)
  const planned = new Map<number, number[]>()
  for (const { monitor_key: key, parent_key: parent } of links)
    planned.set(key, [...new Set([...(planned.get(key) ?? parentsOf.get(key) ?? []), parent])])
  const issues = await runInTurns(findDependencyIssues(current, planned))
  const isAllowed = (key: number) => !issues.has(key) && planned.get(key)!.length <= MAX_DEPENDENCIES
  await restoreLinks(
    tx,
    links.filter((link) => isAllowed(link.monitor_key)),
  )
  await markSuppressionsDue(tx, [...planned.keys()], at)
}

async function listLinks(tx: Tx, keys: readonly number[]): Promise<DependencyLink[]> {
  const links = [...(await listDependencies(tx, keys)), ...(await listDependents(tx, keys))]
  const byEnds = links.map(
    ({ monitorKey, parentKey }) => [`${monitorKey} ${parentKey}`, { monitorKey, parentKey }] as const,
  )
  return [...new Map(byEnds).values()]
}
