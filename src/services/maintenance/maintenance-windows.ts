/** Maintenance windows: creation, changes, cancellation and deletion. */

import {
  compareWindows,
  findPlanIssues,
  getMaintenanceStatus,
  type MaintenancePlan,
  type MaintenanceWindow,
} from '../../core/maintenance/maintenance.ts'
import { createInvalid, type Issue, Problem } from '../../core/platform/errors.ts'
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
import type { Reader, Tx } from '../../store/platform/store.ts'
import { logAudit } from '../platform/audit.ts'
import type { Context } from '../platform/context.ts'
import { requireMonitors, requireProject } from '../platform/project-references.ts'
import type { MonitorScope } from '../platform/scope.ts'
import { recordMaintenanceUpdate } from '../status-pages/record-updates.ts'
import { syncSpans } from './maintenance-spans.ts'

const toWindowNotFound = (id: string): Problem =>
  new Problem('RESOURCE_NOT_FOUND', `Maintenance window ${id} does not exist in this project`)

/** @throws Problem RESOURCE_NOT_FOUND */
export async function getWindow(db: Reader, projectId: string, id: string): Promise<MaintenanceWindow> {
  const window = await findWindow(db, projectId, id)
  if (!window) throw toWindowNotFound(id)
  return window
}

/** @throws Problem VALIDATION_ERROR; MONITOR_NOT_FOUND and RESOURCE_NOT_FOUND for unknown monitors and groups */
export async function createWindow(
  context: Context,
  { actor, projectId }: MonitorScope,
  plan: MaintenancePlan,
): Promise<MaintenanceWindow> {
  checkPlan(plan, null)
  const at = context.now()
  const owner = { id: context.newId(), organizationId: actor.organizationId, projectId }
  const window = { ...owner, ...plan, cancelledAt: null, createdAt: at, updatedAt: at }
  await context.store.transact(async (tx) => {
    await requireProject(tx, projectId)
    await insertWindow(tx, window)
    await saveAffected(tx, window, plan)
    await syncSpans(tx, context, window, 'first')
    await recordPlanUpdate(tx, context, null, window)
    await recordWindowAudit(tx, context, actor, 'created', null, window)
  })
  context.wake('deliveries')
  return window
}

/** Changes to a window from a request. */
type PlanChange = Partial<MaintenancePlan>

/**
 * @param makeChange receives the current window inside the transaction
 * @param cancel whether to cancel it as well
 * @throws Problem RESOURCE_NOT_FOUND, errors of `createWindow`
 */
export async function updateWindow(
  context: Context,
  { actor, projectId }: MonitorScope,
  id: string,
  makeChange: (before: MaintenanceWindow) => PlanChange,
  cancel: boolean,
): Promise<MaintenanceWindow> {
  const window = await context.store.transact(async (tx) => {
    const before = await lockWindow(tx, projectId, id)
    if (!before) throw toWindowNotFound(id)
    const change = makeChange(before)
    const planned = { ...before, ...change }
    checkPlan(planned, before)
    const now = context.now()
    const after = {
      ...planned,
      cancelledAt: cancel ? getCancelledAt(planned, now) : before.cancelledAt,
      updatedAt: now,
    }
    await saveWindow(tx, after)
    await saveAffected(tx, after, change)
    await syncSpans(tx, context, after, compareTimes(before, after))
    await recordPlanUpdate(tx, context, before, after)
    await recordWindowAudit(tx, context, actor, 'updated', before, after)
    return after
  })
  context.wake('deliveries')
  return window
}

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
export async function removeWindow(context: Context, { actor, projectId }: MonitorScope, id: string): Promise<void> {
  await context.store.transact(async (tx) => {
    const window = await lockWindow(tx, projectId, id)
    if (!window) throw toWindowNotFound(id)
    await syncSpans(tx, context, { ...window, cancelledAt: context.now() }, 'none')
    await recordPlanUpdate(tx, context, window, null)
    await deleteWindow(tx, id)
    await recordWindowAudit(tx, context, actor, 'deleted', window, null)
  })
  context.wake('deliveries')
}

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
  tx: Tx,
  { id, projectId }: MaintenanceWindow,
  { monitorIds, groupIds }: PlanChange,
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
  tx: Tx,
  context: Context,
  before: MaintenanceWindow | null,
  after: MaintenanceWindow | null,
): Promise<void> {
  const window = (after ?? before)!
  const kind = decideMaintenanceItem(before, after, context.now())
  if (kind) await recordMaintenanceUpdate(tx, context, kind, window, window, await listWindowMonitors(tx, window.id))
}

async function recordWindowAudit(
  tx: Tx,
  context: Context,
  actor: MonitorScope['actor'],
  action: 'created' | 'updated' | 'deleted',
  before: MaintenanceWindow | null,
  after: MaintenanceWindow | null,
): Promise<void> {
  const changes = compareWindows(before, after)
  if (Object.keys(changes).length === 0) return
  const resourceId = (after ?? before)!.id
  await logAudit(tx, context, actor, {
    action: `maintenance_window.${action}`,
    resourceType: 'maintenance_window',
    resourceId,
    changes,
  })
}
