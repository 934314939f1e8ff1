/** On-call schedules. */
import type { Selectable } from 'kysely'
import type { OnCallSchedule } from '../../core/on-call/schedule.ts'
import { toManaged } from '../platform/managed-rows.ts'
import { readProjectRows } from '../platform/project-rows.ts'
import type { Reader, Tx } from '../platform/store.ts'
import type { OnCallSchedulesTable } from '../tables/on-call.ts'

const toSchedule = (row: Selectable<OnCallSchedulesTable>): OnCallSchedule => ({
  id: row.id,
  organizationId: row.organization_id,
  projectId: row.project_id,
  name: row.name,
  description: row.description,
  timezone: row.timezone,
  layers: JSON.parse(row.layers),
  hasFeed: row.feed_token_hash !== null,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  ...toManaged(row),
})

export const {
  list: listSchedules,
  find: findSchedule,
  lock: lockSchedule,
} = readProjectRows('on_call_schedules', async (_db, rows) => rows.map(toSchedule))

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

export async function countSchedules(db: Reader, projectId: string): Promise<number> {
  const { total } = await db
    .selectFrom('on_call_schedules')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow()
  return Number(total)
}

export async function insertSchedule(tx: Tx, schedule: OnCallSchedule): Promise<void> {
  const { id, organizationId, projectId, createdAt } = schedule
  await tx
    .insertInto('on_call_schedules')
    .values({
      id,
      organization_id: organizationId,
      project_id: projectId,
      feed_token_hash: null,
      created_at: createdAt,
      ...toUpdateValues(schedule),
    })
    .execute()
}

export async function saveSchedule(tx: Tx, schedule: OnCallSchedule): Promise<void> {
  await tx.updateTable('on_call_schedules').set(toUpdateValues(schedule)).where('id', '=', schedule.id).execute()
}

const toUpdateValues = ({ name, description, timezone, layers, updatedAt }: OnCallSchedule) => ({
  name,
  description,
  timezone,
  layers: JSON.stringify(layers),
  updated_at: updatedAt,
})

/** Deletes a schedule with its overrides. */
export async function deleteSchedule(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('on_call_schedules').where('id', '=', id).execute()
}

/** Schedules of any project by id; deleted schedules are left out. */
export async function listSchedulesById(db: Reader, ids: readonly string[]): Promise<Map<string, OnCallSchedule>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('on_call_schedules').selectAll().where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, toSchedule(row)]))
}

/** @returns the ids among `ids` that belong to schedules of the project */
export async function filterScheduleIds(db: Reader, projectId: string, ids: readonly string[]): Promise<string[]> {
  const known = await listSchedulesById(db, ids)
  return ids.filter((id) => known.get(id)?.projectId === projectId)
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
