/** PostgreSQL through `pg`: a bounded number of connections, and a bounded wait for each of them and on each of them. */
import { createRequire } from 'node:module'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { PoolGate } from '../pool-gate.ts'
import { createQueryTimeouts, type QueryTimeouts, type TimeoutClass } from '../query-timeouts.ts'
import { getTimeoutClass } from '../session.ts'
import { BoundClient } from './bound-client.ts'
import { createTypes } from './postgres-types.ts'

export interface PostgresOptions {
  url: string
  /** Connections of this process. Ingest, requests and loops share them. */
  poolSize?: number
  /** Longest statement of a request, ms. Loops have more time. */
  requestMs?: number
  /** How long somebody waits for a connection, ms; by default no longer than for a statement. */
  waitMs?: number
  /** How much longer than the server we wait for the end of a statement in a transaction, ms: so the connection stays. */
  graceMs?: number
  /** Told when an idle connection breaks; the pool replaces it by itself. */
  onIdleError?: (error: Error) => void
  /** Takes every error of a statement or of a connection that is in use or wanted. */
  onFault?: (error: unknown) => void
}

const DEFAULTS = { poolSize: 10, requestMs: 10_000, graceMs: 2_000 }

/** Longest wait for a connection, ms. */
const WAIT_MS = 5_000

/** Of four connections one is never taken by requests, so that results and alerts go on in a crowd. */
const RESERVED_SHARE = 4

/** Requests that wait for each connection. A statement takes a millisecond or so: that many are soon served. */
const WAITING_PER_CONNECTION = 100

/** Connections are made anew now and then, so that after a move of the database nobody stays with the old one. */
const LIFETIME_SECONDS = 3_600

/** When a connection that nobody uses is asked whether its other end is still there, ms. */
const KEEP_ALIVE_MS = 10_000

/** How many connections there are, those that nobody uses, and who waits for one. */
interface ConnectionLoad {
  open: number
  idle: number
  waiting: number
}

/** The pool, as Kysely wants it. */
export class Connections implements PostgresPool {
  readonly options = {}
  readonly #pool: pg.Pool
  readonly #requests: PoolGate
  readonly #limits: Readonly<Record<TimeoutClass, QueryTimeouts>>
  readonly #beginMs: number
  readonly #graceMs: number
  readonly #onFault: (error: unknown) => void
  readonly #clients = new WeakMap<pg.PoolClient, BoundClient>()

  constructor({ url, onIdleError = () => {}, onFault = () => {}, ...chosen }: PostgresOptions) {
    const settings = { ...DEFAULTS, ...chosen }
    const { poolSize, requestMs, graceMs, waitMs = Math.min(WAIT_MS, requestMs) } = settings
    this.#limits = createQueryTimeouts(requestMs)
    this.#beginMs = waitMs
    this.#graceMs = graceMs
    this.#onFault = onFault
    this.#requests = new PoolGate({
      max: poolSize - Math.floor((poolSize + RESERVED_SHARE - 2) / RESERVED_SHARE),
      maxWaiting: WAITING_PER_CONNECTION * poolSize,
      waitMs,
    })
    // Nothing that only holds for a session, not even at its start: PgBouncer refuses what it does not know there
    const driver = loadDriver()
    this.#pool = new driver.Pool({
      connectionString: url,
      max: poolSize,
      connectionTimeoutMillis: waitMs,
      maxLifetimeSeconds: LIFETIME_SECONDS,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      application_name: 'watchkeeper',
      types: createTypes(driver),
    })
    this.#pool.on('error', onIdleError)
    // One that breaks in the middle of a query fails that query; its `error` event, unheard, would end the process too
    this.#pool.on('connect', (client) => client.on('error', () => {}))
  }

  /** @throws DatabaseUnavailable when there are too many who want one; what the driver throws */
  async connect(): Promise<PostgresPoolClient> {
    const timeoutClass = getTimeoutClass()
    const isRequest = timeoutClass === 'request'
    if (isRequest) await this.#requests.enter().catch((error) => this.#fail(error))
    const leave = () => {
      if (isRequest) this.#requests.leave()
    }
    try {
      const client = await this.#pool.connect()
      // It has no cursors, which nobody asks for
      return this.#getBoundClient(client).checkOut(this.#limits[timeoutClass], leave) as unknown as PostgresPoolClient
    } catch (error) {
      leave()
      this.#fail(error)
    }
  }

  #fail(error: unknown): never {
    this.#onFault(error)
    throw error
  }

  load(): ConnectionLoad {
    const { totalCount, idleCount, waitingCount } = this.#pool
    return { open: totalCount, idle: idleCount, waiting: waitingCount + this.#requests.waiting }
  }

  end(): Promise<void> {
    return this.#pool.end()
  }

  #getBoundClient(client: pg.PoolClient): BoundClient {
    const known = this.#clients.get(client)
    if (known) return known
    const bound = new BoundClient(client, this.#beginMs, this.#graceMs, this.#onFault)
    this.#clients.set(client, bound)
    return bound
  }
}

/** Here and not above: most instances run on SQLite, and a start is to be quick. */
const loadDriver = (): typeof pg => createRequire(import.meta.url)('pg') as typeof pg
