/** On-call schedules: creation, changes and deletion. */

import { NOT_A_MEMBER } from '../../core/notifications/contact-method.ts'
import { listFinalShifts, type Shift } from '../../core/on-call/on-call.ts'
import {
  findPlanIssues,
  MAX_SCHEDULES,
  type OnCallPlan,
  type OnCallSchedule,
  removeFromLayers,
  SCHEDULE,
} from '../../core/on-call/schedule.ts'
import { createInvalid } from '../../core/platform/errors.ts'
import { requireFound } from '../../core/platform/fields/resource.ts'
import { DAY_MS } from '../../core/platform/time/time.ts'
import { filterMemberUserIds } from '../../store/accounts/members.ts'
import { lockOrganization } from '../../store/accounts/organizations.ts'
import { listUserNames } from '../../store/accounts/users.ts'
import { endDeliveriesTo } from '../../store/notifications/contact-methods.ts'
import {
  countSchedules,
  deleteOverrides,
  findSchedule,
  findScheduleByFeed,
  insertSchedule,
  listOrganizationSchedules,
  listOverrides,
  lockSchedule,
  saveFeed,
  saveSchedule,
} from '../../store/on-call/on-call-schedules.ts'
import type { Reader, Tx } from '../../store/platform/store.ts'
import type { Context, MonitorScope } from '../platform/context.ts'
import { createLinkToken, hashSha256 } from '../platform/credentials/tokens.ts'
import { requireProject } from '../platform/project-references.ts'
import { createOwned, type OrganizationWork, transact } from '../platform/work.ts'
import { addOnCallUsers, loadRotation, readShifts, type ScheduleShifts, type StaffedSchedule } from './rotations.ts'

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
 * Returns the shifts that a plan would give from now until a moment (Unix ms). Stores nothing.
 *
 * @param scheduleId schedule that the plan would change, whose overrides apply; null for a new schedule
 * @throws Problem RESOURCE_NOT_FOUND, errors of `createSchedule`
 */
export async function previewShifts(
  { db }: Context['store'],
  { actor, projectId }: MonitorScope,
  { scheduleId, ...plan }: Pick<OnCallPlan, 'timezone' | 'layers'> & { scheduleId: string | null },
  period: { from: number; to: number },
): Promise<ScheduleShifts> {
  const id = scheduleId === null ? '' : (await getSchedule(db, projectId, scheduleId)).id
  await checkPlan(db, actor.organizationId, { name: '', description: '', ...plan })
  return readShifts(db, { id, ...plan }, period, period.from)
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

/**
 * Removes a user from all layers, and deletes their current and later overrides. The other members of a layer take
 * turns in the same order. Alerts that wait for a contact method of the user are not sent. The caller has locked the members
 * of the organization.
 */
export async function removeFromSchedules(work: OrganizationWork, userId: string): Promise<void> {
  const { tx, at } = work
  const { organizationId } = work.actor
  const schedules = await listOrganizationSchedules(tx, organizationId)
  for (const { id, projectId, layers } of schedules) {
    if (!layers.some(({ userIds }) => userIds.includes(userId))) continue
    const before = await lockSchedule(tx, projectId, id)
    if (!before) continue
    const after = { ...before, layers: removeFromLayers(before.layers, userId), updatedAt: at }
    await saveSchedule(tx, after)
    await work.audit(SCHEDULE, before, after)
  }
  await endDeliveriesTo(tx, { organizationId, userId }, NOT_A_MEMBER, at)
  const ids = schedules.map(({ id }) => id)
  const coming = await listOverrides(tx, ids, at, Number.MAX_SAFE_INTEGER)
  const own = [...coming.values()].flat().filter((override) => override.userId === userId)
  await deleteOverrides(
    tx,
    own.map(({ id }) => id),
  )
  await work.logAudit(
    ...own.map(({ id, scheduleId }) => ({
      action: 'on_call_override.deleted' as const,
      resourceType: 'on_call_override',
      resourceId: id,
      changes: { on_call_schedule_id: { from: scheduleId }, user_id: { from: userId } },
    })),
  )
}

/**
 * Creates the feed of a schedule, or replaces its URL. Only a hash of the token is stored.
 *
 * @returns the token
 * @throws Problem RESOURCE_NOT_FOUND
 */
export async function createFeed(context: Context, scope: MonitorScope, id: string): Promise<string> {
  const token = createLinkToken()
  await changeFeed(context, scope, id, hashSha256(token))
  return token
}

/** @throws Problem RESOURCE_NOT_FOUND */
export const removeFeed = (context: Context, scope: MonitorScope, id: string): Promise<void> =>
  changeFeed(context, scope, id, null)

const changeFeed = (context: Context, scope: MonitorScope, id: string, tokenHash: string | null): Promise<void> =>
  transact(context, scope, async (work) => {
    const { tx, projectId } = work
    const { hasFeed: had } = await requireSchedule(tx, projectId, id)
    await saveFeed(tx, id, tokenHash)
    const has = tokenHash !== null
    if (!had && !has) return
    const isReplaced = had && has
    await work.logAudit({
      action: isReplaced ? 'on_call_schedule.secret_rotated' : 'on_call_schedule.updated',
      resourceType: 'on_call_schedule',
      resourceId: id,
      changes: isReplaced ? {} : { has_feed: { from: had, to: has } },
    })
  })

export interface CalendarFeed {
  schedule: OnCallSchedule
  shifts: Shift[]
  /** User names by id. */
  names: ReadonlyMap<string, string>
}

/** Period of a feed around now. */
const PAST_MS = 31 * DAY_MS
const AHEAD_MS = 92 * DAY_MS

/** Returns whether a token is the address of a feed at this moment. */
export const hasFeed = async (db: Reader, token: string): Promise<boolean> =>
  (await findScheduleByFeed(db, hashSha256(token))) !== null

/** Returns the shifts of the schedule with this feed; null for an unknown token. */
export async function readFeed(db: Reader, token: string, now: number): Promise<CalendarFeed | null> {
  const schedule = await findScheduleByFeed(db, hashSha256(token))
  if (!schedule) return null
  const [from, to] = [startOfUtcMonth(now - PAST_MS), startOfUtcMonth(now + AHEAD_MS)]
  const shifts = listFinalShifts(await loadRotation(db, schedule, from, to), from, to)
  return { schedule, shifts, names: await listUserNames(db, [...new Set(shifts.map(({ userId }) => userId))]) }
}

/** A shift that the period cuts is the same event for a month, because its start is part of its id. */
function startOfUtcMonth(at: number): number {
  const date = new Date(at)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth())
}
