/**
 * Results in PostgreSQL have one partition per UTC day, so that a day is dropped as a whole.
 *
 * Two unbounded partitions take earlier and later results: no insert ever fails, whatever the clock of a probe. A
 * default partition would do that too, but PostgreSQL could then no longer assume that partitions are in order. A page
 * of the newest results would scan them all.
 */
import { type Kysely, sql } from 'kysely'
import { DAY_MS, startOfDay } from '../../../core/platform/time/time.ts'
import type { Database } from '../../tables/index.ts'

/** Number of days whose partitions exist in advance. */
const DAYS_AHEAD = 3

/**
 * Longest wait for the lock on all results, ms: reads and writes queue behind the waiting transaction. After a timeout
 * it is retried later.
 */
const LOCK_TIMEOUT_MS = 200

/** Rows are written once: the first vacuum freezes them, which also makes index-only counts cheap. */
const VACUUM_OPTIONS = 'autovacuum_vacuum_insert_scale_factor = 0.1, autovacuum_freeze_min_age = 0'

const FUTURE = 'results_future'
const PAST = 'results_past'

interface Partition {
  name: string
  /** Unix ms; infinite at both ends. */
  from: number
  /** Exclusive. */
  to: number
}

type Db = Kysely<Database>

/** Creates the first two partitions: up to the end of the present day, and from then on. */
export async function partitionResults(db: Db, now: number): Promise<void> {
  const tomorrow = startOfDay(now) + DAY_MS
  await run(db, formatCreate({ name: PAST, from: Number.NEGATIVE_INFINITY, to: tomorrow }))
  await run(db, formatCreate({ name: FUTURE, from: tomorrow, to: Number.POSITIVE_INFINITY }))
}

/**
 * Partitions the empty results table again, with one partition per day from a time on, as if servers had been running.
 * Loaded results can then be dropped by day.
 */
export async function rebuildPartitions(db: Db, from: number, now: number): Promise<void> {
  const first = startOfDay(from)
  const end = startOfDay(now) + (DAYS_AHEAD + 1) * DAY_MS
  const made: Partition[] = [{ name: PAST, from: Number.NEGATIVE_INFINITY, to: first }]
  for (let day = first; day < end; day += DAY_MS) made.push({ name: toPartitionName(day), from: day, to: day + DAY_MS })
  made.push({ name: FUTURE, from: end, to: Number.POSITIVE_INFINITY })
  const names = (await listPartitions(db)).map(({ name }) => name).join(', ')
  await run(db, `drop table ${names}`)
  await run(db, made.map(formatCreate).join('; '))
}

/**
 * Creates a partition for each of the next three days.
 *
 * @returns the number of created partitions
 */
export async function ensureDaysAhead(db: Db, now: number): Promise<number> {
  const wanted = startOfDay(now) + (DAYS_AHEAD + 1) * DAY_MS
  if ((await findFuture(db)).from >= wanted) return 0
  await lockResults(db)
  let made = 0
  for (let from = (await findFuture(db)).from; from < wanted; made++) {
    // Days on which no server ran share one partition
    const to = Math.max(from + DAY_MS, Math.min(startOfDay(now), wanted))
    await splitFuture(db, from, to)
    from = to
  }
  return made
}

/** Splits the future partition: the near part becomes a partition, the rest a new future partition. */
async function splitFuture(db: Db, from: number, to: number): Promise<void> {
  const name = toPartitionName(from)
  await run(db, `alter table results detach partition ${FUTURE}`)
  await run(db, `alter table ${FUTURE} rename to ${name}`)
  await attachBelow(db, name, from, to)
}

const toPartitionName = (day: number): string =>
  `results_${new Date(day).toISOString().slice(0, 10).replaceAll('-', '_')}`

/** Attaches a detached table as the partition up to `to`. Its later rows, if any, move to a new future partition. */
async function attachBelow(db: Db, name: string, from: number, to: number): Promise<void> {
  await run(db, formatCreate({ name: FUTURE, from: to, to: Number.POSITIVE_INFINITY }))
  await run(
    db,
    `with later as (delete from ${name} where scheduled_at >= ${to} returning *) insert into results select * from later`,
  )
  await run(db, `alter table results attach partition ${name} for values from (${formatBound(from)}) to (${to})`)
}

/**
 * Drops every partition that ends at `before` or earlier.
 *
 * @returns the number of dropped partitions
 */
export async function dropResultsBefore(db: Db, before: number): Promise<number> {
  if ((await listExpired(db, before)).length === 0) return 0
  await lockResults(db)
  const expired = await listExpired(db, before)
  const end = Math.max(...expired.map(({ to }) => to))
  for (const { name } of (await listPartitions(db)).filter(({ to }) => to <= end)) await run(db, `drop table ${name}`)
  await run(db, formatCreate({ name: PAST, from: Number.NEGATIVE_INFINITY, to: end }))
  return expired.length
}

/** The past partition always exists; it is listed only when it holds rows. */
async function listExpired(db: Db, before: number): Promise<Partition[]> {
  const expired = (await listPartitions(db)).filter(({ to }) => to <= before)
  if (expired.length !== 1 || expired[0]!.name !== PAST) return expired
  const { rows } = await sql`select 1 from ${sql.table(PAST)} limit 1`.execute(db)
  return rows.length > 0 ? expired : []
}

/** Whether dropping partitions that end at or before a time removes all results before that time. */
export const isEdge = async (db: Db, at: number): Promise<boolean> =>
  (await listPartitions(db)).some(({ from, to }) => from === at || to === at)

const lockResults = async (db: Db): Promise<void> => {
  await run(db, `set local lock_timeout = ${LOCK_TIMEOUT_MS}`)
  await run(db, 'lock table results in access exclusive mode')
}

async function findFuture(db: Db): Promise<Partition> {
  return (await listPartitions(db)).find(({ name }) => name === FUTURE)!
}

async function listPartitions(db: Db): Promise<Partition[]> {
  const { rows } = await sql<{ name: string; bound: string }>`
    select c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bound
    from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'results'::regclass`.execute(db)
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
const formatCreate = ({ name, from, to }: Partition): string =>
  `create table ${name} partition of results for values from (${formatBound(from)}) to (${formatBound(to)}) with (${VACUUM_OPTIONS})`

const formatBound = (at: number): string => (Number.isFinite(at) ? String(at) : at < 0 ? 'minvalue' : 'maxvalue')

/** Only our own names and numbers: definitions take no parameters. */
const run = async (db: Db, statement: string): Promise<void> => {
  await sql.raw(statement).execute(db)
}
