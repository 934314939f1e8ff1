/** The open database. */
import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import type { Database } from '../tables/index.ts'
import { type DialectName, type DialectTraits, TRAITS } from './dialects.ts'
import { DatabaseHealth } from './health.ts'
import { takeHeld } from './held-transaction.ts'
import { withPatience } from './patience.ts'
import { Connections, type PostgresOptions } from './postgres/postgres.ts'
import { HistoryConnections, Replica } from './replica.ts'
import { openSqlite, openSqliteReader, type SqliteReader } from './sqlite/sqlite.ts'

/** Read queries take either; write queries take a `Tx`, so that none can be run outside a transaction by oversight. */
export type Reader = Kysely<Database>
export type Tx = Transaction<Database>

export interface Store {
  db: Kysely<Database>
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

export interface ServerLocation extends PostgresOptions {
  /** A replica that follows it. */
  replicaUrl?: string
}

/**
 * @throws DatabaseFileError when the SQLite file cannot be used. PostgreSQL is first contacted by the first query.
 */
export function openStore(location: StoreLocation): Store {
  if ('file' in location) return openFileStore(location.file)
  const faults = makeFaults()
  const pool = new Connections({ ...location, onFault: faults.report })
  const store = makeStore('postgres', new PostgresDialect({ pool }), () => pool.load())
  faults.to(store.health)
  return location.replicaUrl === undefined ? store : besideReplica(store, pool, location, location.replicaUrl)
}

function besideReplica(store: Store, primary: Connections, location: ServerLocation, url: string): Store {
  const pool = new Connections({ ...location, url })
  const replica = new Replica(primary, pool, () => performance.now())
  const connections = new HistoryConnections(primary, pool, replica)
  const history = new Kysely<Database>({ dialect: new PostgresDialect({ pool: connections }) })
  const close = async () => {
    await history.destroy()
    await pool.end()
    await store.close()
  }
  return { ...store, history, replica, close }
}

const readers = new WeakMap<Reader, SqliteReader>()

/** How to read at once, where the database can: in SQLite, outside transactions. */
export const readerOf = (db: Reader): SqliteReader | undefined => readers.get(db)

function openFileStore(file: string): Store {
  const faults = makeFaults()
  const store = makeStore('sqlite', openSqlite(file, faults.report).dialect)
  faults.to(store.health)
  const reader = openSqliteReader(file, faults.report)
  readers.set(store.db, reader)
  const close = async () => {
    reader.close() // first: only the one that writes can fold the log into the file
    await store.close()
  }
  return { ...store, close }
}

/** Collects errors of the drivers, which are created before the store that reports its health from them. */
function makeFaults() {
  let health: DatabaseHealth | null = null
  return {
    report: (error: unknown) => health?.failed(error),
    to: (known: DatabaseHealth) => {
      health = known
    },
  }
}

/** A row of its own, so that it waits for no other transaction. */
const writeLittle = (tx: Tx): Promise<unknown> =>
  tx
    .insertInto('counters')
    .values({ name: 'write_check', value: 1 })
    .onConflict((conflict) => conflict.column('name').doUpdateSet((eb) => ({ value: eb('counters.value', '+', 1) })))
    .execute()

const afterwards = new WeakMap<Tx, (() => void)[]>()

/** Has `act` run when the transaction is committed, in the order of the calls; never, when it is rolled back. */
export function afterCommit(tx: Tx, act: () => void): void {
  afterwards.get(tx)?.push(act)
}

/** Runs of one transaction at most. Each that fails has let another one through. */
const MOST_RUNS = 4

/** Two that wait for each other are not at fault: the database ends one of them, and it runs again. */
async function transactAmongOthers<T>(store: Store, work: (tx: Tx) => Promise<T>, onRetry: () => void): Promise<T> {
  for (let run = 1; ; run++) {
    try {
      return await transactHeld(store.db, work)
    } catch (error) {
      if (run === MOST_RUNS || !store.traits.isConflict(error)) throw error
      onRetry()
    }
  }
}

function transactHeld<T>(db: Kysely<Database>, work: (tx: Tx) => Promise<T>): Promise<T> {
  const held = takeHeld()
  return held ? held.run(work, (all) => transact(db, all)) : transact(db, work)
}

async function transact<T>(db: Kysely<Database>, work: (tx: Tx) => Promise<T>): Promise<T> {
  const acts: (() => void)[] = []
  const result = await db.transaction().execute(async (tx) => {
    afterwards.set(tx, acts)
    return work(tx)
  })
  for (const act of acts) act()
  return result
}

export function makeStore(
  name: DialectName,
  dialect: ConstructorParameters<typeof Kysely<Database>>[0]['dialect'],
  connections: () => StoreLoad['connections'] = () => null,
): Store {
  const db = new Kysely<Database>({ dialect })
  let retries = 0
  const store: Store = {
    db,
    history: db,
    replica: null,
    dialect: name,
    traits: TRAITS[name],
    transact: (work) => transactAmongOthers(store, work, () => retries++),
    health: new DatabaseHealth({
      troubleOf: TRAITS[name].troubleOf,
      write: () => withPatience('loop', () => store.transact(writeLittle)),
    }),
    load: () => ({ retries, connections: connections() }),
    close: () => db.destroy(),
  }
  return store
}
