/** Candidates for a search of monitors, from an index by trigram. */
import { sql } from 'kysely'
import { getDialect } from '../platform/bulk.ts'
import { prepareQuery } from '../platform/prepared.ts'
import type { Reader } from '../platform/store.ts'

/** A project with fewer monitors is read in less time than the index, which holds the monitors of all projects. */
const SMALL_PROJECT = 200

/** A text in more monitors is found soon by reading the project in the order of the list. */
export const MAX_CANDIDATES = 300

/** Trigrams that are looked up one by one: a look-up of a rare one costs a fifth of a look-up of several. */
const TRIED_SINGLY = 2

/** Trigrams of one look-up. More trigrams of a long text leave out few further candidates. */
const TRIED_TOGETHER = 16

const selectNext = prepareQuery((db: Reader, projectId: string, offset: number) =>
  db
    .selectFrom('monitors')
    .select('monitors.key')
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is', null)
    .limit(1)
    .offset(offset),
)

const selectCandidates = prepareQuery((db: Reader, match: string, limit: number) => ({
  compile: () =>
    sql<{ keys: string; count: number }>`select json_group_array(rowid) as keys, count(*) as count
      from (select rowid from monitor_search where monitor_search match ${match} limit ${limit})`.compile(db),
}))

/**
 * Finds the monitors of all projects whose name or target may contain a text. Each of them must still be compared.
 *
 * @param text folded
 * @returns a JSON array of keys; null when reading the project is faster
 */
export async function findCandidates(db: Reader, projectId: string, text: string): Promise<string | null> {
  const trigrams = getDialect(db) === 'sqlite' ? listTrigrams(text) : []
  if (trigrams.length === 0 || (await selectNext(db, projectId, SMALL_PROJECT)).length === 0) return null
  const quoted = trigrams.map((trigram) => `"${trigram.replaceAll('"', '""')}"`)
  for (const match of [...quoted.slice(0, TRIED_SINGLY), quoted.slice(0, TRIED_TOGETHER).join(' AND ')]) {
    const [found] = await selectCandidates(db, match, MAX_CANDIDATES + 1)
    if (found!.count <= MAX_CANDIDATES) return found!.keys
  }
  return null
}

/** Returns the trigrams of a text from both ends to its middle: ends of names and hosts are rare, such as numbers. */
function listTrigrams(text: string): string[] {
  const characters = [...text]
  const all = characters.slice(2).map((_, at) => characters.slice(at, at + 3).join(''))
  return [...new Set(all.map((_, index) => all.at(index % 2 === 0 ? -1 - index / 2 : (index - 1) / 2)!))]
}
