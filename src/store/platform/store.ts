/** The open database. */

import { type Dialect, Kysely, PostgresDialect } from 'kysely'
import type { Database } from '../tables/index.ts'
import { type DialectName, type DialectTraits, TRAITS } from './dialects.ts'
import { DatabaseHealth } from './health.ts'
import { Connections, type PostgresOptions } from './postgres/postgres.ts'
import { HistoryConnections, Replica } from './postgres/replica.ts'
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
import { Checkpointer } from './sqlite/checkpointer.ts'
import { LogFlusher } from './sqlite/log-flusher.ts'
import { openSqlite, RELEASE_MEMORY } from './sqlite/sqlite.ts'
import { openSqliteReader } from './sqlite/sqlite-reader.ts'

export type { Reader, Tx } from './session.ts'

export interface Store {
  db: Reader
  /**
   * For aggregates over the past: the replica when it exists and is fresh, else `db`. Current state, and data that a
   * user may just have written, must not be read here.
   */
  history: Reader
  /** Null without a replica. */
  replica: Replica | null
  dialect: DialectName
  traits: DialectTraits
  /**
   * Runs `work` in one transaction; an exception rolls everything back. Runs it again from its start after a conflict
   * with another transaction, so it must keep no state outside itself.
   */
  transact<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Health of the database. */
  health: DatabaseHealth
  /** Load of the database, for the metrics. */
  load(): StoreLoad
  /** Returns memory of this process that only holds copies of the database. */
  releaseMemory(): void
  close(): Promise<void>
}

export interface StoreLoad {
  /** Number of transactions that were run again since the start. */
  retries: number
  /** Connections of this process; null for SQLite. */
  connections: { open: number; idle: number; waiting: number } | null
}

export type StoreLocation = { file: string } | ServerLocation

interface ServerLocation extends PostgresOptions {
  /** URL of a replica. */
  replicaUrl?: string
}

/** @throws DatabaseFileError when the SQLite file is unusable. The first query contacts PostgreSQL. */
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
  const { dialect, database } = openSqlite(file, faults.report, () => reader.endSnapshot())
  const reader = openSqliteReader(file, faults.report)
  const checkpointer = new Checkpointer(file, database, faults.report)
  const flusher = new LogFlusher(file, database, throwUncaught)
  const flush = () => {
    checkpointer.startWhenLarge() // Before the wait: the next transaction may be open after it
    return flusher.flush()
  }
  const store = createStore(dialect, createSession('sqlite', reader, flush))
  faults.to(store.health)
  const transact: Store['transact'] = async (work) => {
    await checkpointer.waitForLastPass()
    return store.transact(work)
  }
  const close = async () => {
    await checkpointer.close()
    await flusher.close()
    reader.close() // First: only the writing connection can checkpoint the WAL
    await store.close()
  }
  const releaseMemory = () => {
    if (database.isOpen) database.exec(RELEASE_MEMORY)
    reader.releaseMemory()
  }
  return { ...store, transact, releaseMemory, close }
}

/** Ends the process, unless a handler of uncaught exceptions decides otherwise. The caller of a failed write goes on first. */
const throwUncaught = (error: Error): void => {
  setImmediate(() => {
    throw error
  })
}

/** Collects errors of the drivers, which are created before the store that derives its health from them. */
function createFaultReporter() {
  let health: DatabaseHealth | null = null
  return {
    report: (error: unknown) => health?.recordError(error),
    to: (known: DatabaseHealth) => {
      health = known
    },
  }
}

/** Writes a dedicated row, so that it waits for no other transaction. */
const writeTestRow = (tx: Tx): Promise<unknown> =>
  tx
    .insertInto('counters')
    .values({ name: 'write_check', value: 1 })
    .onConflict((conflict) => conflict.column('name').doUpdateSet((eb) => ({ value: eb('counters.value', '+', 1) })))
    .execute()

/** Maximum number of runs of one transaction. Each failed run has let another transaction through. */
const MAX_RUNS = 4

/** Runs `work` again after a deadlock: the database aborts one of the two transactions. */
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

/** Returns a store whose reads and transactions all run in `tx`, so that several operations are one transaction. */
export const toBoundStore = (store: Store, tx: Tx): Store => ({ ...store, db: tx, transact: (work) => work(tx) })

/** Runs `work` in one transaction without retries. Resolves when its writes are on the disk. */
export async function runInTransaction<T>(db: Reader, work: (tx: Tx) => Promise<T>): Promise<T> {
  const session = createTxSession(db.session)
  const result = await db.transaction().execute(async (tx) => work(withSession(tx, session)))
  await db.session.flush()
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
    releaseMemory: () => {},
    close: () => db.destroy(),
  }
  return store
}
