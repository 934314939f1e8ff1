/**
 * Restores the contents of a backup. The database then continues from a past moment, and no alerts are sent for that
 * time.
 */
import { existsSync } from 'node:fs'
import { BackupError, type BackupHeader, computeLastKey, RECENT_MS } from '../core/platform/database/backup.ts'
import { StartError } from '../core/platform/errors.ts'
import type { UnixMs } from '../core/platform/time/time.ts'
import { getDatabaseFile, lockDataDir } from '../runtime/data-dir.ts'
import { describeLocation } from '../runtime/open-database.ts'
import {
  discardDeliveries,
  discardSubscriberUpdates,
  rescheduleEscalations,
  rescheduleReminders,
  rescheduleSnoozes,
  skipRevisions,
} from '../store/backup/after-restore.ts'
import { type Contents, type Filler, isEmpty, load, readContents, type TableOfRows } from '../store/backup/load.ts'
import { countServers, createPostgresFiller, dropOwnTables, relaxTimeouts } from '../store/backup/load-postgres.ts'
import {
  checkpointLog,
  createSqliteFiller,
  finishLoading,
  moveWalAside,
  openForLoading,
  removeFile,
  replaceDatabaseFile,
} from '../store/backup/load-sqlite.ts'
import {
  connectSingle,
  createClientStore,
  type SingleClient,
  updateStatistics,
} from '../store/backup/single-postgres.ts'
import type { DialectTraits } from '../store/platform/dialects.ts'
import { isCorruption } from '../store/platform/sqlite/sqlite.ts'
import { openStore, runInTransaction, type Tx } from '../store/platform/store.ts'
import { formatCount } from './progress.ts'

interface Restoring {
  header: BackupHeader
  tables: AsyncIterable<TableOfRows>
  filler: Filler
  now: UnixMs
}

/** Numbers of notifications that are discarded. */
interface Discarded {
  alerts: number
  mails: number
}

export interface Restored extends Discarded {
  /** Rows by table. */
  rows: Record<string, number>
}

/**
 * Restores everything in one transaction of an empty database.
 *
 * @throws BackupError when the rows are inconsistent
 */
async function restoreAll(tx: Tx, traits: DialectTraits, restoring: Restoring): Promise<Restored> {
  const rows = await load({ tx, traits, lastKeyOf: computeLastKey, ...restoring })
  return { rows, ...(await adoptRestored(tx, restoring.header.takenAt, restoring.now)) }
}

/** @param takenAt time from which the database continues */
async function adoptRestored(tx: Tx, takenAt: UnixMs, now: number): Promise<Discarded> {
  const reason = `not sent: restored from a backup of ${new Date(takenAt).toISOString()}`
  await skipRevisions(tx, now)
  await rescheduleReminders(tx, now)
  await rescheduleEscalations(tx, now)
  await rescheduleSnoozes(tx, now)
  return {
    alerts: await discardDeliveries(tx, now - RECENT_MS, reason, now),
    mails: await discardSubscriberUpdates(tx, now - RECENT_MS),
  }
}

interface RestoreRun {
  header: BackupHeader
  tables: AsyncIterable<TableOfRows>
  /** Whether existing data may be replaced. */
  isReplacing: boolean
  signal: AbortSignal
  now: UnixMs
  /** `now` formatted for a file name. */
  stamp: string
}

export interface RestoreTarget {
  /** @returns `kept`: path of the previous database; null when none was kept */
  run(run: RestoreRun): Promise<{ restored: Restored; kept: string | null }>
  close(): Promise<void>
}

/** @throws StartError when the database contains data of users */
function refuseNonEmpty(place: string, contents: Contents, advice: string): void {
  if (isEmpty(contents)) return
  const { users, organizations, monitors, incidents } = contents
  throw new StartError(
    `${place} is not empty: accounts ${formatCount(users)}, organizations ${formatCount(organizations)}, monitors ${formatCount(monitors)}, incidents ${formatCount(incidents)}. ${advice}`,
  )
}

const NAME = 'watchkeeper restore'

