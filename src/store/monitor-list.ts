/** Pages of a project's monitors. */
import { sql } from 'kysely'
import type { ConfiguredStatus, MonitorType, RuntimeStatus } from '../core/monitor.ts'
import { fold } from './fold.ts'
import { monitorOf, type StoredMonitor, selectMonitors } from './monitors.ts'
import type { Reader } from './store.ts'

export const MONITOR_SORTS = ['name', 'created_at', '-created_at', 'runtime_status'] as const
export type MonitorSort = (typeof MONITOR_SORTS)[number]

export interface MonitorFilter {
  type?: MonitorType
  status?: ConfiguredStatus
  runtimeStatus?: RuntimeStatus
  groupId?: string
  tag?: string
  /** Part of the name or of the target, in any case. */
  search?: string
}

export interface MonitorPage {
  sort: MonitorSort
  limit: number
  offset: number
}

/** Two queries, however many monitors there are. */
export async function listMonitors(
  db: Reader,
  projectId: string,
  filter: MonitorFilter,
  page: MonitorPage,
): Promise<{ monitors: StoredMonitor[]; total: number }> {
  const matching = selectMonitors(db)
    .where('project_id', '=', projectId)
    .$if(filter.type !== undefined, (query) => query.where('type', '=', filter.type!))
    .$if(filter.status !== undefined, (query) => query.where('status', '=', filter.status!))
    .$if(filter.runtimeStatus !== undefined, (query) => query.where('runtime_status', '=', filter.runtimeStatus!))
    .$if(filter.groupId !== undefined, (query) => query.where('group_id', '=', filter.groupId!))
    .$if(filter.tag !== undefined, (query) =>
      query.where('monitors.key', 'in', (eb) =>
        eb.selectFrom('monitor_tags').select('monitor_key').where('tag', '=', filter.tag!),
      ),
    )
    .$if(Boolean(filter.search), (query) => {
      const pattern = containing(filter.search!)
      return query.where(
        sql<boolean>`(name_folded like ${pattern} escape '~' or target_folded like ${pattern} escape '~')`,
      )
    })
  const rows = await sorted(matching, page.sort).limit(page.limit).offset(page.offset).execute()
  const { total } = await matching
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { monitors: rows.map(monitorOf), total: Number(total) }
}

/** Each is the order of an index. */
function sorted(query: ReturnType<typeof selectMonitors>, sort: MonitorSort) {
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

/** A pattern in which wildcards stand for themselves. */
const containing = (text: string): string => `%${fold(text).replace(/[~%_]/g, '~$&')}%`
