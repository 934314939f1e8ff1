/** On-call schedules: creation, changes and deletion. */

import { type CoveredLayer, listCoveredLayers } from '../../core/on-call/covered-layers.ts'
import type { Shift } from '../../core/on-call/on-call.ts'
import type { OnCallSchedule } from '../../core/on-call/schedule.ts'
import { compareSchedules, findPlanIssues, MAX_SCHEDULES, type OnCallPlan } from '../../core/on-call/schedule.ts'
import { createInvalid, Problem } from '../../core/platform/errors.ts'
import { filterMemberUserIds } from '../../store/accounts/members.ts'
import { lockOrganization } from '../../store/accounts/organizations.ts'
import {
  countSchedules,
  findSchedule,
  insertSchedule,
  lockSchedule,
  saveSchedule,
} from '../../store/on-call/on-call-schedules.ts'
import type { Reader, Tx } from '../../store/platform/store.ts'
import { type AuditedActor, logAudit } from '../platform/audit.ts'
import type { Context } from '../platform/context.ts'
import { requireProject } from '../platform/project-references.ts'
import type { MonitorScope } from '../platform/scope.ts'
import { addOnCallUsers, readShifts, type StaffedSchedule } from './rotations.ts'

const toScheduleNotFound = (id: string): Problem =>
  new Problem('RESOURCE_NOT_FOUND', `On-call schedule ${id} does not exist in this project`)

/** @throws Problem RESOURCE_NOT_FOUND */
export async function getSchedule(db: Reader, projectId: string, id: string): Promise<OnCallSchedule> {
  const schedule = await findSchedule(db, projectId, id)
  if (!schedule) throw toScheduleNotFound(id)
  return schedule
}

/**
 * Locks a schedule until the end of the transaction.
 *
 * @throws Problem RESOURCE_NOT_FOUND
 */
export async function requireSchedule(tx: Tx, projectId: string, id: string): Promise<OnCallSchedule> {
  const schedule = await lockSchedule(tx, projectId, id)
  if (!schedule) throw toScheduleNotFound(id)
  return schedule
}

/** @throws Problem VALIDATION_ERROR, also for a user who does not belong to the organization */
export async function createSchedule(
  context: Context,
  { actor, projectId }: MonitorScope,
  plan: OnCallPlan,
): Promise<StaffedSchedule> {
  const at = context.now()
  const { organizationId } = actor
  const id = context.newId()
  const schedule = { ...plan, id, organizationId, projectId, hasFeed: false, createdAt: at, updatedAt: at }
  return context.store.transact(async (tx) => {
    await lockOrganization(tx, organizationId) // before the project: no member is removed until the schedule is stored
    await requireProject(tx, projectId)
    if ((await countSchedules(tx, projectId)) >= MAX_SCHEDULES)
      throw createInvalid({ field: 'name', message: `exceeds ${MAX_SCHEDULES} on-call schedules of a project` })
    await checkPlan(tx, organizationId, plan)
    await insertSchedule(tx, schedule)
    await logSchedule(tx, context, actor, 'created', null, schedule)
    return (await addOnCallUsers(tx, [schedule], at))[0]!
  })
}

/** @throws Problem RESOURCE_NOT_FOUND, errors of `createSchedule` */
export async function updateSchedule(
  context: Context,
  { actor, projectId }: MonitorScope,
  id: string,
  change: Partial<OnCallPlan>,
): Promise<StaffedSchedule> {
  return context.store.transact(async (tx) => {
    await lockOrganization(tx, actor.organizationId)
    const before = await requireSchedule(tx, projectId, id)
    const after = { ...before, ...change, updatedAt: context.now() }
    await checkPlan(tx, actor.organizationId, after)
    await saveSchedule(tx, after)
    await logSchedule(tx, context, actor, 'updated', before, after)
    return (await addOnCallUsers(tx, [after], context.now()))[0]!
  })
}

/**
 * Returns the shifts that a plan would give in a period, Unix ms, and its covered layers. Stores nothing.
 *
 * @param scheduleId schedule that the plan would change, whose overrides apply; null for a new schedule
 * @throws Problem RESOURCE_NOT_FOUND, errors of `createSchedule`
 */
export async function previewShifts(
  { db }: Context['store'],
  { actor, projectId }: MonitorScope,
  plan: Pick<OnCallPlan, 'timezone' | 'layers'>,
  scheduleId: string | null,
  [from, to]: readonly [number, number],
): Promise<{ shifts: Shift[]; coveredLayers: CoveredLayer[] }> {
  const id = scheduleId === null ? '' : (await getSchedule(db, projectId, scheduleId)).id
  await checkPlan(db, actor.organizationId, { name: '', description: '', ...plan })
  const { final } = await readShifts(db, { id, ...plan }, from, to)
  return { shifts: final, coveredLayers: listCoveredLayers(plan, from) }
}

async function checkPlan(db: Reader, organizationId: string, plan: OnCallPlan): Promise<void> {
  const issues = findPlanIssues(plan)
  const known = await filterMemberUserIds(db, organizationId, [...new Set(plan.layers.flatMap((one) => one.userIds))])
  for (const [index, { userIds }] of plan.layers.entries()) {
    const missing = userIds.find((id) => !known.has(id))
    if (missing)
      issues.push({ field: `layers.${index}.user_ids`, message: `${missing} is not a member of the organization` })
  }
  if (issues.length > 0) throw createInvalid(issues)
}

export async function logSchedule(
  tx: Tx,
  context: Context,
  actor: AuditedActor,
  action: 'created' | 'updated' | 'deleted',
  before: OnCallSchedule | null,
  after: OnCallSchedule | null,
): Promise<void> {
  const changes = compareSchedules(before, after)
  if (Object.keys(changes).length === 0) return
  const resource = { resourceType: 'on_call_schedule', resourceId: (after ?? before)!.id }
  await logAudit(tx, context, actor, { action: `on_call_schedule.${action}`, ...resource, changes })
}
