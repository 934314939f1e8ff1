/** PostgreSQL through `pg`, with a bounded number of connections and bounded waits for connections and statements. */
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { getTimeoutClass } from '../session.ts'
import { BoundClient } from './bound-client.ts'
import { createTypes, loadDriver } from './load-driver.ts'
import { createQueryTimeouts, PoolGate, type QueryTimeouts, type TimeoutClass } from './pool-gate.ts'

export interface PostgresOptions {
  url: string
  /** Connections of this process. Ingest, requests and loops share them. */
  poolSize?: number
  /** Longest statement of a request, ms. Loops have more time. */
  requestMs?: number
  /** Longest wait for a connection, ms; default: the longest statement. */
  waitMs?: number
  /** Extra wait of the client for the end of a statement in a transaction, ms, so that the connection survives. */
  graceMs?: number
  /** Called when an idle connection breaks; the pool replaces it by itself. */
  onIdleError?: (error: Error) => void
  /** Receives every error of a statement, and of a connection that is in use or requested. */
  onFault?: (error: unknown) => void
}

const DEFAULTS = { poolSize: 10, requestMs: 10_000, graceMs: 2_000 }

/** Longest wait for a connection, ms. */
const WAIT_MS = 5_000

/** One of four connections is never used by requests, so that results and alerts continue under load. */
const RESERVED_SHARE = 4

/** Waiting requests per connection. A statement takes about a millisecond, so they are soon served. */
const WAITING_PER_CONNECTION = 100

/**
 * Connections are replaced at this age, so that no client stays connected to the old server after the database has
 * moved.
 */
const LIFETIME_SECONDS = 3_600

/** Delay before the first TCP keep-alive probe on an idle connection, ms. */
const KEEP_ALIVE_MS = 10_000

/** Number of connections, idle connections and waiting callers. */
interface ConnectionLoad {
  open: number
  idle: number
  waiting: number
}

/** The pool that Kysely's dialect expects. */
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
    // No session settings, not even at the start: PgBouncer rejects startup parameters that it does not support
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
    // A connection that breaks during a query fails that query; without a listener, its `error` event would also end
    // the process
    this.#pool.on('connect', (client) => client.on('error', () => {}))
  }

  /**
   * @throws DatabaseUnavailable when too many callers wait
   * @throws the driver's error
   */
  async connect(): Promise<PostgresPoolClient> {
    const timeoutClass = getTimeoutClass()
    const isRequest = timeoutClass === 'request'
    if (isRequest) await this.#requests.enter().catch((error) => this.#fail(error))
    const leave = () => {
      if (isRequest) this.#requests.leave()
    }
    try {
      const client = await this.#pool.connect()
      // It has no cursors, and no caller uses them
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
