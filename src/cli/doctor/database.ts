/** Inspects the database and its replica: whether they are reachable, writable and fast. */
import { existsSync } from 'node:fs'
import { describeLocation, explain } from '../../runtime/open-database.ts'
import { type Inspection, inspect } from '../../store/inspection.ts'
import { openStore, type Store, type StoreLocation } from '../../store/platform/store.ts'
import { createFailure, createPass, createWarning, type Finding } from './finding.ts'

const TOPIC = 'Database'

/** The oldest PostgreSQL version that supports all SQL of the store. */
const OLDEST_POSTGRES = 14

/** Storing a batch of results takes about twelve queries. */
const SLOW_MS = 20

/** Servers on one database compare times of their own clocks. */
const MAX_CLOCK_OFFSET_MS = 2_000

interface DatabaseFacts {
  location: StoreLocation
  /** Maximum number of connections of one server. */
  poolSize: number
}

/** @param and inspects more of the open database when it can be read */
export async function inspectDatabase(
  { location, poolSize }: DatabaseFacts,
  now: () => number,
  and: (store: Store) => Promise<Finding[]>,
): Promise<Finding[]> {
  const label = describeLocation(location)
  if ('file' in location && !existsSync(location.file))
    return [createPass(TOPIC, `${label} will be created on first start`)]
  let store: Store | undefined
  try {
    store = openStore(location)
    const found = await inspect(store, now)
    const isReadable = found.pending.length === 0 && found.incompatible.length === 0
    return [...judgeDatabase(label, found, poolSize), ...(isReadable ? await and(store) : [])]
  } catch (error) {
    const explained = explain(error, location)
    return [
      createFailure(
        TOPIC,
        explained instanceof Error ? explained.message : String(explained),
        'Watchkeeper cannot work without the database.',
      ),
    ]
  } finally {
    await store?.close()
  }
}

export function judgeDatabase(label: string, found: Inspection, poolSize: number): Finding[] {
  const { version, incompatible, latencyMs, clockAheadMs, server } = found
  const findings = [judgeVersion(label, version, server !== null)]
  if (incompatible.length > 0)
    findings.push(
      createFailure(
        TOPIC,
        `the database was written by a newer version (${incompatible.at(-1)})`,
        'Run the newer version, or restore a backup from before the upgrade.',
      ),
    )
  else if (found.pending.length > 0) findings.push(judgeUpgrade(found))
  findings.push(
    latencyMs > SLOW_MS
      ? createWarning(
          TOPIC,
          `latency ${latencyMs.toFixed(1)} ms`,
          'Each batch of results needs about a dozen queries. Run the server and the database in the same data center.',
        )
      : createPass(TOPIC, `latency ${latencyMs.toFixed(1)} ms`),
  )
  if (server !== null) findings.push(...judgeServer(server, poolSize))
  if (clockAheadMs !== null) findings.push(judgeClock(clockAheadMs))
  return findings
}

/** Describes the migrations of the next start, and whether the present version can still run afterwards. */
function judgeUpgrade({ pending, schemaVersion }: Inspection): Finding {
  if (schemaVersion === 0) return createPass(TOPIC, 'the database is empty; the next start creates its tables')
  const names = pending.map(({ version, name }) => `${version} ${name}`).join(', ')
  const text = `the next start or "watchkeeper migrate" runs the migrations ${names}`
  return pending.every(({ needs }) => needs !== undefined && needs <= schemaVersion)
    ? createPass(TOPIC, `${text}; servers of the present version continue, so you can go back`)
    : createWarning(
        TOPIC,
        `${text}; servers of the present version stop, and cannot start again`,
        'Run "watchkeeper backup" first. To go back, restore this backup with the present version.',
      )
}

function judgeVersion(label: string, version: string, isPostgres: boolean): Finding {
  const text = `${label} (${isPostgres ? 'version' : 'SQLite'} ${version})`
  return isPostgres && Number.parseInt(version, 10) < OLDEST_POSTGRES
    ? createFailure(TOPIC, `${text} is too old`, `Use PostgreSQL ${OLDEST_POSTGRES} or newer.`)
    : createPass(TOPIC, text)
}

function judgeServer(
  { connections, maxConnections, isReadOnly }: NonNullable<Inspection['server']>,
  poolSize: number,
): Finding[] {
  const text = `${connections} of ${maxConnections} connections in use; each server uses up to ${poolSize}`
  const advice = 'Raise max_connections in PostgreSQL, lower WK_DATABASE_POOL, or use PgBouncer.'
  return [
    ...(isReadOnly
      ? [
          createFailure(
            TOPIC,
            'the database is read-only: it is a replica, or was set to read-only',
            'DATABASE_URL must point to the primary.',
          ),
        ]
      : []),
    connections + poolSize > maxConnections * 0.9 ? createWarning(TOPIC, text, advice) : createPass(TOPIC, text),
  ]
}

function judgeClock(aheadMs: number): Finding {
  const text = `the database clock is ${Math.abs(aheadMs / 1000).toFixed(1)} s ${aheadMs > 0 ? 'ahead of' : 'behind'} the clock of this machine`
  return Math.abs(aheadMs) > MAX_CLOCK_OFFSET_MS
    ? createWarning('Clock', text, 'Synchronize both with NTP: timedatectl set-ntp true, or chrony.')
    : createPass('Clock', `in sync with the database (${Math.round(aheadMs)} ms off)`)
}

const REPLICA = 'Replica'

/** Checks whether statistics can be read from the replica. */
export async function inspectReplica(url: string, now: () => number): Promise<Finding[]> {
  const location = { url, poolSize: 2 }
  const store = openStore(location)
  try {
    const { server, pending, incompatible } = await inspect(store, now)
    if (server?.isReadOnly !== true)
      return [
        createFailure(
          REPLICA,
          'the database accepts writes, so it is not a replica',
          'WK_DATABASE_REPLICA_URL must point to a streaming replica of DATABASE_URL.',
        ),
      ]
    if (pending.length > 0 || incompatible.length > 0)
      return [
        createFailure(
          REPLICA,
          'the replica does not have the database schema of this version',
          'Check that it is replaying: select pg_last_wal_replay_lsn(), pg_last_xact_replay_timestamp()',
        ),
      ]
    return [createPass(REPLICA, 'readable')]
  } catch (error) {
    const explained = explain(error, location)
    const text = (explained instanceof Error ? explained.message : String(explained)).replace(
      'DATABASE_URL',
      'WK_DATABASE_REPLICA_URL',
    )
    return [createFailure(REPLICA, text, 'In the meantime, all reads go to the primary.')]
  } finally {
    await store.close()
  }
}
