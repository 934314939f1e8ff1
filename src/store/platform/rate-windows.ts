/**
 * Rate limits shared by servers. One statement is one transaction, so no request holds its lock during a second
 * statement.
 */
import { CLOCK_LEEWAY_MS, WINDOW_MS } from '../../core/platform/limits/rate-limit.ts'
import type { UnixMs } from '../../core/platform/time/time.ts'
import { bulk } from './queries/bulk.ts'
import { lockFreeRows } from './queries/row-locks.ts'
import type { Reader, Tx } from './store.ts'

interface RequestCount {
  /** SHA-256 of the limit's name and the caller. */
  keyHash: string
  requests: number
}

interface SharedWindow {
  keyHash: string
  /** Includes the requests that were just added. */
  count: number
  resetAt: UnixMs
}

// A window further ahead than any valid window was written by a server with a wrong clock
const isOver = `w.reset_at <= excluded.reset_at - ${WINDOW_MS} or w.reset_at > excluded.reset_at + ${CLOCK_LEEWAY_MS}`

const add = bulk<{ key_hash: string; count: number; reset_at: number }>(
  { key_hash: 'text', requests: 'int4', now: 'int8' },
  `insert into rate_windows as w (key_hash, count, reset_at) select key_hash, requests, now + ${WINDOW_MS} from k where true
   on conflict (key_hash) do update set
     count = case when ${isOver} then excluded.count else w.count + excluded.count end,
     reset_at = case when ${isOver} then excluded.reset_at else w.reset_at end
   returning key_hash, count, reset_at`,
)

/**
 * Adds requests to the windows of their callers. Creates a window where there is none or it has ended.
 *
 * @param requested each key once
 */
export async function addToWindows(
  db: Reader,
  requested: readonly RequestCount[],
  now: number,
): Promise<SharedWindow[]> {
  // In one order, so that concurrent servers do not deadlock
  const ordered = requested.toSorted((a, b) => (a.keyHash < b.keyHash ? -1 : 1))
  const { rows } = await add(
    db,
    ordered.map(({ keyHash, requests }) => [keyHash, requests, now]),
  )
  return rows.map(({ key_hash, count, reset_at }) => ({ keyHash: key_hash, count, resetAt: reset_at }))
}

/** @returns the number of deleted windows */
export async function deleteEndedWindows(tx: Tx, now: number, limit: number): Promise<number> {
  const ended = tx
    .selectFrom('rate_windows')
    .select('key_hash')
    .where((eb) =>
      eb.or([eb('reset_at', '<=', now - CLOCK_LEEWAY_MS), eb('reset_at', '>', now + WINDOW_MS + CLOCK_LEEWAY_MS)]),
    )
    .limit(limit)
  const free = lockFreeRows(tx, ended)
  const { numDeletedRows } = await tx.deleteFrom('rate_windows').where('key_hash', 'in', free).executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
