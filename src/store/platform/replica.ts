/**
 * A replica of the primary, from which is read what may be a few seconds old. How far it has come is measured by places in
 * the log and never by clocks: what the replica has played back up to the place where the primary was at a moment,
 * holds everything that was committed until then, whether or not anything was written since.
 */
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { findPostgresTrouble, getPostgresCode } from './database-errors.ts'
import { DatabaseBusy, DatabaseUnavailable } from './pool-gate.ts'
import { withTimeoutClass } from './session.ts'

/** What is older than this is read from the primary instead. */
export const MAX_LAG_MS = 5_000

/** Measured so often. */
export const MEASURE_INTERVAL_MS = 1_000

/** How long a look may take. */
const MEASURE_TIMEOUT_MS = 2_000

/** Places of the primary that are remembered: those that a replica which is fresh enough may have come to. */
const MAX_SAMPLES = MAX_LAG_MS / MEASURE_INTERVAL_MS + 1

/** Why nothing is read from the replica; null when it is. */
export type ReplicaTrouble = { reason: 'away' | 'behind' | 'stranger' | 'primary'; error?: unknown } | null

interface LogPosition {
  /** Names the database cluster. */
  system: string
  /** Bytes of log. */
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
  /** Everything that was committed by then is there. */
  #freshAt = Number.NEGATIVE_INFINITY
  /** Who reads from it at this moment, and how to tell them that nothing will come. */
  readonly #readers = new Set<(error: unknown) => void>()

  /** @param now ms on any clock that only goes forward */
  constructor(primary: PostgresPool, replica: PostgresPool, now: () => number) {
    this.#primary = primary
    this.#replica = replica
    this.#now = now
  }

  get isFresh(): boolean {
    return this.#now() - this.#freshAt <= MAX_LAG_MS
  }

  /** What comes of `reading`, unless the replica is found to be away before. */
  waitWhileAvailable<T>(reading: Promise<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    this.#readers.add(reject)
    reading.then(resolve, reject)
    return promise.finally(() => this.#readers.delete(reject))
  }

  /** Not to be read from before a look has found it well. */
  markUnavailable(cause: unknown): void {
    this.#freshAt = Number.NEGATIVE_INFINITY
    const error = new DatabaseUnavailable('the replica cannot be read', { cause })
    for (const rejectReader of this.#readers) rejectReader(error)
  }

  /**
   * Measures how far it has come.
   *
   * @throws what the primary throws: then nothing is known
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
    // A log that became shorter belongs to another primary, or to one that was restored
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

/** Of another cluster, or a server of its own: what it says may have nothing to do with ours. */
function findMismatch(primary: LogPosition, replica: LogPosition): 'stranger' | 'primary' | null {
  if (primary.system !== replica.system) return 'stranger'
  return replica.isReplica ? null : 'primary'
}

/** With a deadline of its own: a pool gives a loop more time than there is between two looks. */
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
  measuring.catch(() => {}) // it may fail after nobody waits for it any more
  try {
    return await Promise.race([measuring, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Whether the primary may know better. Not when the replica is only slow or crowded: the primary has enough to do.
 * 40001: what was read was changed by what the replica played back. 42: a migration has not come there yet.
 */
function isReplicaFault(error: unknown): boolean {
  const code = getPostgresCode(error)
  if (error instanceof DatabaseBusy || /^(53|55|57014)/.test(code)) return false
  return findPostgresTrouble(error) !== null || /^(40001|42)/.test(code)
}

/** Reads from the replica while that is fresh, and otherwise, or when it fails in the middle, from the primary. */
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
      // One that comes after all is not needed any more
      connecting.then(
        (client) => client.release(),
        () => {},
      )
      if (!isReplicaFault(error)) throw error
      this.#replica.markUnavailable(error)
      return this.#primary.connect()
    }
  }

  /** Both pools are closed by whoever opened them. */
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
