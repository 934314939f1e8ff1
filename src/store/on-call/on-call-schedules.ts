/** On-call schedules. */
import { type OnCallSchedule, SCHEDULE } from '../../core/on-call/schedule.ts'
import { storeResource } from '../platform/project-rows.ts'
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
