/** On-call schedules. */
import type { Shift } from '../../core/on-call/on-call.ts'
import { type OnCallSchedule, SCHEDULE } from '../../core/on-call/schedule.ts'
import type { UnixMs } from '../../core/platform/time/time.ts'
import { storeResource } from '../platform/queries/project-rows.ts'
import type { Reader, Tx } from '../platform/store.ts'

export const {
  toItem: toSchedule,
  list: listSchedules,
  listAll: listProjectSchedules,
  find: findSchedule,
  lock: lockSchedule,
  filterIds: filterScheduleIds,
  count: countSchedules,
  insert: insertSchedule,
  save: saveSchedule,
  remove: deleteSchedule,
} = storeResource<typeof SCHEDULE.schema, 'on_call_schedules', OnCallSchedule>(SCHEDULE, 'on_call_schedules', {
  apart: {},
  readMore: (row) => ({ hasFeed: row.feed_token_hash !== null }),
})

/** Lists the schedules of all projects of an organization. */
export async function listOrganizationSchedules(db: Reader, organizationId: string): Promise<OnCallSchedule[]> {
  const rows = await db
    .selectFrom('on_call_schedules')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('id')
    .execute()
  return rows.map(toSchedule)
}

/** Schedules of any project by id; deleted schedules are left out. */
export async function listSchedulesById(db: Reader, ids: readonly string[]): Promise<Map<string, OnCallSchedule>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('on_call_schedules').selectAll().where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, toSchedule(row)]))
}

/** @param tokenHash SHA-256 of the token, hex; null for no feed */
export async function saveFeed(tx: Tx, id: string, tokenHash: string | null): Promise<void> {
  await tx.updateTable('on_call_schedules').set({ feed_token_hash: tokenHash }).where('id', '=', id).execute()
}

export async function findScheduleByFeed(db: Reader, tokenHash: string): Promise<OnCallSchedule | null> {
  const query = db.selectFrom('on_call_schedules').selectAll().where('feed_token_hash', '=', tokenHash)
  const row = await query.executeTakeFirst()
  return row ? toSchedule(row) : null
}

/** Schedules of all organizations. */
export async function listAllSchedules(db: Reader, limit: number): Promise<OnCallSchedule[]> {
  const rows = await db.selectFrom('on_call_schedules').selectAll().orderBy('id').limit(limit).execute()
  return rows.map(toSchedule)
}

export interface OnCallOverride extends Shift {
  id: string
  scheduleId: string
  userName: string
  createdAt: UnixMs
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