/** Source of the code: PostgreSQL, Appendix A */
const LOCK_NOT_AVAILABLE = '55P03'

export async function openPostgresTarget(url: string): Promise<RestoreTarget> {
  const client = await connectSingle(url, NAME)
  return { run: (run) => restoreDatabase(client, describeLocation({ url }), run), close: () => client.end() }
}

async function restoreDatabase(
  client: SingleClient,
  location: string,
  run: RestoreRun,
): Promise<{ restored: Restored; kept: null }> {
  // When the connection closes, the database rolls everything back, whatever it is executing
  run.signal.addEventListener('abort', () => void client.end().catch(() => {}))
  const store = createClientStore(client)
  try {
    if ((await countServers(client)) > 0)
      throw new BackupError('A server is using the database. Stop all servers before you restore.')
    const restored = await runInTransaction(store.db, async (tx) => {
      await prepare(tx, location, run)
      const filler = createPostgresFiller(tx, client, run.header.takenAt, run.now)
      const { header, tables, now } = run
      return restoreAll(tx, store.traits, { header, tables, filler, now })
    })
    await updateStatistics(client)
    return { restored, kept: null }
  } catch (error) {
    if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error
    throw new BackupError(
      'Another process is using the database. Stop all servers, and wait for other commands to finish.',
    )
  }
}

/** @throws BackupError, StartError */
async function prepare(tx: Tx, location: string, { isReplacing }: RestoreRun): Promise<void> {
  await relaxTimeouts(tx)
  const contents = await readContents(tx)
  if (!isReplacing)
    refuseNonEmpty(
      location,
      contents,
      'Set DATABASE_URL to an empty database, or use --replace, which deletes all its contents.',
    )
  await dropOwnTables(tx)
}

/**
 * Locks the folder: no server starts from it until the restore ends.
 *
 * @throws StartError
 */
export function openSqliteTarget(dataDir: string): RestoreTarget {
  const unlock = lockDataDir(dataDir)
  const file = getDatabaseFile(dataDir)
  return { run: (run) => restoreFile(file, run), close: async () => unlock() }
}

async function restoreFile(file: string, run: RestoreRun): Promise<{ restored: Restored; kept: string | null }> {
  const exists = existsSync(file)
  const contents = exists ? await readExistingContents(file, run) : null
  if (contents) checkpointLog(file) // Detects another program that uses the file before the work, not after it
  const filled = `${file}.restoring`
  const restored = await fill(filled, run).catch((error) => {
    removeFile(filled)
    throw error
  })
  if (contents) checkpointLog(file)
  const previousFile = `${file}.before-${run.stamp}`
  moveWalAside(file, previousFile)
  const kept = exists && !(contents && isEmpty(contents)) ? previousFile : null
  replaceDatabaseFile(filled, file, kept)
  return { restored, kept }
}

/**
 * @returns null when the file is damaged and may be replaced.
 * @throws StartError when it may not be replaced
 */
async function readExistingContents(file: string, { isReplacing }: RestoreRun): Promise<Contents | null> {
  try {
    const contents = await readFile(file)
    if (!isReplacing) refuseNonEmpty(file, contents, `Use --replace to replace it with the backup; ${KEPT_NOTE}.`)
    return contents
  } catch (error) {
    if (!isCorruption(error)) throw error
    if (isReplacing) return null
    throw new StartError(`${file} is damaged. Use --replace to replace it with the backup; ${KEPT_NOTE}.`)
  }
}

const KEPT_NOTE = 'the existing file is kept next to it'

async function readFile(file: string): Promise<Contents> {
  const store = openStore({ file })
  return readContents(store.db).finally(() => store.close())
}

async function fill(file: string, { header, tables, now }: RestoreRun): Promise<Restored> {
  const store = openForLoading(file)
  try {
    const restored = await store.transact((tx) =>
      restoreAll(tx, store.traits, { header, tables, filler: createSqliteFiller(tx), now }),
    )
    await finishLoading(store)
    return restored
  } catch (error) {
    await store.close()
    throw error
  }
}
