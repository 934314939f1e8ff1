/**
 * Everything that travels beside the queries: what a database connection carries (`Session`), what its transactions add
 * (`TxSession`), and what the current request or loop carries (`CallContext`). There is no other hidden state.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Kysely, Transaction } from 'kysely'
import { BoundedMap } from '../../core/platform/bounded-map.ts'
import type { Database } from '../tables/index.ts'
import type { DialectName } from './dialects.ts'
import type { TimeoutClass } from './query-timeouts.ts'
import type { SqliteReader } from './sqlite/sqlite.ts'

/** Read queries take either; write queries take a `Tx`, so that none can run outside a transaction by oversight. */
export type Reader = Kysely<Database> & { readonly session: Session }
export type Tx = Transaction<Database> & { readonly session: TxSession }

export interface Session {
  readonly dialect: DialectName
  /** Reads committed rows at once, beside the connection that writes: for SQLite, outside transactions. */
  readonly reader: SqliteReader | null
  /** One for a database and all its transactions. Without a vault, secrets are stored as they are. */
  readonly secrets: { vault: Vault | null }
  /** Totals of lists, by the name of the list. */
  readonly counts: BoundedMap<string, CountedList>
}

interface TxSession extends Session {
  /** Run after the commit, in this order. */
  readonly callbacks: (() => void)[]
}

/** Seals the secrets that are written, and opens those that are read. */
export interface Vault {
  /** @param place the row that the secret belongs to; the secret cannot be opened for another row */
  seal(text: string, sealContext: string): string
  /** Null when no key of this service opens it. */
  open(sealed: string, sealContext: string): string | null
}

interface CountedList {
  /** Revision of the monitors before the count. */
  revision: number
  total: number
}

/** Lists whose total is remembered; each is a project with its filters. */
const COUNTED_LISTS = 1_000

export const createSession = (dialect: DialectName, reader: SqliteReader | null = null): Session => ({
  dialect,
  reader,
  secrets: { vault: null },
  counts: new BoundedMap(COUNTED_LISTS),
})

/** Returns a session of another connection to the same database, which shares only the vault. */
export const createSiblingSession = ({ dialect, secrets }: Session): Session => ({ ...createSession(dialect), secrets })

export const createTxSession = (session: Session): TxSession => ({ ...createSiblingSession(session), callbacks: [] })

/** Attaches the session to the object itself, so that both are one value. */
export const withSession = <Db extends Kysely<Database>, S extends Session>(
  db: Db,
  session: S,
): Db & { readonly session: S } => Object.assign(db, { session })

/** Runs `act` once the transaction is committed, in the order of the calls; never, when it is rolled back. */
export function runAfterCommit(tx: Tx, callback: () => void): void {
  tx.session.callbacks.push(callback)
}

/** Seals and opens secrets with `vault` from now on. */
export function setVault(db: Reader, vault: Vault): void {
  db.session.secrets.vault = vault
}

/** State that a request or a loop carries through its asynchronous calls. */
interface CallContext {
  readonly timeoutClass: TimeoutClass
  readonly pending: RequestTransaction | null
}

/** The first transaction of a request, which stays open after its work until the answer is stored in it. */
export interface RequestTransaction {
  /** Set from the end of the work until the end of the transaction. */
  readonly tx: Tx | null
  /** Reserves it for the caller. False when another transaction of the request has it. */
  reserve(): boolean
  /** @param transact runs the work with its beginning and end around it */
  run<T>(work: (tx: Tx) => Promise<T>, transact: (work: (tx: Tx) => Promise<T>) => Promise<T>): Promise<T>
  /** Runs `act` after the commit, or at once when nothing is held. */
  runAfterCommit(callback: () => void): void
}

/** Code that runs outside of any context has the time of a loop. */
const DEFAULT_CONTEXT: CallContext = { timeoutClass: 'loop', pending: null }

const contexts = new AsyncLocalStorage<CallContext>()
const getCallContext = (): CallContext => contexts.getStore() ?? DEFAULT_CONTEXT

/** Runs `work`, and all calls it starts, with this patience. */
export function withTimeoutClass<T>(timeoutClass: TimeoutClass, work: () => T): T {
  const { timeoutClass: present, pending } = getCallContext()
  return present === timeoutClass ? work() : contexts.run({ timeoutClass, pending }, work)
}

export const getTimeoutClass = (): TimeoutClass => getCallContext().timeoutClass

/** Runs `work` and holds its first transaction. */
export const runWithPending = (pending: RequestTransaction, work: () => void): void =>
  contexts.run({ timeoutClass: getCallContext().timeoutClass, pending }, work)

/** Returns the held transaction of this request, if no other transaction has it. */
export function takePendingTransaction(): RequestTransaction | null {
  const { pending } = getCallContext()
  return pending?.reserve() ? pending : null
}

/** Returns the connection that sees the request's own writes: its held transaction, or else `db`. */
export const getRequestReader = (db: Reader): Reader => getCallContext().pending?.tx ?? db

/** Runs `act` when the request's writes are committed: at once, except while its transaction is held. */
export function runAfterRequestCommit(callback: () => void): void {
  const { pending } = getCallContext()
  if (pending) pending.runAfterCommit(callback)
  else callback()
}
