/** How many monitors a list has in all. Counting ten thousand costs more than reading a page of them. */

import { prepareQuery } from '../platform/prepared.ts'
import type { Reader } from '../platform/session.ts'

const selectRevision = prepareQuery((db: Reader) =>
  db.selectFrom('counters').select('value').where('name', '=', 'monitor_revision'),
)

/**
 * Counts again only when a monitor was made, changed or deleted since: each of these takes a revision first. Not for
 * what checks change, which take none.
 *
 * @param list names what is counted
 */
export async function countOnce(db: Reader, list: string, count: () => Promise<number>): Promise<number> {
  // Before counting: a change in between then makes the count look too old, never too new
  const [counter] = await selectRevision(db)
  const revision = counter!.value
  const known = db.session.counts
  const last = known.get(list)
  if (last?.revision === revision) return last.total
  const total = await count()
  known.set(list, { revision, total })
  return total
}
