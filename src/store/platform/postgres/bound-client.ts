/**
 * A PostgreSQL connection with bounded waits. Nothing is set for the session, because poolers such as PgBouncer share
 * sessions. A transaction sets its limits as it begins. The client aborts statements that exceed them, even when the
 * server is unreachable.
 */
import { connect } from 'node:net'
import type pg from 'pg'
import { NAMED, NamedStatements } from '../queries/prepared.ts'
import { DatabaseBusy, DatabaseUnavailable, type QueryTimeouts } from './pool-gate.ts'

type Client = pg.PoolClient
type Result = pg.QueryResult

/** After a timeout, longest wait until the server has received the cancel request, ms. */
const CANCEL_TIMEOUT_MS = 1_000

/** Timeout for the other end to close the connection of the cancel request, ms: PgBouncer may take ten seconds. */
const CLOSE_TIMEOUT_MS = 30_000

/** A server that became a replica rejects writes; a new connection to the same host name reaches the new primary. */
const READ_ONLY = '25006'

/** As Kysely writes it, with or without an isolation level. */
const BEGIN_PATTERN = /^(begin|start transaction)\b/

const EMPTY_RESULT = { command: '', rowCount: 0, rows: [] } as unknown as Result

export class BoundClient {
  readonly #client: Client
  readonly #named: NamedStatements
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
   * @param beginMs timeout for starting a transaction, which involves no work.
   * @param graceMs extra wait of the client within a transaction: the server ends the statement first, and the
   * connection survives.
   * @param onFault receives every error.
   */
  constructor(client: Client, beginMs: number, graceMs: number, onFault: (error: unknown) => void) {
    this.#client = client
    this.#named = new NamedStatements(client)
    this.#beginMs = beginMs
    this.#graceMs = graceMs
    this.#onFault = onFault
  }

  /** Hands the connection to a caller. */
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
    const result = await this.#runWithin(this.#waitMs, () => this.#send(sql, parameters as unknown[]))
    // PostgreSQL answers the commit of a failed transaction with a rollback, and reports no error
    if (sql === 'commit' && result.command === 'ROLLBACK') throw this.#fault ?? new Error('the transaction has failed')
    return result
  }

  #send(sql: string, parameters: unknown[]): Promise<Result> {
    const isNamed = !this.#isInTransaction && sql.startsWith(NAMED)
    return isNamed ? this.#named.run(sql, parameters) : this.#client.query(sql, parameters)
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

  /** In a transaction the server ends a statement that takes too long, and the connection survives. */
  get #waitMs(): number {
    const { statementMs } = this.#timeouts
    return this.#isInTransaction && statementMs > 0 ? statementMs + this.#graceMs : statementMs
  }

  release(isBroken = false): void {
    this.#client.release(isBroken || this.#isLost)
    this.#onRelease()
  }

  /** One message, so that it takes one round trip. */
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
    response.catch(() => {}) // It rejects when the connection is closed, after the caller has stopped waiting
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
 * Asks the server to cancel the statement of a connection. Resolves when the server has received the request, or after
 * a short timeout; there is no answer. The other end closes the connection, as with libpq: PgBouncer 1.18 crashes when
 * a client closes first.
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
