/**
 * A replica for reads that may be a few seconds old. Its lag is measured by WAL positions, never by clocks. At the
 * position where the primary was at a moment, the replica contains everything committed until then, whether or not
 * anything was written since.
 */
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { findPostgresTrouble, getPostgresCode } from '../database-errors.ts'
import { withTimeoutClass } from '../session.ts'
import { DatabaseBusy, DatabaseUnavailable } from './pool-gate.ts'

/** Maximum lag of reads; beyond it, the primary is read instead. */
export const MAX_LAG_MS = 5_000

/** Interval between measurements. */
export const MEASURE_INTERVAL_MS = 1_000

/** Timeout of a measurement. */
const MEASURE_TIMEOUT_MS = 2_000

/** Number of stored positions of the primary: as many measurements as a fresh replica may be behind. */
const MAX_SAMPLES = MAX_LAG_MS / MEASURE_INTERVAL_MS + 1

/** Why the replica is not used; null when it is. */
export type ReplicaTrouble = { reason: 'away' | 'behind' | 'stranger' | 'primary'; error?: unknown } | null

interface LogPosition {
  /** System identifier of the database cluster. */
  system: string
  /** WAL position in bytes. */
  position: number | null
  isReplica: boolean
}

const SELECT_POSITION = `select (select system_identifier::text from pg_control_system()) as system, pg_is_in_recovery() as "isReplica",
  pg_wal_lsn_diff(case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end, '0/0') as position`

export class Replica {
  readonly #primary: PostgresPool
  readonly #replica: PostgresPool
  readonly #now: () => number
  readonly #samples: { at: number; position: number }[] = []
  /** Everything committed by this time is on the replica. */
  #freshAt = Number.NEGATIVE_INFINITY
  /** Functions that reject the current reads when the replica becomes unavailable. */
  readonly #readers = new Set<(error: unknown) => void>()

  /** @param now monotonic ms */
  constructor(primary: PostgresPool, replica: PostgresPool, now: () => number) {
    this.#primary = primary
    this.#replica = replica
    this.#now = now
  }

  get isFresh(): boolean {
    return this.#now() - this.#freshAt <= MAX_LAG_MS
  }

  /** Result of `reading`, unless the replica is found to be unavailable before. */
  waitWhileAvailable<T>(reading: Promise<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    this.#readers.add(reject)
    reading.then(resolve, reject)
    return promise.finally(() => this.#readers.delete(reject))
  }

  /** Stops reads until a measurement succeeds. */
  markUnavailable(cause: unknown): void {
    this.#freshAt = Number.NEGATIVE_INFINITY
    const error = new DatabaseUnavailable('the replica cannot be read', { cause })
    for (const rejectReader of this.#readers) rejectReader(error)
  }

  /**
   * Measures the lag.
   *
   * @throws the primary's error; the lag is unknown then
   */
  async measureLag(): Promise<ReplicaTrouble> {
    const at = this.#now()
    const primary = await readLogPosition(this.#primary)
    if (primary.position !== null) this.#addSample({ at, position: primary.position })
    try {
      return this.#judge(primary, await readLogPosition(this.#replica))
    } catch (error) {
      this.markUnavailable(error)
      return { reason: 'away', error }
    }
  }

  #addSample(sample: { at: number; position: number }): void {
    // A shorter WAL belongs to another primary, or to a restored one
    if (this.#samples.some(({ position }) => position > sample.position)) this.#samples.length = 0
    this.#samples.push(sample)
    if (this.#samples.length > MAX_SAMPLES) this.#samples.shift()
  }

  #judge(primary: LogPosition, replica: LogPosition): ReplicaTrouble {
    const reason = findMismatch(primary, replica)
    if (reason) {
      this.markUnavailable(new Error(`the replica is a ${reason}`))
      return { reason }
    }
    const reached = this.#samples.findLast(({ position }) => position <= (replica.position ?? -1))
    this.#freshAt = Math.max(this.#freshAt, reached?.at ?? Number.NEGATIVE_INFINITY)
    return this.isFresh ? null : { reason: 'behind' }
  }
}

/**
 * Returns why the data of the replica may be unrelated: it belongs to another database cluster (`stranger`), or is
 * itself a primary. Null when neither is true.
 */
function findMismatch(primary: LogPosition, replica: LogPosition): 'stranger' | 'primary' | null {
  if (primary.system !== replica.system) return 'stranger'
  return replica.isReplica ? null : 'primary'
}

/** Has a separate deadline: the pool's timeout for loops is longer than the interval between measurements. */
async function readLogPosition(pool: PostgresPool): Promise<LogPosition> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => late.reject(new Error(`no answer within ${MEASURE_TIMEOUT_MS} ms`)),
    MEASURE_TIMEOUT_MS,
  )
  const measuring = withTimeoutClass('loop', async () => {
    const client = await pool.connect()
    try {
      return (await client.query<LogPosition>(SELECT_POSITION, [])).rows[0]!
    } finally {
      client.release()
    }
  })
  measuring.catch(() => {}) // It may reject after the caller has stopped waiting
  try {
    return await Promise.race([measuring, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Whether reading from the primary may succeed. A replica that is only slow or overloaded does not count: the primary
 * has enough load.
 *
 * - 40001: a change that the replica replayed conflicts with the query
 * - 42: a migration has not reached the replica yet
 */
function isReplicaFault(error: unknown): boolean {
  const code = getPostgresCode(error)
  if (error instanceof DatabaseBusy || /^(53|55|57014)/.test(code)) return false
  return findPostgresTrouble(error) !== null || /^(40001|42)/.test(code)
}

/**
 * Reads from the replica while it is fresh. Otherwise, or when the replica fails during a read, it reads from the
 * primary.
 */
export class HistoryConnections implements PostgresPool {
  readonly options = {}
  readonly #primary: PostgresPool
  readonly #pool: PostgresPool
  readonly #replica: Replica

  constructor(primary: PostgresPool, pool: PostgresPool, replica: Replica) {
    this.#primary = primary
    this.#pool = pool
    this.#replica = replica
  }

  async connect(): Promise<PostgresPoolClient> {
    if (!this.#replica.isFresh) return this.#primary.connect()
    const connecting = this.#pool.connect()
    try {
      return this.#withFallback(await this.#replica.waitWhileAvailable(connecting))
    } catch (error) {
      // A connection that arrives late is released
      connecting.then(
        (client) => client.release(),
        () => {},
      )
      if (!isReplicaFault(error)) throw error
      this.#replica.markUnavailable(error)
      return this.#primary.connect()
    }
  }

  /** The callers that opened the pools close them. */
  async end(): Promise<void> {}

  #withFallback(client: PostgresPoolClient): PostgresPoolClient {
    let isBroken = false
    const query = async (sql: string, parameters: readonly unknown[]) => {
      try {
        return await this.#replica.waitWhileAvailable(client.query(sql, parameters))
      } catch (error) {
        if (!isReplicaFault(error)) throw error
        isBroken = true
        if (findPostgresTrouble(error) !== null) this.#replica.markUnavailable(error)
        return this.#queryPrimary(sql, parameters)
      }
    }
    return { query, release: () => client.release(isBroken) } as unknown as PostgresPoolClient
  }

  async #queryPrimary(sql: string, parameters: readonly unknown[]) {
    const client = await this.#primary.connect()
    try {
      return await client.query(sql, parameters)
    } finally {
      client.release()
    }
  }
}
