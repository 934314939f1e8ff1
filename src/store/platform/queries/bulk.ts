/**
 * Bulk statements: one statement for many rows, which it reads as a table `k`. SQLite runs the compiled statement once
 * per row, which is its fastest way. PostgreSQL takes all rows as one binary array per column, which saves a round trip
 * and a plan per row.
 */
import { CompiledQuery, type QueryResult } from 'kysely'
import type { DialectName } from '../dialects.ts'
import { type ElementType, encodeColumn } from '../postgres/binary-array.ts'
import type { Reader } from '../session.ts'
import { RowBatch } from '../sqlite/sqlite-adapter.ts'

export const getDialect = (db: Reader): DialectName => db.session.dialect

/** Columns of `k`, in the order of a row's values. */
type BulkColumns = Readonly<Record<string, ElementType>>

/** Result of a bulk statement: the returned rows, or the number of written rows. */
interface BulkResult<Row> {
  rows: Row[]
  written: number
}

/** Rows per part of a statement in SQLite, which takes a millisecond. A part ends the turn when it is long. */
const PART_ROWS = 100

const SELECT = /^\s*select\b/i

/**
 * Outside a transaction a select waits for no transaction, like a prepared query.
 *
 * @param columns of the table `k`.
 * @param statement a select, insert or update that reads from `k`; one text for both databases, or one for each. It may
 * not count or sort over `k` as a whole, because SQLite runs it for one row at a time.
 */
export function bulk<Row = never>(
  columns: BulkColumns,
  statement: string | Readonly<Record<DialectName, string>>,
): (db: Reader, rows: readonly (readonly unknown[])[]) => Promise<BulkResult<Row>> {
  const names = Object.keys(columns).join(', ')
  const types = Object.values(columns)
  const texts = typeof statement === 'string' ? { sqlite: statement, postgres: statement } : statement
  const values = `values (${types.map((_, index) => `?${index + 1}`).join(', ')})`
  const sqlite = `with k (${names}) as (${values}) ${toSingleRow(texts.sqlite, Object.keys(columns), values)}`
  const isSelect = SELECT.test(texts.sqlite)
  const arrays = types.map((type, index) => `$${index + 1}::${type}[]`).join(', ')
  const postgres = `with k (${names}) as (select * from unnest(${arrays})) ${texts.postgres}`

  return async (db, rows) => {
    if (rows.length === 0) return { rows: [], written: 0 }
    const { reader } = db.session
    if (reader && isSelect) return { rows: (await reader.allOfEach(sqlite, rows)) as Row[], written: 0 }
    if (getDialect(db) === 'sqlite') return runInParts(db, sqlite, rows)
    const columns = types.map((type, column) => encodeColumn(type, rows, column))
    return toBulkResult(await db.executeQuery<Row>(CompiledQuery.raw(postgres, columns) as CompiledQuery<Row>))
  }
}

async function runInParts<Row>(
  db: Reader,
  sql: string,
  rows: readonly (readonly unknown[])[],
): Promise<BulkResult<Row>> {
  const run = async (part: RowBatch) =>
    toBulkResult(await db.executeQuery<Row>(CompiledQuery.raw(sql, [part]) as CompiledQuery<Row>))
  if (rows.length < PART_ROWS) return run(new RowBatch(rows))
  const all: BulkResult<Row> = { rows: [], written: 0 }
  for (let from = 0; from < rows.length; from += PART_ROWS) {
    const part = await run(new RowBatch(rows.slice(from, from + PART_ROWS)))
    for (const row of part.rows) all.rows.push(row)
    all.written += part.written
  }
  return all
}

const toBulkResult = <Row>({ rows, numAffectedRows = 0n }: QueryResult<Row>): BulkResult<Row> => ({
  rows,
  written: Number(numAffectedRows),
})

const ALL_ROWS = /\bselect \* from k(?: where true\b|\s*$)/
const UPDATE_FROM = /^(\s*update\b[\s\S]*?)\s+from k\s+where\b/

/**
 * Rewrites an insert or update for one row, so that it does not read `k`. SQLite copies the tables of a select or of
 * `from` into a temporary table first, which costs a fifth of a small statement.
 */
function toSingleRow(statement: string, names: readonly string[], values: string): string {
  if (!UPDATE_FROM.test(statement)) return statement.replace(ALL_ROWS, values)
  return statement
    .replace(UPDATE_FROM, '$1 where')
    .replace(/\bk\.(\w+)/g, (name, column: string) => (names.includes(column) ? `?${names.indexOf(column) + 1}` : name))
}

/**
 * Text of a bulk statement that applies `select` to the rows `s` of each monitor. Both databases iterate over the
 * monitors and look each one up, whatever their number. PostgreSQL would read a whole table instead of a quarter of it;
 * `offset 0` prevents this.
 */
export const selectOfEach = (select: string, table: string, where: string): Record<DialectName, string> => ({
  sqlite: `select ${select} from k cross join ${table} s where s.monitor_key = k.monitor_key and ${where}`,
  postgres: `select ${select} from k cross join lateral
    (select * from ${table} s where s.monitor_key = k.monitor_key and ${where} offset 0) s`,
})

/**
 * One statement over many monitors, whose keys it reads as a table `k`. Unlike a bulk statement it runs once for all of
 * them, also on SQLite, so it may count and sum. Outside a transaction it waits for no transaction, like a prepared
 * query.
 *
 * @param texts further parameters are `$2`, `$3` and so on
 */
export function bulkOverMonitors<Row>(
  texts: Readonly<Record<DialectName, string>>,
): (db: Reader, monitorKeys: readonly number[], ...parameters: readonly unknown[]) => Promise<Row[]> {
  const named = texts.sqlite.replaceAll(/\$(\d)/g, '?$1')
  const sqlite = `with k (monitor_key) as (select value from json_each(?1)) ${named}`
  const postgres = `with k (monitor_key) as (select * from unnest($1::int4[])) ${texts.postgres}`

  return async (db, monitorKeys, ...parameters) => {
    if (monitorKeys.length === 0) return []
    if (getDialect(db) === 'postgres')
      return (await db.executeQuery<Row>(CompiledQuery.raw(postgres, [monitorKeys, ...parameters]) as never)).rows
    const values = [`[${monitorKeys.join()}]`, ...parameters]
    const { reader } = db.session
    if (reader) return (await reader.all(sqlite, values)) as Row[]
    return (await db.executeQuery<Row>(CompiledQuery.raw(sqlite, values) as never)).rows
  }
}
