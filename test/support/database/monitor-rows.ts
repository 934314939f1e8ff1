/** What tests read and change of stored monitors, their regions and their results. */
import type { Insertable } from 'kysely'
import type { RuntimeStatus } from '../../../src/core/monitors/monitor.ts'
import type { Database } from '../../../src/store/tables/index.ts'
import { type Db, type Filter, insertRows, type Row, readRow, readRows, updateRows } from './tables.ts'

const byId = (id: string | undefined): Filter<'monitors'> => (id === undefined ? {} : { id })
const byKey = (key: number | undefined): Filter<'monitors'> => (key === undefined ? {} : { key })

/** @param id the only monitor's when absent */
export const readMonitorKey = async (db: Db, id?: string): Promise<number> =>
  (await readRow(db, 'monitors', byId(id))).key

/** @param key the only monitor's when absent */
export const readRuntimeStatus = async (db: Db, key?: number): Promise<string> =>
  (await readRow(db, 'monitors', byKey(key))).runtime_status

/** The settings as they are stored. @param id the only monitor's when absent */
export const readStoredSettings = async (db: Db, id?: string): Promise<string> =>
  (await readRow(db, 'monitors', byId(id))).settings

export const setRuntimeStatus = (db: Db, status: RuntimeStatus, id: string): Promise<void> =>
  updateRows(db, 'monitors', { runtime_status: status }, { id })

/** @param key every monitor when absent */
export const markMonitorDeleted = (db: Db, at: number, key?: number): Promise<void> =>
  updateRows(db, 'monitors', { deleted_at: at }, byKey(key))

/** The number of the latest change of any monitor. */
export const readRevision = async (db: Db): Promise<number> =>
  (await readRow(db, 'counters', { name: 'monitor_revision' })).value

export const setRevision = (db: Db, value: number): Promise<void> =>
  updateRows(db, 'counters', { value }, { name: 'monitor_revision' })

export const readRegionKey = async (db: Db, code: string): Promise<number> =>
  (await readRow(db, 'regions', { code })).key

/** Changes of the runtime status, oldest first. */
export const listStatusChanges = (db: Db): Promise<Row<'status_changes'>[]> =>
  readRows(db, 'status_changes', { kind: 'runtime' }, ['started_at'])

type Span = Insertable<Database['maintenance_spans']>

/** Times in which the monitor was, or will be, in maintenance. */
export const insertMaintenanceSpans = (db: Db, spans: Span | readonly Span[]): Promise<void> =>
  insertRows(db, 'maintenance_spans', spans)
