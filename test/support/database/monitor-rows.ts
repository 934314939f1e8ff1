/** Reads and changes of stored monitors, regions and results, for tests. */
import type { Insertable } from 'kysely'
import type { RuntimeStatus } from '../../../src/core/monitors/monitor.ts'
import type { Database } from '../../../src/store/tables/index.ts'
import { countRows, type Db, type Filter, insertRows, type Row, readRow, readRows, updateRows } from './tables.ts'

const toIdFilter = (id: string | undefined): Filter<'monitors'> => (id === undefined ? {} : { id })
const toKeyFilter = (key: number | undefined): Filter<'monitors'> => (key === undefined ? {} : { key })

/** @param id the only monitor when absent */
export const readMonitorKey = async (db: Db, id?: string): Promise<number> =>
  (await readRow(db, 'monitors', toIdFilter(id))).key

/** @param key the only monitor when absent */
export const readRuntimeStatus = async (db: Db, key?: number): Promise<string> =>
  (await readRow(db, 'monitors', toKeyFilter(key))).runtime_status

/**
 * Reads the settings as stored.
 *
 * @param id the only monitor when absent
 */
export const readStoredSettings = async (db: Db, id?: string): Promise<string> =>
  (await readRow(db, 'monitors', toIdFilter(id))).settings

export const setRuntimeStatus = (db: Db, status: RuntimeStatus, id: string): Promise<void> =>
  updateRows(db, 'monitors', { runtime_status: status }, { id })

/** @param key every monitor when absent */
export const markMonitorDeleted = (db: Db, at: number, key?: number): Promise<void> =>
  updateRows(db, 'monitors', { deleted_at: at }, toKeyFilter(key))

/** Reads the number of the latest change of any monitor. */
export const readRevision = async (db: Db): Promise<number> =>
  (await readRow(db, 'counters', { name: 'monitor_revision' })).value

export const setRevision = (db: Db, value: number): Promise<void> =>
  updateRows(db, 'counters', { value }, { name: 'monitor_revision' })

export const readRegionKey = async (db: Db, code: string): Promise<number> =>
  (await readRow(db, 'regions', { code })).key

/** Lists changes of the runtime status, oldest first. */
export const listStatusChanges = (db: Db): Promise<Row<'status_changes'>[]> =>
  readRows(db, 'status_changes', { kind: 'runtime' }, ['started_at'])

type Span = Insertable<Database['maintenance_spans']>

/** Inserts times in which monitors are in maintenance. */
export const insertMaintenanceSpans = (db: Db, spans: Span | readonly Span[]): Promise<void> =>
  insertRows(db, 'maintenance_spans', spans)

type Group = Insertable<Database['groups']>

/** Inserts a group, in Alice's project by default. */
export const insertGroup = (db: Db, group: Pick<Group, 'id'> & Partial<Group>): Promise<void> =>
  insertRows(db, 'groups', {
    organization_id: 'alice',
    project_id: 'alice',
    created_by: 'alice',
    parent_group_id: null,
    name: group.id,
    description: '',
    created_at: 0,
    updated_at: 0,
    ...group,
  })

type CheckState = Insertable<Database['check_states']>

/** Inserts the state of a monitor in one region: it was up at its first check. */
export const insertCheckState = (
  db: Db,
  state: Pick<CheckState, 'monitor_key' | 'region' | 'fresh_until'> & Partial<CheckState>,
): Promise<void> =>
  insertRows(db, 'check_states', {
    opinion: 'up',
    failures: 0,
    passes: 1,
    slow: 0,
    last_scheduled_at: 1,
    last_check_at: 1,
    open_hour: 0,
    version: 1,
    ...state,
  })

export const countResults = (db: Db): Promise<number> => countRows(db, 'results')
