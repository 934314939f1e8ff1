/**
 * Everything that travels beside the queries: what a database connection carries (`Session`), what its transactions add
 * (`TxSession`), and what the current request or loop carries (`CallContext`). There is no other hidden state.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Kysely, Transaction } from 'kysely'
import { BoundedMap } from '../../core/platform/bounded-map.ts'
import type { Database } from '../tables/index.ts'
import type { DialectName } from './dialects.ts'
import type { Patience } from './patience.ts'
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
  readonly acts: (() => void)[]
}

/** Seals the secrets that are written, and opens those that are read. */
export interface Vault {
  /** @param place the row that the secret belongs to; the secret cannot be opened for another row */
  seal(text: string, place: string): string
  /** Null when no key of this service opens it. */
  open(sealed: string, place: string): string | null
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
export const besideSession = ({ dialect, secrets }: Session): Session => ({ ...createSession(dialect), secrets })

export const createTxSession = (session: Session): TxSession => ({ ...besideSession(session), acts: [] })

/** Attaches the session to the object itself, so that both are one value. */
export const withSession = <Db extends Kysely<Database>, S extends Session>(
  db: Db,
  session: S,
): Db & { readonly session: S } => Object.assign(db, { session })

/** Runs `act` once the transaction is committed, in the order of the calls; never, when it is rolled back. */
export function afterCommit(tx: Tx, act: () => void): void {
  tx.session.acts.push(act)
}

/** Seals and opens secrets with `vault` from now on. */
export function giveVault(db: Reader, vault: Vault): void {
  db.session.secrets.vault = vault
}

/** State that a request or a loop carries through its asynchronous calls. */
interface CallContext {
  readonly patience: Patience
  readonly held: RequestTransaction | null
}

/** The first transaction of a request, which stays open after its work until the answer is stored in it. */
export interface RequestTransaction {
  /** Set from the end of the work until the end of the transaction. */
  readonly tx: Tx | null
  /** Reserves it for the caller. False when another transaction of the request has it. */
  take(): boolean
  /** @param transact runs the work with its beginning and end around it */
  run<T>(work: (tx: Tx) => Promise<T>, transact: (work: (tx: Tx) => Promise<T>) => Promise<T>): Promise<T>
  /** Runs `act` after the commit, or at once when nothing is held. */
  afterwards(act: () => void): void
}

/** Code that runs outside of any context has the time of a loop. */
const ORDINARY: CallContext = { patience: 'loop', held: null }

const contexts = new AsyncLocalStorage<CallContext>()
const current = (): CallContext => contexts.getStore() ?? ORDINARY

/** Runs `work`, and all calls it starts, with this patience. */
export function withPatience<T>(patience: Patience, work: () => T): T {
  const { patience: present, held } = current()
  return present === patience ? work() : contexts.run({ patience, held }, work)
}

export const currentPatience = (): Patience => current().patience

/** Runs `work` and holds its first transaction. */
export const holdFirst = (held: RequestTransaction, work: () => void): void =>
  contexts.run({ patience: current().patience, held }, work)

/** Returns the held transaction of this request, if no other transaction has it. */
export function takeHeld(): RequestTransaction | null {
  const { held } = current()
  return held?.take() ? held : null
}

/** Returns the connection that sees the request's own writes: its held transaction, or else `db`. */
export const ownWrites = (db: Reader): Reader => current().held?.tx ?? db

/** Runs `act` when the request's writes are committed: at once, except while its transaction is held. */
export function whenCommitted(act: () => void): void {
  const { held } = current()
  if (held) held.afterwards(act)
  else act()
}
