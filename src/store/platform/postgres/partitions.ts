/**
 * Results in PostgreSQL are divided into partitions, which are dropped as a whole: raw results by UTC hour, blocks of
 * results by UTC day.
 *
 * Two unbounded partitions take earlier and later rows: no insert ever fails, whatever the clock of a probe. A default
 * partition would do that too, but PostgreSQL could then no longer assume that partitions are in order. A page of the
 * newest results would scan them all.
 */
import { type Kysely, sql } from 'kysely'
import { DAY_MS, HOUR_MS, type UnixMs } from '../../../core/platform/time/time.ts'
import type { Database } from '../../tables/index.ts'

interface PartitionedTable {
  /** Column by which the rows are divided. */
  column: string
  /** Time that a partition covers. It starts at a multiple of it. */
  stepMs: number
  /** Number of later partitions that exist in advance. */
  ahead: number
  /** Storage parameters of a partition. */
  options: string
}

export type PartitionedName = 'results' | 'result_blocks'

const TABLES: Readonly<Record<PartitionedName, PartitionedTable>> = {
  // The partitions live for hours only, so a vacuum of inserted rows would be in vain
  results: {
    column: 'scheduled_at',
    stepMs: HOUR_MS,
    ahead: 12,
    options: 'autovacuum_vacuum_insert_threshold = -1',
  },
  // Rows are written once: the first vacuum freezes them
  result_blocks: {
    column: 'starts_at',
    stepMs: DAY_MS,
    ahead: 3,
    options: 'autovacuum_vacuum_insert_scale_factor = 0.1, autovacuum_freeze_min_age = 0',
  },
}
const NAMES = Object.keys(TABLES) as PartitionedName[]

/**
 * Longest wait for the lock on all rows, ms: reads and writes queue behind the waiting transaction. After a timeout it
 * is retried later.
 */
const LOCK_TIMEOUT_MS = 200

interface Partition {
  name: string
  /** Infinite at both ends. */
  from: UnixMs
  /** Exclusive. */
  to: number
}

type Db = Kysely<Database>

const getPast = (table: PartitionedName): string => `${table}_past`
const getFuture = (table: PartitionedName): string => `${table}_future`
const floorTo = (stepMs: number, at: number): number => Math.floor(at / stepMs) * stepMs

/** Creates the first two partitions: up to the end of the present day, and from then on. */
export async function partitionTable(db: Db, table: PartitionedName, now: number): Promise<void> {
  const tomorrow = floorTo(DAY_MS, now) + DAY_MS
  await run(db, formatCreate(table, { name: getPast(table), from: Number.NEGATIVE_INFINITY, to: tomorrow }))
  await run(db, formatCreate(table, { name: getFuture(table), from: tomorrow, to: Number.POSITIVE_INFINITY }))
}

/**
 * Partitions an empty table again, with one partition per step from a time on, as if servers had been running. Loaded
 * rows can then be dropped by partition.
 */
export async function rebuildPartitions(db: Db, table: PartitionedName, from: number, now: number): Promise<void> {
  const { stepMs } = TABLES[table]
  const first = floorTo(stepMs, from)
  const end = findEnd(table, now)
  const made: Partition[] = [{ name: getPast(table), from: Number.NEGATIVE_INFINITY, to: first }]
  for (let at = first; at < end; at += stepMs)
    made.push({ name: toPartitionName(table, at), from: at, to: at + stepMs })
  made.push({ name: getFuture(table), from: Math.max(first, end), to: Number.POSITIVE_INFINITY })
  const names = (await listPartitions(db, table)).map(({ name }) => name).join(', ')
  await run(db, `drop table ${names}`)
  await run(db, made.map((partition) => formatCreate(table, partition)).join('; '))
}

/** Returns the end of the partitions that should exist. */
const findEnd = (table: PartitionedName, now: number): number =>
  floorTo(TABLES[table].stepMs, now) + (TABLES[table].ahead + 1) * TABLES[table].stepMs

/**
 * Creates the partitions of the next hours and days.
 *
 * @returns the number of created partitions
 */
export async function ensurePartitionsAhead(db: Db, now: number): Promise<number> {
  let made = 0
  for (const table of NAMES) made += await ensureAhead(db, table, now)
  return made
}

async function ensureAhead(db: Db, table: PartitionedName, now: number): Promise<number> {
  const end = findEnd(table, now)
  if ((await findFuture(db, table)).from >= end) return 0
  await lockTable(db, table)
  const partitions = await listPartitions(db, table)
  // A new table has only the two unbounded partitions
  if (partitions.length === 2 && (await isEmpty(db, table))) {
    await rebuildPartitions(db, table, now, now)
    return TABLES[table].ahead + 1
  }
  return splitAhead(db, table, end, floorTo(TABLES[table].stepMs, now))
}

async function splitAhead(db: Db, table: PartitionedName, end: number, present: number): Promise<number> {
  let made = 0
  for (let from = (await findFuture(db, table)).from; from < end; made++) {
    // Times at which no server ran share one partition
    const to = Math.max(from + TABLES[table].stepMs, Math.min(present, end))
    await splitFuture(db, table, from, to)
    from = to
  }
  return made
}

