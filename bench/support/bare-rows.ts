/**
 * The minimum that a database needs for a result: six numbers in a table clustered or indexed by its key, inserted by a
 * bare driver. Rows are built beforehand, in the order of 10,000 monitors that are checked in turn.
 */
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import type { Cleanup } from '../../test/support/database/stores.ts'

type Row = [monitorKey: number, region: number, at: number, status: number, latencyUs: number, code: number]
type Insert = () => unknown

const MONITORS = 10_000
const MINUTE_MS = 60_000
const START = Date.UTC(2026, 0, 10)

const createRow = (_: unknown, index: number): Row => [
  index % MONITORS,
  index % 3,
  START + Math.floor(index / MONITORS) * MINUTE_MS + (index % 977),
  index % 500 === 0 ? 0 : 1,
  40_000 + ((index * 7_919) % 90_000),
  200,
]

function createBatches(count: number, size: number): Row[][] {
  const rows = Array.from({ length: count * size }, createRow)
  return Array.from({ length: count }, (_, batch) => rows.slice(batch * size, (batch + 1) * size))
}

/** Returns one insert per batch: a prepared statement, one transaction of `size` rows, each durable. */
export function createBareSqliteInserts(t: Cleanup, file: string, count: number, size: number): Insert[] {
  const database = new DatabaseSync(file)
  t.after(() => database.close())
  database.exec(`pragma journal_mode = wal; pragma synchronous = full;
    create table bare (monitor_key integer not null, region integer not null, ts integer not null, status integer not null,
      latency_us integer, code integer, primary key (monitor_key, ts, region)) without rowid`)
  const insert = database.prepare(
    'insert into bare (monitor_key, region, ts, status, latency_us, code) values (?, ?, ?, ?, ?, ?)',
  )
  return createBatches(count, size).map((rows) => () => {
    database.exec('begin immediate')
    for (const [key, region, at, status, latencyUs, code] of rows) insert.run(key, region, at, status, latencyUs, code)
    database.exec('commit')
  })
}

/** Returns one insert per batch: one statement, with an array of `size` values per column. */
export async function createBarePostgresInserts(
  t: Cleanup,
  url: string,
  count: number,
  size: number,
): Promise<Insert[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  t.after(() => client.end())
  await client.query(`create table bare (monitor_key int4 not null, region int2 not null, ts int8 not null, status int2 not null,
    latency_us int4, code int2, primary key (monitor_key, ts, region))`)
  const text = `insert into bare
    select * from unnest($1::int4[], $2::int2[], $3::int8[], $4::int2[], $5::int4[], $6::int2[])`
  return createBatches(count, size).map((rows) => () => {
    const columns = Array.from({ length: 6 }, (_, column) => rows.map((row) => row[column]))
    return client.query({ name: 'bare', text, values: columns })
  })
}
