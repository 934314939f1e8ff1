/** Read-only inspection of a database, for the command `doctor`. */
import { sql } from 'kysely'
import { refuseDevelopmentSchema } from '../core/platform/database/schema.ts'
import { MIGRATIONS, type Migration } from './migrations/index.ts'
import { type Applied, isIncompatible } from './migrations/migrate.ts'
import type { Store } from './platform/store.ts'

export interface Inspection {
  /** Version of the database program. */
  version: string
  /** Migrations of this program that the database does not have yet. */
  pending: readonly Migration[]
  /** The last migration in the database; 0 for an empty database. */
  schemaVersion: number
  /** Names of migrations in the database with which this program cannot run. */
  incompatible: readonly string[]
  /** Median latency of the answers, ms. */
  latencyMs: number
  /** How far its clock is ahead, ms; null when the database has no separate clock. */
  clockAheadMs: number | null
  /** Only for PostgreSQL. */
  server: { connections: number; maxConnections: number; isReadOnly: boolean } | null
}

/** Number of queries whose latency is measured. */
const ROUNDS = 9

/**
 * @param now Unix ms
 * @throws DevelopmentSchemaError
 */
export async function inspect(store: Store, now: () => number): Promise<Inspection> {
  const { db, dialect } = store
  const isPostgres = dialect === 'postgres'
  const applied = await listApplied(store)
  return {
    version: await readVersion(store),
    pending: MIGRATIONS.filter(({ version }) => !applied.some((row) => row.version === version)),
    schemaVersion: applied.at(-1)?.version ?? 0,
    incompatible: applied.filter((row) => isIncompatible(row, MIGRATIONS)).map(({ name }) => name),
    latencyMs: await measureMedianMs(ROUNDS, async () => void (await sql`select 1`.execute(db))),
    clockAheadMs: await measureClockAhead(store, now),
    server: isPostgres ? await readServer(store) : null,
  }
}

/**
 * Applied migrations; empty for an empty database.
 *
 * @throws DevelopmentSchemaError
 */
async function listApplied({ db }: Store): Promise<readonly Applied[]> {
  const tables = (await db.introspection.getTables()).map(({ name }) => name)
  if (!tables.includes('schema_migrations')) return []
  const rows = db.selectFrom('schema_migrations').select(['version', 'name']).orderBy('version')
  const record = await rows.execute()
  refuseDevelopmentSchema(record, MIGRATIONS)
  const needs = tables.includes('schema_needs') ? await db.selectFrom('schema_needs').selectAll().execute() : []
  return record.map((row) => ({ ...row, needs: needs.find(({ version }) => version === row.version)?.needs ?? null }))
}

async function readVersion({ db, dialect }: Store): Promise<string> {
  const query =
    dialect === 'postgres'
      ? sql<{ version: string }>`select current_setting('server_version') as version`
      : sql<{ version: string }>`select sqlite_version() as version`
  const { rows } = await query.execute(db)
  return rows[0]!.version
}

async function measureMedianMs(count: number, work: () => Promise<void>): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < count; round++) {
    const startedAt = performance.now()
    await work()
    times.push(performance.now() - startedAt)
  }
  return times.sort((a, b) => a - b)[Math.floor(count / 2)]!
}

/** Returns how far the database clock is ahead, ms. The query with the fastest answer gives the most exact estimate. */
async function measureClockAhead({ db, traits }: Store, now: () => number): Promise<number | null> {
  let best = { tookMs: Number.POSITIVE_INFINITY, aheadMs: 0 }
  for (let round = 0; round < 3; round++) {
    const sentAt = now()
    const startedAt = performance.now()
    const at = await traits.readClock(db)
    if (at === null) return null
    const tookMs = performance.now() - startedAt
    if (tookMs < best.tookMs) best = { tookMs, aheadMs: at - (sentAt + tookMs / 2) }
  }
  return best.aheadMs
}

async function readServer({ db }: Store): Promise<NonNullable<Inspection['server']>> {
  const { rows } = await sql<{ connections: number; maxConnections: number; isReadOnly: boolean }>`
    select (select count(*) from pg_stat_activity where backend_type = 'client backend')::int as connections,
      current_setting('max_connections')::int as "maxConnections",
      current_setting('transaction_read_only') = 'on' or pg_is_in_recovery() as "isReadOnly"`.execute(db)
  return rows[0]!
}
