/** Maintenance windows: creation, changes, cancellation and deletion. */

import {
  changePlan,
  findPlanIssues,
  getMaintenanceStatus,
  type MaintenancePlan,
  type MaintenanceWindow,
  WINDOW,
  type WindowChange,
} from '../../core/maintenance/maintenance.ts'
import { createInvalid, type Issue, Problem } from '../../core/platform/errors.ts'
import { requireFound } from '../../core/platform/fields/resource.ts'
import { decideMaintenanceItem } from '../../core/status-pages/subscriber-update.ts'
import { listWindowMonitors } from '../../store/maintenance/maintenance-progress.ts'
import {
  deleteWindow,
  filterGroupIds,
  findWindow,
  insertWindow,
  lockWindow,
  saveAffectedGroups,
  saveAffectedMonitors,
  saveWindow,
} from '../../store/maintenance/maintenance-windows.ts'
import type { Reader } from '../../store/platform/store.ts'
import type { Context, MonitorScope } from '../platform/context.ts'
import { requireMonitors, requireProject } from '../platform/project-references.ts'
import { createOwned, transact, type Work } from '../platform/work.ts'
import { recordMaintenanceUpdate } from '../status-pages/subscriber-updates.ts'
import { syncSpans } from './maintenance-spans.ts'

/** @throws Problem RESOURCE_NOT_FOUND */
export const getWindow = async (db: Reader, projectId: string, id: string): Promise<MaintenanceWindow> =>
  requireFound(await findWindow(db, projectId, id), WINDOW, id)

/** @throws Problem VALIDATION_ERROR; MONITOR_NOT_FOUND and RESOURCE_NOT_FOUND for unknown monitors and groups */
export const createWindow = (
  context: Context,
  scope: MonitorScope,
  plan: MaintenancePlan,
): Promise<MaintenanceWindow> =>
  transact(context, scope, async (work) => {
    checkPlan(plan, null)
    await requireProject(work.tx, work.projectId)
    const window: MaintenanceWindow = { ...createOwned(work), ...plan, cancelledAt: null }
    await insertWindow(work.tx, window)
    await saveAffected(work, window, plan)
    await syncSpans(work, window, 'first')
    await recordPlanUpdate(work, null, window)
    await work.audit(WINDOW, null, window)
    return window
  })

/**
 * @param cancel whether to cancel it as well
 * @throws Problem RESOURCE_NOT_FOUND, errors of `createWindow`
 */
export const updateWindow = (
  context: Context,
  scope: MonitorScope,
  id: string,
  change: WindowChange,
  cancel: boolean,
): Promise<MaintenanceWindow> =>
  transact(context, scope, async (work) => {
    const { tx, projectId, at } = work
    const before = requireFound(await lockWindow(tx, projectId, id), WINDOW, id)
    const planned = changePlan(before, change)
    checkPlan(planned, before)
    const cancelledAt = cancel ? getCancelledAt(planned, at) : before.cancelledAt
    const after = { ...planned, cancelledAt, updatedAt: at }
    await saveWindow(tx, after)
    await saveAffected(work, after, change)
    await syncSpans(work, after, compareTimes(before, after))
    await recordPlanUpdate(work, before, after)
    await work.audit(WINDOW, before, after)
    return after
  })

function compareTimes(before: MaintenanceWindow, after: MaintenanceWindow): 'first' | 'others' | 'none' {
  if (before.startsAt !== after.startsAt || before.endsAt !== after.endsAt) return 'first'
  return JSON.stringify(before.recurrence) === JSON.stringify(after.recurrence) ? 'none' : 'others'
}

/** Returns the cancellation time. A cancelled window keeps its first cancellation time. */
function getCancelledAt(window: MaintenanceWindow, now: number): number {
  if (getMaintenanceStatus(window, now) === 'finished')
    throw createInvalid({ field: 'status', message: 'this window is finished and can no longer be cancelled' })
  return window.cancelledAt ?? now
}

/** @throws Problem RESOURCE_NOT_FOUND */
export const removeWindow = (context: Context, scope: MonitorScope, id: string): Promise<void> =>
  transact(context, scope, async (work) => {
    const { tx, projectId, at } = work
    const window = requireFound(await lockWindow(tx, projectId, id), WINDOW, id)
    await syncSpans(work, { ...window, cancelledAt: at }, 'none')
    await recordPlanUpdate(work, window, null)
    await deleteWindow(tx, id)
    await work.audit(WINDOW, window, null)
  })

function checkPlan(plan: MaintenancePlan, before: MaintenancePlan | null): void {
  const issues = findWindowIssues(plan, before)
  if (issues.length > 0) throw createInvalid(issues)
}

/** Returns the issues that need no database. */
export function findWindowIssues(plan: MaintenancePlan, before: MaintenancePlan | null): Issue[] {
  const issues: Issue[] = [...findPlanIssues(plan)]
  // A window whose monitors were all deleted may still be renamed
  if (isEmpty(plan) && (before === null || !isEmpty(before)))
    issues.push({ field: 'monitor_ids', message: 'a maintenance window must have at least one monitor or group' })
  return issues
}

const isEmpty = ({ monitorIds, groupIds }: MaintenancePlan): boolean => monitorIds.length + groupIds.length === 0

/** Saves the monitors and groups of a window that the request changes. */
async function saveAffected(
  { tx }: Work,
  { id, projectId }: MaintenanceWindow,
  { monitorIds, groupIds }: WindowChange,
): Promise<void> {
  if (monitorIds) {
    const named = monitorIds.map((monitorId) => ({ id: monitorId, field: 'monitor_ids' }))
    const keys = await requireMonitors(tx, projectId, named)
    await saveAffectedMonitors(
      tx,
      id,
      monitorIds.map((monitorId) => keys.get(monitorId)!),
    )
  }
  if (groupIds) {
    const known = await filterGroupIds(tx, projectId, groupIds)
    const missing = groupIds.find((groupId) => !known.has(groupId))
    if (missing)
      throw new Problem('RESOURCE_NOT_FOUND', `Group ${missing} does not exist in this project`, { field: 'group_ids' })
    await saveAffectedGroups(tx, id, groupIds)
  }
}

/** Notifies subscribers of status pages. Alert recipients are notified only of starts and ends. */
async function recordPlanUpdate(
  work: Work,
  before: MaintenanceWindow | null,
  after: MaintenanceWindow | null,
): Promise<void> {
  const window = (after ?? before)!
  const kind = decideMaintenanceItem(before, after, work.at)
  if (kind) await recordMaintenanceUpdate(work, kind, window, await listWindowMonitors(work.tx, window.id))
}
