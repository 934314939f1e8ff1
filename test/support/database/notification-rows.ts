/** Reads and changes of stored incidents, notification targets and the outbox, for tests. */
import type { Updateable } from 'kysely'
import type { Database } from '../../../src/store/tables/index.ts'
import { type Db, type Filter, type Row, readRow, readRows, updateRows } from './tables.ts'

/** Lists deliveries of the outbox, oldest first. */
export const readOutbox = (db: Db, filter: Filter<'deliveries'> = {}): Promise<Row<'deliveries'>[]> =>
  readRows(db, 'deliveries', filter, ['created_at', 'id'])

export const readDelivery = (db: Db, filter: Filter<'deliveries'> = {}): Promise<Row<'deliveries'>> =>
  readRow(db, 'deliveries', filter)

/** Reads when the first delivery is due, in Unix ms. */
export const readNextAttempt = async (db: Db): Promise<number> => (await readDelivery(db)).next_attempt_at

export const updateDeliveries = (
  db: Db,
  values: Updateable<Database['deliveries']>,
  filter: Filter<'deliveries'> = {},
): Promise<void> => updateRows(db, 'deliveries', values, filter)

/** @param id every target when absent */
export const setTargetEnabled = (db: Db, isEnabled: boolean, id?: string): Promise<void> =>
  updateRows(db, 'notification_targets', { is_enabled: isEnabled ? 1 : 0 }, id === undefined ? {} : { id })

/** Marks every incident as deleted. */
export const markIncidentsDeleted = (db: Db, at: number): Promise<void> =>
  updateRows(db, 'incidents', { deleted_at: at })
