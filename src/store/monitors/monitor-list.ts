/**
 * Pages of a project's monitors.
 *
 * Cached totals of monitor lists. Counting ten thousand monitors costs more than reading a page.
 */
import { type Compilable, type SelectQueryBuilder, sql } from 'kysely'
import type { ConfiguredStatus, MonitorType, RuntimeStatus } from '../../core/monitors/monitor.ts'
import { getDialect } from '../platform/queries/bulk.ts'
import { toFoldedCase } from '../platform/queries/fold-case.ts'
import { prepareQuery } from '../platform/queries/prepared.ts'
import type { Reader } from '../platform/store.ts'
import type { Database } from '../tables/index.ts'
import { listParentIds, unpackKeys } from './monitor-dependencies.ts'
import { listTargetIds } from './monitor-targets.ts'
import { type MonitorVersion, selectMonitorVersions, toVersion } from './monitors.ts'

export const MONITOR_SORTS = ['name', 'created_at', '-created_at', 'runtime_status'] as const
export type MonitorSort = (typeof MONITOR_SORTS)[number]

export interface MonitorFilter {
  type?: MonitorType
  status?: ConfiguredStatus
  runtimeStatus?: RuntimeStatus
  groupId?: string
  tag?: string
  /** Text that the name or the target contains, case-insensitively. */
  search?: string
}

interface MonitorPage {
  sort: MonitorSort
  limit: number
  offset: number
}

/**
 * Lists the versions of a page of monitors and counts all monitors. The number of queries does not depend on the number
 * of monitors.
 */
export async function listMonitors(
  db: Reader,
  projectId: string,
  filter: MonitorFilter,
  page: MonitorPage,
): Promise<{ monitors: MonitorVersion[]; total: number }> {
  const text = toFoldedCase(filter.search ?? '')
  const used = FILTERS.filter((name) => filter[name])
  const { type, status, runtimeStatus, groupId, tag } = filter
  const values: Values = [type, status, runtimeStatus, groupId, tag, toLikePattern(text)]
  const list: FilteredList = { projectId, used, values, page, name: JSON.stringify([projectId, ...used, ...values]) }
  const isLong = (db.session.counts.get(list.name)?.total ?? 0) > MAX_CANDIDATES
  const candidates = text === '' || isLong ? null : await findCandidates(db, projectId, text)
  const { rows, total } = candidates === null ? await readPage(db, list) : await readMatches(db, list, candidates)
  const targets = await listTargetIds(db, rows)
  const parents = await listParentIds(db, rows)
  const monitors = rows.map((row) => toVersion(row, targets.get(row.key) ?? null, parents.get(row.key) ?? null))
  return { monitors, total }
}

/** Reads the monitors of the project in the order of the list until the page is full. */
async function readPage(db: Reader, { projectId, used, values, page, name }: FilteredList): Promise<FoundPage> {
  const { limit, offset } = page
  const queries = getQueries(used, page.sort)
  const rows = await queries.page(db, projectId, ...values, '', limit, offset)
  // Without a count, a rare text is searched only once
  const isLast = rows.length < limit && (rows.length > 0 || offset === 0)
  if (isLast) return { rows, total: offset + rows.length }
  const count = async () => Number((await queries.count(db, projectId, ...values, '', limit, offset))[0]!.total)
  return { rows, total: used.includes('runtimeStatus') ? await count() : await countOnce(db, name, count) }
}

/** Compares all candidates of a search, and reads the page from the matching monitors. */
async function readMatches(
  db: Reader,
  { projectId, used, values, page }: FilteredList,
  candidates: string,
): Promise<FoundPage> {
  const { limit, offset } = page
  if (candidates === '[]') return { rows: [], total: 0 }
  const matches = await getQueries(used, page.sort).matches(db, projectId, ...values, candidates, limit, offset)
  const keys = matches.slice(offset, offset + limit).map(({ key }) => key)
  const versions = new Map((await selectVersions(db, JSON.stringify(keys))).map((row) => [row.key, row]))
  return { rows: keys.flatMap((key) => versions.get(key) ?? []), total: matches.length }
}

const selectVersions = prepareQuery((db: Reader, keys: string) =>
  selectMonitorVersions(db).where('monitors.key', 'in', unpackKeys(db, keys)),
)

/**
 * Returns a LIKE pattern in which the wildcards of the text match literally.
 *
 * @param text folded
 */
const toLikePattern = (text: string): string => `%${text.replace(/[~%_]/g, '~$&')}%`

