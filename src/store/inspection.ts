/** What a database says of itself when somebody looks whether all is well with it. Changes nothing. */
import { sql } from 'kysely'
import { adoptRecord, type Schema } from '../core/platform/schema-adoption.ts'
import { MIGRATIONS } from './migrations/index.ts'
import type { Store } from './platform/store.ts'

export interface Inspection {
  /** Of the database program. */
  version: string
  /** Migrations that this program knows and the database does not have. */
  pending: number
  /** Names of migrations that the database has and this program does not know. */
  unknown: string[]
  /** Half of its answers took longer, ms. */
  latencyMs: number
  /** By how much its clock is ahead, ms; null where it has none of its own. */
  clockAheadMs: number | null
  /** Of PostgreSQL. */
  server: { connections: number; most: number; isReadOnly: boolean } | null
}

/** Answers that are waited for. */
const ROUNDS = 9

/** @param now Unix ms @throws UnfinishedSchemaError */
export async function inspect(store: Store, now: () => number): Promise<Inspection> {
  const { db, dialect } = store
  const isPostgres = dialect === 'postgres'
  const applied = await listApplied(store)
  return {
    version: await readVersion(store),
    pending: MIGRATIONS.filter(({ version }) => !applied.some((row) => row.version === version)).length,
    unknown: applied
      .filter(({ version }) => !MIGRATIONS.some((one) => one.version === version))
      .map(({ name }) => name),
    latencyMs: await measureMedianMs(ROUNDS, async () => void (await sql`select 1`.execute(db))),
    clockAheadMs: await measureClockAhead(store, now),
    server: isPostgres ? await readServer(store) : null,
  }
}

/** Empty where nothing was ever made. @throws UnfinishedSchemaError */
async function listApplied({ db }: Store): Promise<readonly Schema[]> {
  const tables = await db.introspection.getTables()
  if (!tables.some(({ name }) => name === 'schema_migrations')) return []
  return adoptRecord(await db.selectFrom('schema_migrations').select(['version', 'name']).orderBy('version').execute())
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
    const begun = performance.now()
    await work()
    times.push(performance.now() - begun)
  }
  return times.sort((a, b) => a - b)[Math.floor(count / 2)]!
}

/** Of several questions the one that was answered soonest is the most exact. */
async function measureClockAhead({ db, traits }: Store, now: () => number): Promise<number | null> {
  let best = { tookMs: Number.POSITIVE_INFINITY, aheadMs: 0 }
  for (let round = 0; round < 3; round++) {
    const asked = now()
    const begun = performance.now()
    const at = await traits.readClock(db)
    if (at === null) return null
    const tookMs = performance.now() - begun
    if (tookMs < best.tookMs) best = { tookMs, aheadMs: at - (asked + tookMs / 2) }
  }
  return best.aheadMs
}

async function readServer({ db }: Store): Promise<NonNullable<Inspection['server']>> {
  const { rows } = await sql<{ connections: number; most: number; isReadOnly: boolean }>`
    select (select count(*) from pg_stat_activity where backend_type = 'client backend')::int as connections,
      current_setting('max_connections')::int as most,
      current_setting('transaction_read_only') = 'on' or pg_is_in_recovery() as "isReadOnly"`.execute(db)
  return rows[0]!
}
