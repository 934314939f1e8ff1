/** Overrides of on-call schedules. */
import type { Shift } from '../../core/on-call/on-call.ts'
import type { Reader, Tx } from '../platform/store.ts'

export interface OnCallOverride extends Shift {
  id: string
  scheduleId: string
  userName: string
  /** Unix ms. */
  createdAt: number
}

const selectOverrides = (db: Reader) =>
  db
    .selectFrom('on_call_overrides as o')
    .innerJoin('users as u', 'u.id', 'o.user_id')
    .select(['o.id', 'o.schedule_id as scheduleId', 'o.user_id as userId', 'u.name as userName'])
    .select(['o.starts_at as startsAt', 'o.ends_at as endsAt', 'o.created_at as createdAt'])
    .orderBy('o.created_at')
    .orderBy('o.id')

/**
 * Lists the overrides of schedules that overlap a period (Unix ms), in order of creation.
 *
 * @returns overrides by schedule
 */
export async function listOverrides(
  db: Reader,
  scheduleIds: readonly string[],
  from: number,
  to: number,
): Promise<Map<string, OnCallOverride[]>> {
  if (scheduleIds.length === 0) return new Map()
  const rows = await selectOverrides(db)
    .where('o.schedule_id', 'in', scheduleIds)
    .where('o.ends_at', '>', from)
    .where('o.starts_at', '<', to)
    .execute()
  return Map.groupBy(rows, ({ scheduleId }) => scheduleId)
}

export async function findOverride(db: Reader, scheduleId: string, id: string): Promise<OnCallOverride | null> {
  const query = selectOverrides(db).where('o.schedule_id', '=', scheduleId).where('o.id', '=', id)
  return (await query.executeTakeFirst()) ?? null
}

export async function insertOverride(tx: Tx, override: Omit<OnCallOverride, 'userName'>): Promise<void> {
  const { id, scheduleId, userId, startsAt, endsAt, createdAt } = override
  await tx
    .insertInto('on_call_overrides')
    .values({
      id,
      schedule_id: scheduleId,
      user_id: userId,
      starts_at: startsAt,
      ends_at: endsAt,
      created_at: createdAt,
    })
    .execute()
}

export async function deleteOverrides(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.deleteFrom('on_call_overrides').where('id', 'in', ids).execute()
}

/** Deletes the overrides of a schedule that ended before a time, Unix ms. */
export async function deleteEndedOverrides(tx: Tx, scheduleId: string, before: number): Promise<void> {
  await tx.deleteFrom('on_call_overrides').where('schedule_id', '=', scheduleId).where('ends_at', '<', before).execute()
}
