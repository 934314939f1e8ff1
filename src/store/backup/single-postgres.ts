/** One exclusive connection to PostgreSQL, for work that is one transaction without a time limit. */
import { type Dialect, PostgresDialect, type PostgresPool } from 'kysely'
import pg from 'pg'
import { createTypes } from '../platform/postgres/load-driver.ts'
import { createSession } from '../platform/session.ts'
import { createStore, type Store } from '../platform/store.ts'

export type SingleClient = pg.Client

const CONNECT_TIMEOUT_MS = 15_000

/** @param name `application_name` of the connection, visible to admins */
export async function connectSingle(url: string, name: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    types: createTypes(pg),
  })
  // The pending query reports a broken connection; without a listener here, the error would end the process
  client.on('error', () => {})
  await client.connect()
  return client
}

/** Dialect whose queries use this connection. */
function createDialect(client: pg.Client): Dialect {
  const connection = Object.assign(client, { release: () => {} })
  const pool = { connect: async () => connection, end: async () => {} }
  return new PostgresDialect({ pool: pool as unknown as PostgresPool })
}

export const quoteName = (name: string): string => pg.escapeIdentifier(name)

/** Store over this connection, for one transaction at a time. */
export const createClientStore = (client: pg.Client): Store =>
  createStore(createDialect(client), createSession('postgres'))

/** Updates the planner statistics after loading, so that the first queries get good plans. */
export async function updateStatistics(client: pg.Client): Promise<void> {
  await client.query('set statement_timeout = 0')
  await client.query('analyze')
}