const FILTERS = ['type', 'status', 'runtimeStatus', 'groupId', 'tag', 'search'] as const
type FilterName = (typeof FILTERS)[number]

type Value = string | undefined
/** One value for each filter. */
type Values = [Value, Value, Value, Value, Value, Value]

interface FilteredList {
  projectId: string
  used: readonly FilterName[]
  values: Values
  page: MonitorPage
  /** Identifies the list for its total. */
  name: string
}

interface FoundPage {
  rows: MonitorVersion[]
  total: number
}

const prepareQueries = (used: readonly FilterName[], sort: MonitorSort) => ({
  page: prepareFiltered(used, 'project', (query, limit, offset) =>
    sortMonitors(query, sort).limit(limit).offset(offset),
  ),
  count: prepareFiltered(used, 'project', (query) =>
    query.clearSelect().select((eb) => eb.fn.countAll<number>().as('total')),
  ),
  matches: prepareFiltered(used, 'candidates', (query) =>
    sortMonitors(query.clearSelect().select('monitors.key'), sort),
  ),
})

type Matching = ReturnType<typeof filterMonitors>

const prepareFiltered = <Row>(
  used: readonly FilterName[],
  from: 'project' | 'candidates',
  finish: (query: Matching, limit: number, offset: number) => Compilable<Row>,
) =>
  prepareQuery(
    (
      db: Reader,
      projectId: string,
      type: Value,
      status: Value,
      runtimeStatus: Value,
      groupId: Value,
      tag: Value,
      search: Value,
      candidates: string,
      limit: number,
      offset: number,
    ) => {
      const values = { type, status, runtimeStatus, groupId, tag, search }
      const query = filterMonitors(db, projectId, used, values, from === 'candidates')
      const filtered = from === 'candidates' ? query.where('monitors.key', 'in', unpackKeys(db, candidates)) : query
      return finish(filtered, limit, offset)
    },
  )

/** Compiled queries for each combination of filters and order: at most 256, and few are ever used. */
const queries = new Map<string, ReturnType<typeof prepareQueries>>()

function getQueries(used: readonly FilterName[], sort: MonitorSort): ReturnType<typeof prepareQueries> {
  const name = `${sort} ${used}`
  const known = queries.get(name) ?? prepareQueries(used, sort)
  queries.set(name, known)
  return known
}

/**
 * Applies the active filters (`used`); other values are ignored.
 *
 * @param areListed whether another condition lists the keys of the monitors. SQLite then uses no other index: it may
 * not use one for a column after `+`
 */
function filterMonitors(
  db: Reader,
  projectId: string,
  used: readonly FilterName[],
  { type, status, runtimeStatus, groupId, tag, search }: Record<FilterName, Value>,
  areListed: boolean,
) {
  const toColumn = (name: 'project_id' | 'group_id') => sql<string>`${sql.raw(areListed ? '+' : '')}${sql.ref(name)}`
  return selectMonitorVersions(db)
    .where(toColumn('project_id'), '=', projectId)
    .$if(used.includes('type'), (query) => query.where('type', '=', type!))
    .$if(used.includes('status'), (query) => query.where('status', '=', status!))
    .$if(used.includes('runtimeStatus'), (query) => query.where('runtime_status', '=', runtimeStatus!))
    .$if(used.includes('groupId'), (query) => query.where(toColumn('group_id'), '=', groupId!))
    .$if(used.includes('tag'), (query) =>
      query.where('monitors.key', 'in', (eb) =>
        eb.selectFrom('monitor_tags').select('monitor_key').where('tag', '=', tag!),
      ),
    )
    .$if(used.includes('search'), (query) =>
      query.where(sql<boolean>`(name_folded like ${search} escape '~' or target_folded like ${search} escape '~')`),
    )
}

/** Sorts monitors. Each order has an index. */
function sortMonitors<Row>(query: SelectQueryBuilder<Database, 'monitors', Row>, sort: MonitorSort) {
  switch (sort) {
    case 'name':
      return query.orderBy('name_folded').orderBy('id')
    case 'created_at':
      return query.orderBy('created_at').orderBy('id')
    case '-created_at':
      return query.orderBy('created_at', 'desc').orderBy('id', 'desc')
    case 'runtime_status':
      return query.orderBy('runtime_status').orderBy('created_at', 'desc').orderBy('id', 'desc')
  }
}

/** A project with fewer monitors is read in less time than the index, which holds the monitors of all projects. */
const SMALL_PROJECT = 200

/** A text in more monitors is found soon by reading the project in the order of the list. */
const MAX_CANDIDATES = 300

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
