/**
 * A replica of the primary, from which is read what may be a few seconds old. How far it has come is measured by places in
 * the log and never by clocks: what the replica has played back up to the place where the primary was at a moment,
 * holds everything that was committed until then, whether or not anything was written since.
 */
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { DatabaseAway, DatabaseBusy } from './admission.ts'
import { postgresCode, postgresTroubleOf } from './failures.ts'
import { withPatience } from './session.ts'

/** What is older than this is read from the primary instead. */
export const MOST_LAG_MS = 5_000

/** Measured so often. */
export const LOOK_MS = 1_000

/** How long a look may take. */
const LOOK_TIMEOUT_MS = 2_000

/** Places of the primary that are remembered: those that a replica which is fresh enough may have come to. */
const MOST_SAMPLES = MOST_LAG_MS / LOOK_MS + 1

/** Why nothing is read from the replica; null when it is. */
export type ReplicaTrouble = { reason: 'away' | 'behind' | 'stranger' | 'primary'; error?: unknown } | null

interface Place {
  /** Names the database cluster. */
  system: string
  /** Bytes of log. */
  position: number | null
  isReplica: boolean
}

const WHERE = `select (select system_identifier::text from pg_control_system()) as system, pg_is_in_recovery() as "isReplica",
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
    return this.#now() - this.#freshAt <= MOST_LAG_MS
  }

  /** What comes of `reading`, unless the replica is found to be away before. */
  whileThere<T>(reading: Promise<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    this.#readers.add(reject)
    reading.then(resolve, reject)
    return promise.finally(() => this.#readers.delete(reject))
  }

  /** Not to be read from before a look has found it well. */
  doubt(cause: unknown): void {
    this.#freshAt = Number.NEGATIVE_INFINITY
    const error = new DatabaseAway('the replica cannot be read from', { cause })
    for (const tell of this.#readers) tell(error)
  }

  /**
   * Measures how far it has come.
   *
   * @throws what the primary throws: then nothing is known
   */
  async look(): Promise<ReplicaTrouble> {
    const at = this.#now()
    const primary = await placeOf(this.#primary)
    if (primary.position !== null) this.#remember({ at, position: primary.position })
    try {
      return this.#judge(primary, await placeOf(this.#replica))
    } catch (error) {
      this.doubt(error)
      return { reason: 'away', error }
    }
  }

  #remember(sample: { at: number; position: number }): void {
    // A log that became shorter belongs to another primary, or to one that was restored
    if (this.#samples.some(({ position }) => position > sample.position)) this.#samples.length = 0
    this.#samples.push(sample)
    if (this.#samples.length > MOST_SAMPLES) this.#samples.shift()
  }

  #judge(primary: Place, replica: Place): ReplicaTrouble {
    const reason = strangeness(primary, replica)
    if (reason) {
      this.doubt(new Error(`the replica is a ${reason}`))
      return { reason }
    }
    const reached = this.#samples.findLast(({ position }) => position <= (replica.position ?? -1))
    this.#freshAt = Math.max(this.#freshAt, reached?.at ?? Number.NEGATIVE_INFINITY)
    return this.isFresh ? null : { reason: 'behind' }
  }
}

/** Of another cluster, or a server of its own: what it says may have nothing to do with ours. */
function strangeness(primary: Place, replica: Place): 'stranger' | 'primary' | null {
  if (primary.system !== replica.system) return 'stranger'
  return replica.isReplica ? null : 'primary'
}

/** With a deadline of its own: a pool gives a loop more time than there is between two looks. */
async function placeOf(pool: PostgresPool): Promise<Place> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`no answer within ${LOOK_TIMEOUT_MS} ms`)), LOOK_TIMEOUT_MS)
  const asked = withPatience('loop', async () => {
    const client = await pool.connect()
    try {
      return (await client.query<Place>(WHERE, [])).rows[0]!
    } finally {
      client.release()
    }
  })
  asked.catch(() => {}) // it may fail after nobody waits for it any more
  try {
    return await Promise.race([asked, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Whether the primary may know better. Not when the replica is only slow or crowded: the primary has enough to do.
 * 40001: what was read was changed by what the replica played back. 42: a migration has not come there yet.
 */
function isOfReplica(error: unknown): boolean {
  const code = postgresCode(error)
  if (error instanceof DatabaseBusy || /^(53|55|57014)/.test(code)) return false
  return postgresTroubleOf(error) !== null || /^(40001|42)/.test(code)
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
      return this.#careful(await this.#replica.whileThere(connecting))
    } catch (error) {
      // One that comes after all is not needed any more
      connecting.then(
        (client) => client.release(),
        () => {},
      )
      if (!isOfReplica(error)) throw error
      this.#replica.doubt(error)
      return this.#primary.connect()
    }
  }

  /** Both pools are closed by whoever opened them. */
  async end(): Promise<void> {}

  #careful(client: PostgresPoolClient): PostgresPoolClient {
    let isBroken = false
    const query = async (sql: string, parameters: readonly unknown[]) => {
      try {
        return await this.#replica.whileThere(client.query(sql, parameters))
      } catch (error) {
        if (!isOfReplica(error)) throw error
        isBroken = true
        if (postgresTroubleOf(error) !== null) this.#replica.doubt(error)
        return this.#askPrimary(sql, parameters)
      }
    }
    return { query, release: () => client.release(isBroken) } as unknown as PostgresPoolClient
  }

  async #askPrimary(sql: string, parameters: readonly unknown[]) {
    const client = await this.#primary.connect()
    try {
      return await client.query(sql, parameters)
    } finally {
      client.release()
    }
  }
}
