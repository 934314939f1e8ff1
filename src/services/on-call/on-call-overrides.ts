/** Overrides: a user takes over an on-call schedule for a period. */
import type { Shift } from '../../core/on-call/on-call.ts'
import { MAX_OVERRIDES } from '../../core/on-call/schedule.ts'
import { createInvalid, Problem } from '../../core/platform/errors.ts'
import { DAY_MS, formatIsoTime } from '../../core/platform/time/time.ts'
import { filterMemberUserIds } from '../../store/accounts/members.ts'
import { lockOrganization } from '../../store/accounts/organizations.ts'
import {
  deleteEndedOverrides,
  deleteOverrides,
  findOverride,
  insertOverride,
  listOverrides,
  type OnCallOverride,
} from '../../store/on-call/on-call-schedules.ts'
import type { Reader } from '../../store/platform/store.ts'
import { logAudit } from '../platform/audit.ts'
import type { Context, MonitorScope } from '../platform/context.ts'
import { transact, type Work } from '../platform/work.ts'
import { getSchedule, requireSchedule } from './on-call-schedules.ts'

/** Overrides that ended earlier are deleted when the next one is created. */
const KEPT_MS = 400 * DAY_MS

const MAX_LENGTH_MS = 366 * DAY_MS

/**
 * Lists the current and later overrides in order of creation.
 *
 * @throws Problem RESOURCE_NOT_FOUND
 */
export async function listComingOverrides(
  { store, now }: Pick<Context, 'store' | 'now'>,
  projectId: string,
  scheduleId: string,
): Promise<OnCallOverride[]> {
  await getSchedule(store.db, projectId, scheduleId)
  return listComing(store.db, scheduleId, now())
}

const listComing = async (db: Reader, scheduleId: string, now: number): Promise<OnCallOverride[]> =>
  (await listOverrides(db, [scheduleId], now, Number.MAX_SAFE_INTEGER)).get(scheduleId) ?? []

/** @throws Problem RESOURCE_NOT_FOUND; VALIDATION_ERROR, also for a user who does not belong to the organization */
export const createOverride = (
  context: Context,
  scope: MonitorScope,
  scheduleId: string,
  shift: Shift,
): Promise<OnCallOverride> =>
  transact(context, scope, async (work) => {
    const { tx, actor, projectId, at, newId } = work
    const override = { ...shift, id: newId(), scheduleId, createdAt: at }
    await lockOrganization(tx, actor.organizationId) // no member is removed until the override is stored
    await requireSchedule(tx, projectId, scheduleId)
    await checkShift(work, scheduleId, shift)
    await deleteEndedOverrides(tx, scheduleId, at - KEPT_MS)
    await insertOverride(tx, override)
    await logOverride(work, 'created', override)
    return (await findOverride(tx, scheduleId, override.id))!
  })

async function checkShift(
  { tx, actor, at }: Work,
  scheduleId: string,
  { userId, startsAt, endsAt }: Shift,
): Promise<void> {
  const refuse = (field: string, message: string) => createInvalid({ field, message })
  if (endsAt <= startsAt) throw refuse('ends_at', 'must be later than starts_at')
  if (endsAt <= at) throw refuse('ends_at', 'must be in the future')
  if (endsAt - startsAt > MAX_LENGTH_MS) throw refuse('ends_at', 'must be at most 366 days later than starts_at')
  if ((await filterMemberUserIds(tx, actor.organizationId, [userId])).size === 0)
    throw refuse('user_id', `${userId} is not a member of the organization`)
  if ((await listComing(tx, scheduleId, at)).length >= MAX_OVERRIDES)
    throw refuse('starts_at', `exceeds ${MAX_OVERRIDES} current and later overrides of a schedule`)
}

/** @throws Problem RESOURCE_NOT_FOUND */
export const removeOverride = (context: Context, scope: MonitorScope, scheduleId: string, id: string): Promise<void> =>
  transact(context, scope, async (work) => {
    const { tx, projectId } = work
    await requireSchedule(tx, projectId, scheduleId)
    const override = await findOverride(tx, scheduleId, id)
    if (!override) throw new Problem('RESOURCE_NOT_FOUND', `Override ${id} does not exist in this on-call schedule`)
    await deleteOverrides(tx, [id])
    await logOverride(work, 'deleted', override)
  })

async function logOverride(
  { tx, context, actor }: Work,
  action: 'created' | 'deleted',
  { id, scheduleId, userId, startsAt, endsAt }: Omit<OnCallOverride, 'userName'>,
): Promise<void> {
  const fields = {
    on_call_schedule_id: scheduleId,
    user_id: userId,
    starts_at: formatIsoTime(startsAt),
    ends_at: formatIsoTime(endsAt),
  }
  const side = action === 'created' ? 'to' : 'from'
  await logAudit(tx, context, actor, {
    action: `on_call_override.${action}`,
    resourceType: 'on_call_override',
    resourceId: id,
    changes: Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, { [side]: value }])),
  })
}
