/** On-call schedules: creation, changes and deletion. */

import { type CoveredLayer, listCoveredLayers } from '../../core/on-call/covered-layers.ts'
import type { Shift } from '../../core/on-call/on-call.ts'
import {
  findPlanIssues,
  MAX_SCHEDULES,
  type OnCallPlan,
  type OnCallSchedule,
  SCHEDULE,
} from '../../core/on-call/schedule.ts'
import { createInvalid } from '../../core/platform/errors.ts'
import { requireFound } from '../../core/platform/fields/resource.ts'
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
import type { Context } from '../platform/context.ts'
import { requireProject } from '../platform/project-references.ts'
import type { MonitorScope } from '../platform/scope.ts'
import { createOwned, transact } from '../platform/work.ts'
import { addOnCallUsers, readShifts, type StaffedSchedule } from './rotations.ts'

/** @throws Problem RESOURCE_NOT_FOUND */
export const getSchedule = async (db: Reader, projectId: string, id: string): Promise<OnCallSchedule> =>
  requireFound(await findSchedule(db, projectId, id), SCHEDULE, id)

/**
 * Locks a schedule until the end of the transaction.
 *
 * @throws Problem RESOURCE_NOT_FOUND
 */
export const requireSchedule = async (tx: Tx, projectId: string, id: string): Promise<OnCallSchedule> =>
  requireFound(await lockSchedule(tx, projectId, id), SCHEDULE, id)

/** @throws Problem VALIDATION_ERROR, also for a user who does not belong to the organization */
export const createSchedule = (context: Context, scope: MonitorScope, plan: OnCallPlan): Promise<StaffedSchedule> =>
  transact(context, scope, async (work) => {
    const { tx, actor, projectId } = work
    await lockOrganization(tx, actor.organizationId) // before the project: no member is removed until the schedule is stored
    await requireProject(tx, projectId)
    if ((await countSchedules(tx, projectId)) >= MAX_SCHEDULES)
      throw createInvalid({ field: 'name', message: `exceeds ${MAX_SCHEDULES} on-call schedules of a project` })
    await checkPlan(tx, actor.organizationId, plan)
    const schedule = { ...createOwned(work), ...plan, hasFeed: false }
    await insertSchedule(tx, schedule)
    await work.audit(SCHEDULE, null, schedule)
    return (await addOnCallUsers(tx, [schedule], work.at))[0]!
  })

/** @throws Problem RESOURCE_NOT_FOUND, errors of `createSchedule` */
export const updateSchedule = (
  context: Context,
  scope: MonitorScope,
  id: string,
  change: Partial<OnCallPlan>,
): Promise<StaffedSchedule> =>
  transact(context, scope, async (work) => {
    const { tx, actor, projectId, at } = work
    await lockOrganization(tx, actor.organizationId)
    const before = await requireSchedule(tx, projectId, id)
    const after = { ...before, ...change, updatedAt: at }
    await checkPlan(tx, actor.organizationId, after)
    await saveSchedule(tx, after)
    await work.audit(SCHEDULE, before, after)
    return (await addOnCallUsers(tx, [after], at))[0]!
  })

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
