/** Monitors that failed in maintenance, for which no incident opened. What becomes of them is seen when it is over. */
import { bulk } from '../platform/bulk.ts'
import type { Reader, Tx } from '../platform/store.ts'

export interface Withheld {
  monitorKey: number
  /** Unix ms. */
  dueAt: number
}

const COLUMNS = { monitor_key: 'int4', due_at: 'int8' } as const

const upsert = bulk(
  COLUMNS,
  `insert into withheld_openings (monitor_key, due_at) select * from k where true
   on conflict (monitor_key) do update set due_at = excluded.due_at`,
)

export async function saveWithheld(tx: Tx, withheld: readonly Withheld[]): Promise<void> {
  await upsert(tx, withheld.map(rowOf))
}

const hurry = bulk(
  COLUMNS,
  `update withheld_openings set due_at = k.due_at from k
   where withheld_openings.monitor_key = k.monitor_key and withheld_openings.due_at > k.due_at`,
)

/** To be looked at earlier than was thought. */
export async function hurryWithheld(tx: Tx, withheld: readonly Withheld[]): Promise<void> {
  await hurry(tx, withheld.map(rowOf))
}

const rowOf = ({ monitorKey, dueAt }: Withheld): unknown[] => [monitorKey, dueAt]

export async function listDueWithheld(db: Reader, now: number, limit: number): Promise<Withheld[]> {
  const rows = await db
    .selectFrom('withheld_openings')
    .select(['monitor_key as monitorKey', 'due_at as dueAt'])
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(limit)
    .execute()
  return rows.toSorted((a, b) => a.monitorKey - b.monitorKey)
}

/** Unix ms; null when there are none. */
export async function nextWithheldAt(db: Reader): Promise<number | null> {
  const row = await db.selectFrom('withheld_openings').select('due_at').orderBy('due_at').limit(1).executeTakeFirst()
  return row?.due_at ?? null
}

// Safe because the time is in the condition: whoever comes second deletes no row
const take = bulk<{ key: number }>(
  COLUMNS,
  `delete from withheld_openings where (monitor_key, due_at) in (select monitor_key, due_at from k)
   returning monitor_key as key`,
)

/** @returns the keys of those that were still there, and are no more */
export async function takeWithheld(tx: Tx, withheld: readonly Withheld[]): Promise<Set<number>> {
  const { rows } = await take(tx, withheld.map(rowOf))
  return new Set(rows.map((row) => row.key))
}

export async function forgetWithheld(tx: Tx, monitorKeys: readonly number[]): Promise<void> {
  if (monitorKeys.length === 0) return
  await tx.deleteFrom('withheld_openings').where('monitor_key', 'in', monitorKeys).execute()
}
