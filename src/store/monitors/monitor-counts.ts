/** Cached totals of monitor lists. Counting ten thousand monitors costs more than reading a page. */

import { prepareQuery } from '../platform/prepared.ts'
import type { Reader } from '../platform/session.ts'

const selectRevision = prepareQuery((db: Reader) =>
  db.selectFrom('counters').select('value').where('name', '=', 'monitor_revision'),
)

/**
 * Counts again only when a monitor has been created, changed or deleted since: each such change first increments the
 * revision. Unsuitable for filters on check results, which do not increment it.
 *
 * @param list key of the list
 */
export async function countOnce(db: Reader, list: string, count: () => Promise<number>): Promise<number> {
  // Read before counting: after a concurrent change, the cached count then seems outdated and is counted again
  const [counter] = await selectRevision(db)
  const revision = counter!.value
  const known = db.session.counts
  const last = known.get(list)
  if (last?.revision === revision) return last.total
  const total = await count()
  known.set(list, { revision, total })
  return total
}
