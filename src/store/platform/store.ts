/** The open database. */

import { type Dialect, Kysely, PostgresDialect } from 'kysely'
import type { Database } from '../tables/index.ts'
import { type DialectName, type DialectTraits, TRAITS } from './dialects.ts'
import { DatabaseHealth } from './health.ts'
import { Connections, type PostgresOptions } from './postgres/postgres.ts'
import { HistoryConnections, Replica } from './replica.ts'
import {
  createSession,
  createSiblingSession,
  createTxSession,
  type Reader,
  type Session,
  type Tx,
  takePendingTransaction,
  withSession,
  withTimeoutClass,
} from './session.ts'
import { openSqlite, openSqliteReader } from './sqlite/sqlite.ts'

export type { Reader, Tx } from './session.ts'

export interface Store {
  db: Reader
  /**
   * Where the past is read that is added up: on a replica, where there is one that is not far behind, else like `db`. What
   * says how things are now, and what somebody may just have written, is not read here.
   */
  history: Reader
  /** Null where there is none. */
  replica: Replica | null
  dialect: DialectName
  traits: DialectTraits
  /**
   * Runs `work` in one transaction; whatever it throws rolls everything back. Runs it again, from its beginning, when it
   * and another transaction were in each other's way: so it keeps nothing outside of itself.
   */
  transact<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Whether it does its work. */
  health: DatabaseHealth
  /** How busy it is, for those who watch the service itself. */
  load(): StoreLoad
  close(): Promise<void>
}

export interface StoreLoad {
  /** Transactions that were run again since the start. */
  retries: number
  /** Connections of this process; null where there is no server to connect to. */
  connections: { open: number; idle: number; waiting: number } | null
}

export type StoreLocation = { file: string } | ServerLocation

interface ServerLocation extends PostgresOptions {
  /** A replica that follows it. */
  replicaUrl?: string
}

/**
 * @throws DatabaseFileError when the SQLite file cannot be used. PostgreSQL is first contacted by the first query.
 */
export function openStore(location: StoreLocation): Store {
  if ('file' in location) return openFileStore(location.file)
  const faults = createFaultReporter()
  const pool = new Connections({ ...location, onFault: faults.report })
  const store = createStore(new PostgresDialect({ pool }), createSession('postgres'), () => pool.load())
  faults.to(store.health)
  return location.replicaUrl === undefined ? store : withReplica(store, pool, location, location.replicaUrl)
}

function withReplica(store: Store, primary: Connections, location: ServerLocation, url: string): Store {
  const pool = new Connections({ ...location, url })
  const replica = new Replica(primary, pool, () => performance.now())
  const connections = new HistoryConnections(primary, pool, replica)
  const dialect = new PostgresDialect({ pool: connections })
  const history = withSession(new Kysely<Database>({ dialect }), createSiblingSession(store.db.session))
  const close = async () => {
    await history.destroy()
    await pool.end()
    await store.close()
  }
  return { ...store, history, replica, close }
}

function openFileStore(file: string): Store {
  const faults = createFaultReporter()
  const { dialect } = openSqlite(file, faults.report)
  const reader = openSqliteReader(file, faults.report)
  const store = createStore(dialect, createSession('sqlite', reader))
  faults.to(store.health)
  const close = async () => {
    reader.close() // first: only the one that writes can fold the log into the file
    await store.close()
  }
  return { ...store, close }
}

/** Collects errors of the drivers, which are created before the store that reports its health from them. */
function createFaultReporter() {
  let health: DatabaseHealth | null = null
  return {
    report: (error: unknown) => health?.recordError(error),
    to: (known: DatabaseHealth) => {
      health = known
    },
  }
}

/** A row of its own, so that it waits for no other transaction. */
const writeTestRow = (tx: Tx): Promise<unknown> =>
  tx
    .insertInto('counters')
    .values({ name: 'write_check', value: 1 })
    .onConflict((conflict) => conflict.column('name').doUpdateSet((eb) => ({ value: eb('counters.value', '+', 1) })))
    .execute()

/** Runs of one transaction at most. Each that fails has let another one through. */
const MAX_RUNS = 4

/** Two that wait for each other are not at fault: the database ends one of them, and it runs again. */
async function runWithRetry<T>(store: Store, work: (tx: Tx) => Promise<T>, onRetry: () => void): Promise<T> {
  for (let run = 1; ; run++) {
    try {
      return await runInPending(store.db, work)
    } catch (error) {
      if (run === MAX_RUNS || !store.traits.isConflict(error)) throw error
      onRetry()
    }
  }
}

function runInPending<T>(db: Reader, work: (tx: Tx) => Promise<T>): Promise<T> {
  const pending = takePendingTransaction()
  return pending ? pending.run(work, (all) => runInTransaction(db, all)) : runInTransaction(db, work)
}

/** Runs `work` in one transaction, which is never repeated. */
export async function runInTransaction<T>(db: Reader, work: (tx: Tx) => Promise<T>): Promise<T> {
  const session = createTxSession(db.session)
  const result = await db.transaction().execute(async (tx) => work(withSession(tx, session)))
  for (const act of session.callbacks) act()
  return result
}

export function createStore(
  dialect: Dialect,
  session: Session,
  connections: () => StoreLoad['connections'] = () => null,
): Store {
  const db = withSession(new Kysely<Database>({ dialect }), session)
  const traits = TRAITS[session.dialect]
  let retries = 0
  const store: Store = {
    db,
    history: db,
    replica: null,
    dialect: session.dialect,
    traits,
    transact: (work) => runWithRetry(store, work, () => retries++),
    health: new DatabaseHealth({
      findTrouble: traits.findTrouble,
      write: () => withTimeoutClass('loop', () => store.transact(writeTestRow)),
    }),
    load: () => ({ retries, connections: connections() }),
    close: () => db.destroy(),
  }
  return store
}
