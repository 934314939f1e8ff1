/** Planned work: announced, changed, called off and taken away. */

import {
  type MaintenancePlan,
  type MaintenanceWindow,
  maintenanceChanges,
  maintenanceStatus,
  planIssues,
} from '../../core/maintenance/maintenance.ts'
import { type Issue, invalid, Problem } from '../../core/platform/errors.ts'
import { planNews } from '../../core/status-pages/page-news.ts'
import { listConcerned } from '../../store/maintenance/maintenance-agenda.ts'
import {
  deleteWindow,
  filterGroupIds,
  findWindow,
  insertWindow,
  lockWindow,
  saveConcernedGroups,
  saveConcernedMonitors,
  saveWindow,
} from '../../store/maintenance/maintenance-windows.ts'
import type { Reader, Tx } from '../../store/platform/store.ts'
import { audit } from '../platform/audit.ts'
import type { Context } from '../platform/context.ts'
import { requireMonitors, requireProject } from '../platform/project-references.ts'
import type { MonitorScope } from '../platform/scope.ts'
import { writeMaintenanceNews } from '../status-pages/page-news.ts'
import { followPlan } from './maintenance-spans.ts'

const noSuchWindow = (id: string): Problem =>
  new Problem('RESOURCE_NOT_FOUND', `There is no maintenance window ${id} in this project`)

/** @throws Problem RESOURCE_NOT_FOUND */
export async function getWindow(db: Reader, projectId: string, id: string): Promise<MaintenanceWindow> {
  const window = await findWindow(db, projectId, id)
  if (!window) throw noSuchWindow(id)
  return window
}

/** @throws Problem VALIDATION_ERROR; MONITOR_NOT_FOUND and RESOURCE_NOT_FOUND for what it is to concern */
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
    await concern(tx, window, plan)
    await followPlan(tx, context, window, 'first')
    await tellPlan(tx, context, null, window)
    await writeDown(tx, context, actor, 'created', null, window)
  })
  context.wake('deliveries')
  return window
}

/** What a request makes of a window. */
type PlanChange = Partial<MaintenancePlan>

/**
 * @param makeChange is given the window as it is, inside the transaction
 * @param cancel whether it is to be called off as well
 * @throws Problem RESOURCE_NOT_FOUND, and what `createWindow` throws
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
    if (!before) throw noSuchWindow(id)
    const change = makeChange(before)
    const planned = { ...before, ...change }
    checkPlan(planned, before)
    const now = context.now()
    const after = { ...planned, cancelledAt: cancel ? cancelledAt(planned, now) : before.cancelledAt, updatedAt: now }
    await saveWindow(tx, after)
    await concern(tx, after, change)
    await followPlan(tx, context, after, otherTimes(before, after))
    await tellPlan(tx, context, before, after)
    await writeDown(tx, context, actor, 'updated', before, after)
    return after
  })
  context.wake('deliveries')
  return window
}

function otherTimes(before: MaintenanceWindow, after: MaintenanceWindow): 'first' | 'others' | 'none' {
  if (before.startsAt !== after.startsAt || before.endsAt !== after.endsAt) return 'first'
  return JSON.stringify(before.recurrence) === JSON.stringify(after.recurrence) ? 'none' : 'others'
}

/** A window that has been called off stays so, since the same moment. */
function cancelledAt(window: MaintenanceWindow, now: number): number {
  if (maintenanceStatus(window, now) === 'finished')
    throw invalid({ field: 'status', message: 'this window is finished, and can no longer be cancelled' })
  return window.cancelledAt ?? now
}

/** @throws Problem RESOURCE_NOT_FOUND */
export async function removeWindow(context: Context, { actor, projectId }: MonitorScope, id: string): Promise<void> {
  await context.store.transact(async (tx) => {
    const window = await lockWindow(tx, projectId, id)
    if (!window) throw noSuchWindow(id)
    await followPlan(tx, context, { ...window, cancelledAt: context.now() }, 'none')
    await tellPlan(tx, context, window, null)
    await deleteWindow(tx, id)
    await writeDown(tx, context, actor, 'deleted', window, null)
  })
  context.wake('deliveries')
}

function checkPlan(plan: MaintenancePlan, before: MaintenancePlan | null): void {
  const issues: Issue[] = [...planIssues(plan)]
  // One whose monitors were all deleted may still be renamed
  if (isEmpty(plan) && (before === null || !isEmpty(before)))
    issues.push({ field: 'monitor_ids', message: 'a maintenance window concerns at least one monitor or group' })
  if (issues.length > 0) throw invalid(issues)
}

const isEmpty = ({ monitorIds, groupIds }: MaintenancePlan): boolean => monitorIds.length + groupIds.length === 0

/** Writes what the window concerns, as far as that is new. */
async function concern(
  tx: Tx,
  { id, projectId }: MaintenanceWindow,
  { monitorIds, groupIds }: PlanChange,
): Promise<void> {
  if (monitorIds) {
    const named = monitorIds.map((monitorId) => ({ id: monitorId, field: 'monitor_ids' }))
    const keys = await requireMonitors(tx, projectId, named)
    await saveConcernedMonitors(
      tx,
      id,
      monitorIds.map((monitorId) => keys.get(monitorId)!),
    )
  }
  if (groupIds) {
    const known = await filterGroupIds(tx, projectId, groupIds)
    const missing = groupIds.find((groupId) => !known.has(groupId))
    if (missing)
      throw new Problem('RESOURCE_NOT_FOUND', `There is no group ${missing} in this project`, { field: 'group_ids' })
    await saveConcernedGroups(tx, id, groupIds)
  }
}

/** To subscribers of status pages; whoever is alerted hears of beginnings and ends alone. */
async function tellPlan(
  tx: Tx,
  context: Context,
  before: MaintenanceWindow | null,
  after: MaintenanceWindow | null,
): Promise<void> {
  const window = (after ?? before)!
  const kind = planNews(before, after, context.now())
  if (kind) await writeMaintenanceNews(tx, context, kind, window, window, await listConcerned(tx, window.id))
}

async function writeDown(
  tx: Tx,
  context: Context,
  actor: MonitorScope['actor'],
  what: 'created' | 'updated' | 'deleted',
  before: MaintenanceWindow | null,
  after: MaintenanceWindow | null,
): Promise<void> {
  const changes = maintenanceChanges(before, after)
  if (Object.keys(changes).length === 0) return
  const resourceId = (after ?? before)!.id
  await audit(tx, context, actor, {
    action: `maintenance_window.${what}`,
    resourceType: 'maintenance_window',
    resourceId,
    changes,
  })
}
