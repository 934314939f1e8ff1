/**
 * Reads and changes rows of one table, for tests that look below the services. Helpers for specific tables build on it.
 */
import type { Insertable, Kysely, Selectable, Updateable } from 'kysely'
import type { Database } from '../../../src/store/tables/index.ts'

export type Db = Kysely<Database>
type Table = keyof Database
export type Row<T extends Table> = Selectable<Database[T]>
/** Columns that must have these values; an empty filter matches every row. */
export type Filter<T extends Table> = Partial<Row<T>>
type Column<T extends Table> = keyof Row<T> & string

/**
 * Kysely cannot type a query whose table is a parameter. The exported signatures do, so one table represents all tables
 * here.
 */
type AnyTable = 'counters'

/** @param order columns to sort by, ascending; otherwise as the database returns them */
export async function readRows<T extends Table>(
  db: Db,
  table: T,
  filter: Filter<T> = {},
  order: readonly Column<T>[] = [],
): Promise<Row<T>[]> {
  let query = db
    .selectFrom(table as AnyTable)
    .selectAll()
    .where((eb) => eb.and(filter))
  for (const column of order) query = query.orderBy(column as 'name')
  return (await query.execute()) as unknown as Row<T>[]
}

/** Reads only these columns. */
export async function readColumns<T extends Table, C extends Column<T>>(
  db: Db,
  table: T,
  columns: readonly C[],
  filter: Filter<T> = {},
  order: readonly Column<T>[] = [],
): Promise<Pick<Row<T>, C>[]> {
  const rows = await readRows(db, table, filter, order)
  return rows.map((row) => Object.fromEntries(columns.map((column) => [column, row[column]])) as Pick<Row<T>, C>)
}

/** @throws Error when no row matches */
export async function readRow<T extends Table>(db: Db, table: T, filter: Filter<T> = {}): Promise<Row<T>> {
  const [row] = await readRows(db, table, filter)
  if (!row) throw new Error(`No row of ${table} matches ${JSON.stringify(filter)}`)
  return row
}

export async function countRows<T extends Table>(db: Db, table: T, filter: Filter<T> = {}): Promise<number> {
  const query = db.selectFrom(table as AnyTable).where((eb) => eb.and(filter))
  const { count } = await query.select((eb) => eb.fn.countAll().as('count')).executeTakeFirstOrThrow()
  return Number(count)
}

export async function insertRows<T extends Table>(
  db: Db,
  table: T,
  rows: Insertable<Database[T]> | readonly Insertable<Database[T]>[],
): Promise<void> {
  await db
    .insertInto(table as AnyTable)
    .values(rows as Insertable<Database[AnyTable]>)
    .execute()
}

export async function updateRows<T extends Table>(
  db: Db,
  table: T,
  values: Updateable<Database[T]>,
  filter: Filter<T> = {},
): Promise<void> {
  await db
    .updateTable(table as AnyTable)
    .set(values as Updateable<Database[AnyTable]>)
    .where((eb) => eb.and(filter))
    .execute()
}

export async function deleteRows<T extends Table>(db: Db, table: T, filter: Filter<T> = {}): Promise<void> {
  await db
    .deleteFrom(table as AnyTable)
    .where((eb) => eb.and(filter))
    .execute()
}
