/**
 * State beside the queries: of a database connection (`Session`), of its transactions (`TxSession`), and of the current
 * request or loop (`CallContext`). There is no other hidden state.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Kysely, Transaction } from 'kysely'
import { BoundedMap } from '../../core/platform/maps.ts'
import type { UnixMs } from '../../core/platform/time/time.ts'
import type { Database } from '../tables/index.ts'
import type { DialectName } from './dialects.ts'
import type { TimeoutClass } from './postgres/pool-gate.ts'
import type { SqliteReader } from './sqlite/sqlite-reader.ts'

/**
 * Read queries take a database or a transaction. Write queries take a `Tx`, so that none can run outside a transaction
 * by mistake.
 */
export type Reader = Kysely<Database> & { readonly session: Session }
export type Tx = Transaction<Database> & { readonly session: TxSession }

export interface Session {
  readonly dialect: DialectName
  /** Reads committed rows at once, on a separate connection: for SQLite, outside transactions. */
  readonly reader: SqliteReader | null
  /** Resolves when all commits until now are on the disk. */
  flush(): Promise<void>
  /** Shared by a database and all its transactions. Without a vault, secrets are stored as plain text. */
  readonly secrets: { vault: Vault | null }
  /** Receives blocks of results that cannot be decoded. Shared like the secrets. */
  readonly damage: { listener: ((block: DamagedBlock) => void) | null }
  /** Totals of lists, by the name of the list. */
  readonly counts: BoundedMap<string, CountedList>
}

/** A block of results that is left out, because it cannot be decoded. */
interface DamagedBlock {
  monitorKey: number
  regionKey: number
  /** Start of its hour. */
  startsAt: UnixMs
  reason: string
}

interface TxSession extends Session {
  /** Callbacks that run after the commit, in this order. */
  readonly callbacks: (() => void)[]
  /** Whether the transaction is rolled back at its end, and only shows whether its writes are accepted. */
  isDryRun: boolean
}

/** Seals secrets on write and opens them on read. */
export interface Vault {
  /** @param sealContext row of the secret; the secret cannot be opened for another row */
  seal(text: string, sealContext: string): string
  /** Null when no key of this service opens it. */
  open(sealed: string, sealContext: string): string | null
}

interface CountedList {
  /** Revision of the monitors before the count. */
  revision: number
  total: number
}

/** Number of lists whose total is cached; a list is a project with filters. */
const COUNTED_LISTS = 1_000

export const createSession = (
  dialect: DialectName,
  reader: SqliteReader | null = null,
  flush = async (): Promise<void> => {},
): Session => ({
  dialect,
  reader,
  flush,
  secrets: { vault: null },
  damage: { listener: null },
  counts: new BoundedMap(COUNTED_LISTS),
})

/** Returns a session of another connection to the same database, which shares the vault and the listener. */
export const createSiblingSession = ({ dialect, secrets, damage }: Session): Session => ({
  ...createSession(dialect),
  secrets,
  damage,
})

export const createTxSession = (session: Session): TxSession => ({
  ...createSiblingSession(session),
  callbacks: [],
  isDryRun: false,
})

/** Attaches the session to the object itself, so that both are one value. */
export const withSession = <Db extends Kysely<Database>, S extends Session>(
  db: Db,
  session: S,
): Db & { readonly session: S } => Object.assign(db, { session })

/** Runs `callback` once the transaction is committed, in the order of the calls; never, when it is rolled back. */
export function runAfterCommit(tx: Tx, callback: () => void): void {
  tx.session.callbacks.push(callback)
}

/** Lets the transaction leave out rows that no rule reads. The caller rolls it back. */
export function startDryRun(tx: Tx): void {
  tx.session.isDryRun = true
}

/** Seals and opens secrets with `vault` from now on. */
export function setVault(db: Reader, vault: Vault): void {
  db.session.secrets.vault = vault
}

/** Passes every block that cannot be decoded to `listener` from now on. */
export function onDamagedBlock(db: Reader, listener: (block: DamagedBlock) => void): void {
  db.session.damage.listener = listener
}

/** State that a request or a loop carries through its asynchronous calls. */
interface CallContext {
  readonly timeoutClass: TimeoutClass
  readonly pending: RequestTransaction | null
}

/** The first transaction of a request, which stays open after its work until the response is stored in it. */
export interface RequestTransaction {
  /** Set from the end of the work until the end of the transaction. */
  readonly tx: Tx | null
  /**
   * Reserves it for the caller.
   *
   * @returns false when another transaction of the request has it
   */
  reserve(): boolean
  /** @param transact runs the work wrapped in its start and end steps */
  run<T>(work: (tx: Tx) => Promise<T>, transact: (work: (tx: Tx) => Promise<T>) => Promise<T>): Promise<T>
  /** Runs `callback` after the commit, or at once when no transaction is open. */
  runAfterCommit(callback: () => void): void
}

/** Code outside any context has the timeouts of a loop. */
const DEFAULT_CONTEXT: CallContext = { timeoutClass: 'loop', pending: null }

const contexts = new AsyncLocalStorage<CallContext>()
const getCallContext = (): CallContext => contexts.getStore() ?? DEFAULT_CONTEXT

/** Runs `work`, and all calls it starts, with these timeouts. */
export function withTimeoutClass<T>(timeoutClass: TimeoutClass, work: () => T): T {
  const { timeoutClass: current, pending } = getCallContext()
  return current === timeoutClass ? work() : contexts.run({ timeoutClass, pending }, work)
}

export const getTimeoutClass = (): TimeoutClass => getCallContext().timeoutClass

/** Runs `work` and keeps its first transaction open. */
export const runWithPending = (pending: RequestTransaction, work: () => void): void =>
  contexts.run({ timeoutClass: getCallContext().timeoutClass, pending }, work)

/** Returns the pending transaction of this request, if no other transaction has it. */
export function takePendingTransaction(): RequestTransaction | null {
  const { pending } = getCallContext()
  return pending?.reserve() ? pending : null
}

/** Whether the response of this request is stored in its first transaction. */
export const hasPendingTransaction = (): boolean => getCallContext().pending !== null

/** Returns the connection that reads the request's own writes: its pending transaction, or else `db`. */
export const getRequestReader = (db: Reader): Reader => getCallContext().pending?.tx ?? db

/** Runs `callback` when the request's writes are committed: at once, unless its transaction is pending. */
export function runAfterRequestCommit(callback: () => void): void {
  const { pending } = getCallContext()
  if (pending) pending.runAfterCommit(callback)
  else callback()
}
