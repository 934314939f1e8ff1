/** What a backup holds, whether this program can take it back, and what a restored database makes of the past. */
import { adoptSchema, refuseUnfinished, type Schema } from './schema-adoption.ts'
import { MINUTE_MS } from './time/time.ts'

/** Raised when programs from before could not read what is written now. */
export const BACKUP_FORMAT = 1

/** The first bytes of a backup that mean something, in all formats: the number comes after them. */
export const BACKUP_MARK = 'Watchkeeper backup '

/** What a column holds, whatever either database calls it. */
export type ColumnKind = 'integer' | 'number' | 'text' | 'bytes'

export interface BackupColumn {
  name: string
  kind: ColumnKind
}

export interface BackupTable {
  name: string
  columns: BackupColumn[]
  /** The column whose values the database counts up, and the last one it gave; null when it counts none. */
  numbered: { column: string; last: number } | null
}

export type BackupContents = 'everything' | 'without-results' | 'without-history'

/** The first line of a backup. */
export interface BackupHeader {
  format: number
  /** Version of the program that wrote it. */
  program: string
  /** The last migration of the database. */
  schema: Schema
  database: 'sqlite' | 'postgres'
  /** The moment whose data it holds, Unix ms. */
  takenAt: number
  contents: BackupContents
  /** By which the secret of the service is known again; null when none was there. */
  secretMark: string | null
  /** The secret itself, hex, when that was asked for. */
  secret?: string
}

/** Stands at the end, where it can be read without the rest. */
export interface BackupSummary {
  /** Rows by table. */
  rows: Record<string, number>
}

/** A backup, or the place it is to go to, is not fit for it; the message says what to do. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}

/**
 * Tables that no backup holds, and why. Every other table is in it, also those that nobody has thought of yet: whoever
 * adds one that is of the moment only names it here.
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
  alert_groups: 'notifications sent within the last minute',
}

/** What there is a row of for every check or ping; most of a database is this. */
const RESULTS: readonly string[] = ['heartbeat_pings', 'failure_responses', 'results']

/** What charts of the past are made of. Uptime is made of status changes, which are few. */
const ROLLUPS: readonly string[] = ['result_days', 'result_hours']

const OMITTED: Readonly<Record<BackupContents, readonly string[]>> = {
  everything: [],
  'without-results': RESULTS,
  'without-history': [...RESULTS, ...ROLLUPS],
}

/**
 * The tables that a backup holds, in the order in which it holds them: the large ones last, because by then it is known
 * how long results are kept.
 */
export function selectTables<T extends { name: string }>(tables: readonly T[], contents: BackupContents): T[] {
  const rank = ({ name }: T) => [...ROLLUPS, ...RESULTS].indexOf(name)
  return tables
    .filter(({ name }) => !(name in LEFT_OUT) && !OMITTED[contents].includes(name))
    .toSorted((a, b) => rank(a) - rank(b) || (a.name < b.name ? -1 : 1))
}

/** @param known the migrations of this program @returns why it cannot be taken back; null when it can */
export function findRefusal({ format, program, schema: last }: BackupHeader, known: readonly Schema[]): string | null {
  if (format !== BACKUP_FORMAT) return describeFormatRefusal(format, program)
  const unfinished = refuseUnfinished(last, program)
  if (unfinished !== null) return unfinished
  const schema = adoptSchema(last)
  const same = known.find(({ version }) => version === schema.version)
  if (same?.name === schema.name) return null
  if (same)
    return `The backup was written by a different build of Watchkeeper (${program}), whose migration ${schema.version} is ${schema.name}.`
  return `The backup has migration ${schema.version} (${schema.name}) of Watchkeeper ${program}, which is newer than this version. Restore it with that version.`
}

export const describeFormatRefusal = (format: number, program?: string): string =>
  `The backup has format ${format}${program ? ` of Watchkeeper ${program}` : ''}; this version reads format ${BACKUP_FORMAT}. Restore it with the version that wrote it.`

/**
 * What was to be told earlier than this before a restore is not told after it: the service that the backup was taken of
 * has told it since, or it is no news any more. A backup that is taken and restored at once loses nothing.
 */
export const RECENT_MS = 15 * MINUTE_MS

/**
 * Keys that are passed over, by table: a monitor that was made after the backup is not in it, but its results may still be
 * on the way, under a key that no other monitor may have.
 */
const SKIPPED_KEYS: Readonly<Record<string, number>> = { monitors: 100_000 }

/** After which one a restored table goes on counting. */
export const computeLastKey = ({ name, numbered }: BackupTable): number =>
  (numbered?.last ?? 0) + (SKIPPED_KEYS[name] ?? 0)

/**
 * The revision that a restored database begins with. Far beyond any that was handed out since the backup was taken: a
 * thousand a millisecond.
 */
export const computeRestoredRevision = (revision: number, now: number): number => Math.max(revision + 1, now * 1_000)

/** The same of the epoch of a region, which changes by the hour and is a smaller number. */
export const computeRestoredEpoch = (epoch: number, now: number): number =>
  Math.max(epoch + 1, Math.floor(now / MINUTE_MS))
