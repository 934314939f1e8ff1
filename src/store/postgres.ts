/** PostgreSQL through `pg`. */
import { createRequire } from 'node:module'
import { type Dialect, PostgresDialect } from 'kysely'
import type pg from 'pg'

/** Connections per process. Ingest, API and loops share them. */
const POOL_SIZE = 10

/** How long a request waits for a connection before it is told that the database is away, ms. */
const CONNECT_TIMEOUT_MS = 5_000

/** Longest any statement may run, ms. */
const STATEMENT_TIMEOUT_MS = 30_000

/** Times, counts and keys stay far below 2^53, so bigint columns come back as numbers. */
const INT8_OID = 20
const NUMERIC_OID = 1700

/** @param onIdleError told when an idle connection breaks; the pool replaces it by itself */
export function openPostgres(url: string, onIdleError: (error: Error) => void): { dialect: Dialect; pool: pg.Pool } {
  // Loaded here and not above: most instances run on SQLite, and a start is to be quick
  const driver = createRequire(import.meta.url)('pg') as typeof pg
  const types = {
    getTypeParser: (oid: number, format?: 'text' | 'binary') =>
      oid === INT8_OID || oid === NUMERIC_OID ? Number : driver.types.getTypeParser(oid, format as 'text'),
  }
  const pool = new driver.Pool({
    connectionString: url,
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    application_name: 'watchkeeper',
    types: types as pg.CustomTypesConfig,
  })
  pool.on('error', onIdleError)
  // One that breaks in the middle of a query fails that query; its `error` event, unheard, would end the process too
  pool.on('connect', (client) => client.on('error', () => {}))
  return { dialect: new PostgresDialect({ pool }), pool }
}
