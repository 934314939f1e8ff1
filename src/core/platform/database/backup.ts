/** Backups: their contents, the check whether this program can restore one, and corrections after a restore. */
import { MINUTE_MS, type UnixMs } from '../time/time.ts'
import type { Schema } from './schema.ts'

/** Incremented when earlier programs could not read the new format. */
export const BACKUP_FORMAT = 1

/** First meaningful bytes of a backup in every format. The format number follows them. */
export const BACKUP_MARK = 'Watchkeeper backup '

/** Kind of values in a column, independent of the type names of either database. */
export type ColumnKind = 'integer' | 'number' | 'text' | 'bytes'

export interface BackupColumn {
  name: string
  kind: ColumnKind
}

export interface BackupTable {
  name: string
  columns: BackupColumn[]
  /** Auto-increment column and its last value; null when the table has none. */
  numbered: { column: string; last: number } | null
}

export type BackupContents = 'everything' | 'without-results' | 'without-history'

/** The first line of a backup. */
export interface BackupHeader {
  format: number
  /** Version of the program that wrote it. */
  program: string
  /** Last migration of the database. */
  schema: Schema
  database: 'sqlite' | 'postgres'
  /** Time of the data. */
  takenAt: UnixMs
  contents: BackupContents
  /** Identifies the secret of the service; null when it had none. */
  secretMark: string | null
  /** The secret itself, hex, if it was requested. */
  secret?: string
}

/** Summary at the end, which can be read separately. */
export interface BackupSummary {
  /** Number of rows by table. */
  rows: Record<string, number>
}

/** A backup, or its destination, cannot be used; the message states how to solve the problem. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}

/**
 * Tables that no backup contains, with the reason. All other tables are included, also future ones: only a table of
 * temporary data must be added here.
 */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  schema_migrations: 'stored in the header and recreated by a restore',
  schema_needs: 'part of the migrations',
  sessions: 'sessions ended since the backup must not work again; users sign in again',
  refresh_tokens: 'belong to the sessions',
  password_resets: 'links used since the backup must not work again; users request a new link',
  probes: 'current state; probes register again',
  probe_orders: 'current state; requests wait for the results',
  rate_windows: 'request counts of a few minutes',
  service_clock: 'clock state of this database',
  active_monitors: 'counted again from the restored monitors',
  alert_groups: 'notifications sent within the last minute',
}

/** Tables with a row for every check or ping; they make up most of a database. */
const RESULTS: readonly string[] = ['heartbeat_pings', 'failure_responses', 'result_blocks', 'results']

/** Tables for charts of the past. Uptime is computed from status changes, which are few. */
const ROLLUPS: readonly string[] = ['result_days', 'result_hours']

const OMITTED: Readonly<Record<BackupContents, readonly string[]>> = {
  everything: [],
  'without-results': RESULTS,
  'without-history': [...RESULTS, ...ROLLUPS],
}

/**
 * Returns the tables of a backup in their order. The large ones come last, because the retention of results is known by
 * then.
 */
export function selectTables<T extends { name: string }>(tables: readonly T[], contents: BackupContents): T[] {
  const rank = ({ name }: T) => [...ROLLUPS, ...RESULTS].indexOf(name)
  return tables
    .filter(({ name }) => !(name in LEFT_OUT) && !OMITTED[contents].includes(name))
    .toSorted((a, b) => rank(a) - rank(b) || (a.name < b.name ? -1 : 1))
}

/**
 * @param known migrations of this program
 * @returns why the backup cannot be restored; null when it can
 */
export function findRefusal({ format, program, schema }: BackupHeader, known: readonly Schema[]): string | null {
  if (format !== BACKUP_FORMAT) return describeFormatRefusal(format, program)
  const same = known.find(({ version }) => version === schema.version)
  if (same?.name === schema.name) return null
  if (same)
    return `The backup was written by a different build of Watchkeeper (${program}), whose migration ${schema.version} is ${schema.name}.`
  return `The backup has migration ${schema.version} (${schema.name}) of Watchkeeper ${program}, which is newer than this version. Restore it with that version.`
}

export const describeFormatRefusal = (format: number, program?: string): string =>
  `The backup has format ${format}${program ? ` of Watchkeeper ${program}` : ''}; this version reads format ${BACKUP_FORMAT}. Restore it with the version that wrote it.`

/**
 * Pending notifications that were due more than this long before a restore are dropped. The original service has sent
 * them since, or they are outdated. A backup that is restored at once loses no notification.
 */
export const RECENT_MS = 15 * MINUTE_MS

/**
 * Number of keys to skip, by table. Results of a monitor that was created after the backup may still arrive. No new
 * monitor may reuse its key.
 */
const SKIPPED_KEYS: Readonly<Record<string, number>> = { monitors: 100_000 }

/** Returns the key after which a restored table continues. */
export const computeLastKey = ({ name, numbered }: BackupTable): number =>
  (numbered?.last ?? 0) + (SKIPPED_KEYS[name] ?? 0)

/**
 * Returns the first revision of a restored database. It exceeds every revision issued since the backup, assuming at
 * most a thousand per millisecond.
 */
export const computeRestoredRevision = (revision: number, now: number): number => Math.max(revision + 1, now * 1_000)

/** Returns the first epoch of a region in a restored database. Epochs change hourly and are smaller numbers. */
export const computeRestoredEpoch = (epoch: number, now: number): number =>
  Math.max(epoch + 1, Math.floor(now / MINUTE_MS))