/** Splits the future partition: the near part becomes a partition, the rest a new future partition. */
async function splitFuture(db: Db, table: PartitionedName, from: number, to: number): Promise<void> {
  const name = toPartitionName(table, from)
  await run(db, `alter table ${table} detach partition ${getFuture(table)}`)
  await run(db, `alter table ${getFuture(table)} rename to ${name}`)
  await attachBelow(db, table, { name, from, to })
}

/** `results_2026_01_20_14` for an hour, `results_2026_01_20` for a day. */
const toPartitionName = (table: PartitionedName, at: number): string => {
  const length = TABLES[table].stepMs < DAY_MS ? 13 : 10
  return `${table}_${new Date(at).toISOString().slice(0, length).replaceAll(/[-T]/g, '_')}`
}

/** Attaches a detached table as the partition up to `to`. Its later rows, if any, move to a new future partition. */
async function attachBelow(db: Db, table: PartitionedName, { name, from, to }: Partition): Promise<void> {
  await run(db, formatCreate(table, { name: getFuture(table), from: to, to: Number.POSITIVE_INFINITY }))
  await run(
    db,
    `with later as (delete from ${name} where ${TABLES[table].column} >= ${to} returning *)
     insert into ${table} select * from later`,
  )
  await run(db, `alter table ${table} attach partition ${name} for values from (${formatBound(from)}) to (${to})`)
}

/**
 * Drops every partition that ends at `before` or earlier.
 *
 * @returns the number of dropped partitions
 */
export async function dropPartitionsBefore(db: Db, table: PartitionedName, before: number): Promise<number> {
  if ((await listExpired(db, table, before)).length === 0) return 0
  await lockTable(db, table)
  const expired = await listExpired(db, table, before)
  const end = Math.max(...expired.map(({ to }) => to))
  for (const { name } of (await listPartitions(db, table)).filter(({ to }) => to <= end))
    await run(db, `drop table ${name}`)
  await run(db, formatCreate(table, { name: getPast(table), from: Number.NEGATIVE_INFINITY, to: end }))
  return expired.length
}

/** The past partition always exists; it is listed only when it holds rows. */
async function listExpired(db: Db, table: PartitionedName, before: number): Promise<Partition[]> {
  const expired = (await listPartitions(db, table)).filter(({ to }) => to <= before)
  if (expired.length !== 1 || expired[0]!.name !== getPast(table)) return expired
  return (await isEmpty(db, getPast(table))) ? [] : expired
}

async function isEmpty(db: Db, table: string): Promise<boolean> {
  const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(db)
  return rows.length === 0
}

/** Whether dropping partitions that end at or before a time removes all blocks before that time. */
export const isEdge = async (db: Db, at: number): Promise<boolean> =>
  (await listPartitions(db, 'result_blocks')).some(({ from, to }) => from === at || to === at)

const lockTable = async (db: Db, table: PartitionedName): Promise<void> => {
  await run(db, `set local lock_timeout = ${LOCK_TIMEOUT_MS}`)
  await run(db, `lock table ${table} in access exclusive mode`)
}

async function findFuture(db: Db, table: PartitionedName): Promise<Partition> {
  return (await listPartitions(db, table)).find(({ name }) => name === getFuture(table))!
}

async function listPartitions(db: Db, table: PartitionedName): Promise<Partition[]> {
  const { rows } = await sql<{ name: string; bound: string }>`
    select c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bound from pg_inherits i
    join pg_class c on c.oid = i.inhrelid where i.inhparent = ${sql.lit(table)}::regclass`.execute(db)
  return rows.map(({ name, bound }) => ({ name, ...parseBounds(bound) })).sort((a, b) => a.to - b.to)
}

/** `FOR VALUES FROM (MINVALUE) TO ('1767225600000')`. */
function parseBounds(text: string): { from: number; to: number } {
  const [, from, to] = /FROM \((.+?)\) TO \((.+?)\)/.exec(text) ?? []
  const timeOf = (bound: string | undefined, otherwise: number) =>
    bound === undefined || /^M/.test(bound) ? otherwise : Number(bound.replaceAll("'", ''))
  return { from: timeOf(from, Number.NEGATIVE_INFINITY), to: timeOf(to, Number.POSITIVE_INFINITY) }
}

/** Statement that creates a partition. */
const formatCreate = (table: PartitionedName, { name, from, to }: Partition): string =>
  `create table ${name} partition of ${table} for values from (${formatBound(from)}) to (${formatBound(to)}) with (${TABLES[table].options})`

const formatBound = (at: number): string => (Number.isFinite(at) ? String(at) : at < 0 ? 'minvalue' : 'maxvalue')

/** Only our own names and numbers: definitions take no parameters. */
const run = async (db: Db, statement: string): Promise<void> => {
  await sql.raw(statement).execute(db)
}
