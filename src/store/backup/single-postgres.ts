/** One connection to PostgreSQL that is nobody else's: for work that is one transaction and takes as long as it takes. */
import { type Dialect, PostgresDialect, type PostgresPool } from 'kysely'
import pg from 'pg'
import { createTypes } from '../platform/postgres/postgres-types.ts'
import { createSession } from '../platform/session.ts'
import { createStore, type Store } from '../platform/store.ts'

export type SingleClient = pg.Client

const CONNECT_TIMEOUT_MS = 15_000

/** @param name what it calls itself to whoever looks at the connections */
export async function connectSingle(url: string, name: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    types: createTypes(pg),
  })
  // Whoever waits for a query hears of a broken connection; unheard here, it would end the process
  client.on('error', () => {})
  await client.connect()
  return client
}

/** Queries over that very connection. */
function createDialect(client: pg.Client): Dialect {
  const connection = Object.assign(client, { release: () => {} })
  const pool = { connect: async () => connection, end: async () => {} }
  return new PostgresDialect({ pool: pool as unknown as PostgresPool })
}

export const quoteName = (name: string): string => pg.escapeIdentifier(name)

/** A store over that connection, for one transaction after the other. */
export const createClientStore = (client: pg.Client): Store =>
  createStore(createDialect(client), createSession('postgres'))

/** Has PostgreSQL look at what was filled in, so that it plans well from the first query on. */
export async function updateStatistics(client: pg.Client): Promise<void> {
  await client.query('set statement_timeout = 0')
  await client.query('analyze')
}
