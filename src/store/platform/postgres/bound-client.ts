/**
 * A connection to PostgreSQL that does not wait for ever. Nothing is set for the session, because behind a pooler such as
 * PgBouncer there is none: a transaction says its limits as it begins, and whatever takes longer than it may is given up
 * here, which also holds where the server cannot be reached to keep a limit.
 */
import { connect } from 'node:net'
import type pg from 'pg'
import { DatabaseBusy, DatabaseUnavailable } from '../pool-gate.ts'
import type { QueryTimeouts } from '../query-timeouts.ts'

type Client = pg.PoolClient
type Result = pg.QueryResult

/** How long whoever gave up waits until the server has heard that it is to stop, ms. */
const CANCEL_TIMEOUT_MS = 1_000

/** When the other end is to have closed the connection on which it was asked to, ms: PgBouncer may take ten seconds. */
const CLOSE_TIMEOUT_MS = 30_000

/** A server that has become a replica refuses writes until it is asked for anew, under the name of the new primary. */
const READ_ONLY = '25006'

/** As Kysely words it, with or without a level of isolation. */
const BEGIN_PATTERN = /^(begin|start transaction)\b/

const EMPTY_RESULT = { command: '', rowCount: 0, rows: [] } as unknown as Result

export class BoundClient {
  readonly #client: Client
  readonly #beginMs: number
  readonly #graceMs: number
  readonly #onFault: (error: unknown) => void
  #timeouts: QueryTimeouts = { statementMs: 0, lockMs: 0, idleMs: 0 }
  #onRelease: () => void = () => {}
  #isInTransaction = false
  #isLost = false
  /** The first error within the transaction. */
  #fault: unknown = null

  /**
   * @param beginMs longest that a transaction may take to begin: there is nothing to do for it
   * @param graceMs how much longer than the server we wait within a transaction: it ends the statement and keeps the
   *   connection
   * @param onFault takes every error
   */
  constructor(client: Client, beginMs: number, graceMs: number, onFault: (error: unknown) => void) {
    this.#client = client
    this.#beginMs = beginMs
    this.#graceMs = graceMs
    this.#onFault = onFault
  }

  /** Somebody has it now. */
  checkOut(limits: QueryTimeouts, onRelease: () => void): this {
    this.#timeouts = limits
    this.#onRelease = onRelease
    this.#isInTransaction = false
    this.#fault = null
    return this
  }

  async query(sql: string, parameters: readonly unknown[]): Promise<Result> {
    if (BEGIN_PATTERN.test(sql)) return this.#startTransaction(sql)
    if (sql === 'rollback') return this.#rollback()
    if (this.#isLost) return this.#fail(new DatabaseUnavailable('the connection to the database was lost'))
    const result = await this.#runWithin(this.#waitMs, () => this.#client.query(sql, parameters as unknown[]))
    // PostgreSQL answers the commit of a failed transaction with a rollback, and reports no error
    if (sql === 'commit' && result.command === 'ROLLBACK') throw this.#fault ?? new Error('the transaction has failed')
    return result
  }

  /** Never throws, because the caller already has the error to report. */
  async #rollback(): Promise<Result> {
    if (!this.#isLost) {
      await this.#runWithin(this.#waitMs, () => this.#client.query('rollback')).catch(() => {
        this.#isLost = true
      })
    }
    return { ...EMPTY_RESULT, command: 'ROLLBACK' }
  }

  /** In a transaction the server ends a statement that takes too long, and the connection stays. */
  get #waitMs(): number {
    const { statementMs } = this.#timeouts
    return this.#isInTransaction && statementMs > 0 ? statementMs + this.#graceMs : statementMs
  }

  release(isBroken = false): void {
    this.#client.release(isBroken || this.#isLost)
    this.#onRelease()
  }

  /** One message, so that it is one way there and back. */
  async #startTransaction(sql: string): Promise<Result> {
    const { statementMs, lockMs, idleMs } = this.#timeouts
    await this.#runWithin(this.#beginMs, () =>
      this.#client.query(
        `${sql}; set local statement_timeout = ${statementMs}; set local lock_timeout = ${lockMs}; ` +
          `set local idle_in_transaction_session_timeout = ${idleMs}`,
      ),
    )
    this.#isInTransaction = true
    return { ...EMPTY_RESULT, command: 'BEGIN' }
  }

  async #runWithin(waitMs: number, ask: () => Promise<Result>): Promise<Result> {
    const response = ask()
    if (waitMs === 0) return response.catch((error) => this.#fail(error))
    const timedOut = Promise.withResolvers<null>()
    const timer = setTimeout(() => timedOut.resolve(null), waitMs)
    try {
      const result = await Promise.race([response, timedOut.promise])
      if (result !== null) return result
    } catch (error) {
      this.#fail(error)
    } finally {
      clearTimeout(timer)
    }
    response.catch(() => {}) // it fails when the connection is closed, and nobody waits for it any more
    this.#isLost = true
    await cancel(this.#client)
    return this.#fail(new DatabaseBusy(`the database did not respond within ${waitMs} ms`))
  }

  #fail(error: unknown): never {
    this.#fault ??= error
    this.#onFault(error)
    if ((error as { code?: string }).code === READ_ONLY) this.#isLost = true
    throw error
  }
}

interface Cancellable {
  processID: number | null
  secretKey: number | null
  host: string
  port: number
}

/** Code of a cancel request. Source: PostgreSQL, "Message Formats" */
const CANCEL_CODE = 80_877_102

/**
 * Asks the server to stop what a connection has it do. Resolves when it has heard, or soon; there is no answer. The
 * connection is left to the other end to close, as libpq does it: PgBouncer 1.18 dies of a client that is quicker.
 */
function cancel(client: Client): Promise<void> {
  const { processID, secretKey, host, port } = client as unknown as Cancellable
  if (processID === null || secretKey === null) return Promise.resolve()
  const request = Buffer.alloc(16)
  request.writeInt32BE(16, 0)
  request.writeInt32BE(CANCEL_CODE, 4)
  request.writeInt32BE(processID, 8)
  request.writeInt32BE(secretKey, 12)
  const path = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }
  return new Promise((resolve) => {
    const socket = connect(path)
    const giveUp = setTimeout(() => {
      if (socket.connecting) socket.destroy()
      resolve()
    }, CANCEL_TIMEOUT_MS)
    socket.once('connect', () => socket.write(request))
    socket.setTimeout(CLOSE_TIMEOUT_MS, () => socket.destroy())
    socket.on('error', () => {})
    socket.resume()
    socket.unref()
    socket.once('close', () => {
      clearTimeout(giveUp)
      resolve()
    })
  })
}
