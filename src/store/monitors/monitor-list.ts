/** Pages of a project's monitors. */
import { type Compilable, sql } from 'kysely'
import type { ConfiguredStatus, MonitorType, RuntimeStatus } from '../../core/monitors/monitor.ts'
import { toFoldedCase } from '../platform/fold-case.ts'
import { prepareQuery } from '../platform/prepared.ts'
import type { Reader } from '../platform/store.ts'
import { countOnce } from './monitor-counts.ts'
import { listParentIds } from './monitor-dependencies.ts'
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
 * Lists the versions of a page of monitors and counts all monitors. Runs four queries regardless of the number of
 * monitors, and a fifth when a monitor has changed since the last count.
 */
export async function listMonitors(
  db: Reader,
  projectId: string,
  filter: MonitorFilter,
  { sort, limit, offset }: MonitorPage,
): Promise<{ monitors: MonitorVersion[]; total: number }> {
  const used = FILTERS.filter((name) => filter[name])
  const { page, count } = getQueries(used, sort)
  const pattern = toLikePattern(filter.search ?? '')
  const values = [filter.type, filter.status, filter.runtimeStatus, filter.groupId, filter.tag, pattern] as const
  const counting = async () => Number((await count(db, projectId, ...values, limit, offset))[0]!.total)
  const rows = await page(db, projectId, ...values, limit, offset)
  const targets = await listTargetIds(db, rows)
  const parents = await listParentIds(db, rows)
  const total = used.includes('runtimeStatus')
    ? await counting()
    : await countOnce(db, JSON.stringify([projectId, ...used, ...values]), counting)
  const monitors = rows.map((row) => toVersion(row, targets.get(row.key) ?? null, parents.get(row.key) ?? null))
  return { monitors, total }
}

/** Returns a LIKE pattern in which the wildcards of the text match literally. */
const toLikePattern = (text: string): string => `%${toFoldedCase(text).replace(/[~%_]/g, '~$&')}%`

const FILTERS = ['type', 'status', 'runtimeStatus', 'groupId', 'tag', 'search'] as const
type FilterName = (typeof FILTERS)[number]

type Value = string | undefined

const prepareQueries = (used: readonly FilterName[], sort: MonitorSort) => ({
  page: prepareFiltered(used, (query, limit, offset) => sortMonitors(query, sort).limit(limit).offset(offset)),
  count: prepareFiltered(used, (query) => query.clearSelect().select((eb) => eb.fn.countAll<number>().as('total'))),
})

type Matching = ReturnType<typeof filterMonitors>

const prepareFiltered = <Row>(
  used: readonly FilterName[],
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
      limit: number,
      offset: number,
    ) =>
      finish(filterMonitors(db, projectId, used, { type, status, runtimeStatus, groupId, tag, search }), limit, offset),
  )

/** Compiled queries, one pair for each combination of filters and order: at most 256, and few are ever used. */
const queries = new Map<string, ReturnType<typeof prepareQueries>>()

function getQueries(used: readonly FilterName[], sort: MonitorSort): ReturnType<typeof prepareQueries> {
  const name = `${sort} ${used}`
  const known = queries.get(name) ?? prepareQueries(used, sort)
  queries.set(name, known)
  return known
}

/** Applies the active filters (`used`); other values are ignored. */
function filterMonitors(
  db: Reader,
  projectId: string,
  used: readonly FilterName[],
  { type, status, runtimeStatus, groupId, tag, search }: Record<FilterName, Value>,
) {
  return selectMonitorVersions(db)
    .where('project_id', '=', projectId)
    .$if(used.includes('type'), (query) => query.where('type', '=', type!))
    .$if(used.includes('status'), (query) => query.where('status', '=', status!))
    .$if(used.includes('runtimeStatus'), (query) => query.where('runtime_status', '=', runtimeStatus!))
    .$if(used.includes('groupId'), (query) => query.where('group_id', '=', groupId!))
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
function sortMonitors(query: Matching, sort: MonitorSort) {
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
