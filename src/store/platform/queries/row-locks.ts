/**
 * Locks of rows until the end of the transaction. SQLite has no row locks and needs none, because it runs one writing
 * transaction at a time.
 */
import type { SelectQueryBuilder } from 'kysely'
import type { Reader } from '../session.ts'
import { getDialect } from './bulk.ts'

/** @param of table whose rows are locked, by its alias; all tables of the query by default */
export const lockRows = <DB, TB extends keyof DB, O>(
  tx: Reader,
  query: SelectQueryBuilder<DB, TB, O>,
  of?: TB & string,
): SelectQueryBuilder<DB, TB, O> => (getDialect(tx) === 'postgres' ? query.forUpdate(of as never) : query)

/** Locks the rows that no other transaction has locked, and leaves out the rest. */
export const lockFreeRows = <DB, TB extends keyof DB, O>(
  tx: Reader,
  query: SelectQueryBuilder<DB, TB, O>,
  of?: TB & string,
): SelectQueryBuilder<DB, TB, O> => (getDialect(tx) === 'postgres' ? query.forUpdate(of as never).skipLocked() : query)

/** Keeps rows from being changed. Other transactions may do the same. */
export const lockRowsForShare = <DB, TB extends keyof DB, O>(
  tx: Reader,
  query: SelectQueryBuilder<DB, TB, O>,
): SelectQueryBuilder<DB, TB, O> => (getDialect(tx) === 'postgres' ? query.forShare() : query)
