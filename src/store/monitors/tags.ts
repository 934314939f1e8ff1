/** Tags of monitors. */
import { bulk } from '../platform/queries/bulk.ts'
import { toFoldedCase } from '../platform/queries/fold-case.ts'
import type { Reader, Tx } from '../platform/store.ts'
import { listMonitorKeys } from './monitor-refs.ts'

interface TagCount {
  name: string
  monitorCount: number
}

/** Number of monitors whose tags one query reads. With 20 tags each, it takes ten milliseconds. */
const CHUNK = 1_000

/** Lists the tags in use within a project, by name, case-insensitively. */
export async function listTags(db: Reader, projectId: string): Promise<TagCount[]> {
  const keys = await listMonitorKeys(db, projectId)
  const counts = new Map<string, number>()
  for (let begin = 0; begin < keys.length; begin += CHUNK) {
    for (const { tag } of await listTagsAmong(db, keys.slice(begin, begin + CHUNK)))
      counts.set(tag, (counts.get(tag) ?? 0) + 1)
  }
  return [...counts]
    .map(([name, monitorCount]) => ({ name, monitorCount, foldedName: toFoldedCase(name) }))
    .sort((a, b) => compare(a.foldedName, b.foldedName) || compare(a.name, b.name))
    .map(({ name, monitorCount }) => ({ name, monitorCount }))
}

const listTagsAmong = (db: Reader, monitorKeys: readonly number[]): Promise<{ tag: string }[]> =>
  db.selectFrom('monitor_tags').select('tag').where('monitor_key', 'in', monitorKeys).execute()

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Lists the tags of one monitor, by name. */
export const listTagsOf = async (db: Reader, monitorKey: number): Promise<string[]> =>
  (await listTagsByMonitor(db, [monitorKey])).get(monitorKey) ?? []

/** Lists the tags of each monitor, by name. Monitors without tags are left out. */
export async function listTagsByMonitor(db: Reader, monitorKeys: readonly number[]): Promise<Map<number, string[]>> {
  if (monitorKeys.length === 0) return new Map()
  const rows = await db
    .selectFrom('monitor_tags')
    .select(['monitor_key', 'tag'])
    .where('monitor_key', 'in', monitorKeys)
    .orderBy('tag')
    .execute()
  const byMonitor = Map.groupBy(rows, (row) => row.monitor_key)
  return new Map([...byMonitor].map(([key, tagged]) => [key, tagged.map(({ tag }) => tag)]))
}

const deleteTags = bulk({ key: 'int4' }, 'delete from monitor_tags where monitor_key in (select key from k)')

const insertTags = bulk(
  { monitor_key: 'int4', tag: 'text' },
  'insert into monitor_tags (monitor_key, tag) select monitor_key, tag from k',
)

/**
 * Replaces the tags of monitors.
 *
 * @param monitors `isNew`: the monitor has no tags yet
 */
export async function saveTags(
  tx: Tx,
  monitors: readonly { monitorKey: number; isNew?: boolean; tags: readonly string[] }[],
): Promise<void> {
  await deleteTags(
    tx,
    monitors.flatMap(({ monitorKey, isNew }) => (isNew ? [] : [[monitorKey]])),
  )
  await insertTags(
    tx,
    monitors.flatMap(({ monitorKey, tags }) => [...new Set(tags)].map((tag) => [monitorKey, tag])),
  )
}
