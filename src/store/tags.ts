/** Words that monitors are found by. */
import { sql } from 'kysely'
import { fold } from './fold.ts'
import type { Reader, Tx } from './store.ts'

export interface TagCount {
  name: string
  monitorCount: number
}

/** Tags in use within a project, by name without case. */
export async function listTags(db: Reader, projectId: string): Promise<TagCount[]> {
  const rows = await db
    .selectFrom('monitor_tags')
    .innerJoin('monitors', 'monitors.key', 'monitor_tags.monitor_key')
    .select(['tag', sql<number>`count(*)`.as('count')])
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is', null)
    .groupBy('tag')
    .execute()
  return rows
    .map((row) => ({ name: row.tag, monitorCount: Number(row.count), folded: fold(row.tag) }))
    .sort((a, b) => compare(a.folded, b.folded) || compare(a.name, b.name))
    .map(({ name, monitorCount }) => ({ name, monitorCount }))
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Tags of one monitor, by name. */
export async function listTagsOf(db: Reader, monitorKey: number): Promise<string[]> {
  const rows = await db
    .selectFrom('monitor_tags')
    .select('tag')
    .where('monitor_key', '=', monitorKey)
    .orderBy('tag')
    .execute()
  return rows.map(({ tag }) => tag)
}

/** Replaces the tags of a monitor. @returns those it had */
export async function saveTags(tx: Tx, monitorKey: number, tags: readonly string[]): Promise<string[]> {
  const before = await tx.deleteFrom('monitor_tags').where('monitor_key', '=', monitorKey).returning('tag').execute()
  const rows = [...new Set(tags)].map((tag) => ({ monitor_key: monitorKey, tag }))
  if (rows.length > 0) await tx.insertInto('monitor_tags').values(rows).execute()
  return before.map((row) => row.tag)
}
