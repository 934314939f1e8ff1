/** `restore FILE`: an empty database becomes what it was when a backup was made, whichever database that was. */
import { createWriteStream, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { stampOf } from '../../backup/format.ts'
import { countRows, inWords, withProgress } from '../../backup/progress.ts'
import { type Archive, openArchive } from '../../backup/reader.ts'
import type { RestorePlace } from '../../backup/restore-place.ts'
import { openPostgresPlace } from '../../backup/restore-postgres.ts'
import { openSqlitePlace } from '../../backup/restore-sqlite.ts'
import { canOpen, placeSecret, refuseOtherKey } from '../../backup/secret.ts'
import type { Config } from '../../config/config.ts'
import { BackupError, refusalOf } from '../../core/platform/backup.ts'
import { reasonOf, StartError } from '../../core/platform/start-error.ts'
import type { Clock } from '../../runtime/context.ts'
import { makeDataDir } from '../../runtime/data-dir.ts'
import { diskWordsOf } from '../../runtime/disk-words.ts'
import { explain, locationOf, placeOf } from '../../runtime/open-database.ts'
import { MIGRATIONS } from '../../store/migrations/index.ts'
import { print } from '../io.ts'
import { stoppable } from '../stop-signal.ts'

export interface RestoreOptions {
  /** What the database contains may be replaced. */
  replace?: boolean
  /** The file is only read. */
  check?: boolean
}

/** @throws StartError */
export async function runRestore(config: Config, file: string, options: RestoreOptions, clock: Clock): Promise<void> {
  await stoppable(async (signal) => {
    try {
      await withFile(file, config, signal, (whole) => restoreFrom(whole, options, config, clock, signal))
    } catch (error) {
      throw plainly(error, file, config)
    }
  })
}

/** What comes in is put on the disk first: nothing is begun with before it is known to be whole. */
async function withFile(
  given: string,
  config: Config,
  signal: AbortSignal,
  work: (file: string) => Promise<void>,
): Promise<void> {
  makeDataDir(config.dataDir)
  if (given !== '-') return work(given)
  const file = join(config.dataDir, `restore-${process.pid}.backup`)
  try {
    await pipeline(process.stdin, createWriteStream(file, { mode: 0o600 }), { signal })
    await work(file)
  } finally {
    rmSync(file, { force: true })
  }
}

async function restoreFrom(
  file: string,
  { replace: isReplacing = false, check: isCheck }: RestoreOptions,
  config: Config,
  { now }: Clock,
  signal: AbortSignal,
): Promise<void> {
  const archive = await openArchive(file, signal)
  const { header } = archive
  print(describe(archive))
  const refusal = refusalOf(header, MIGRATIONS)
  if (refusal !== null) throw new BackupError(refusal)
  const isOpen = canOpen(header, config)
  if (isCheck) {
    if (!isOpen) process.stderr.write(`watchkeeper: ${OTHER_SECRET} ${SECRET_WANTED}\n`)
    return print('The backup is whole.')
  }
  refuseOtherKey(header, config, isReplacing)
  const place = await openPlace(config)
  try {
    await restoreInto(place, archive, config, { isReplacing, signal, now })
  } finally {
    await place.close().catch(() => {})
  }
  if (isOpen) return
  process.stderr.write(`watchkeeper: The data is restored, and its secret is missing. ${OTHER_SECRET} ${WAY_ON}\n`)
  process.exitCode = SECRET_MISSING
}

/** The data is in place, and the service cannot start: a script must not go on to start it. */
const SECRET_MISSING = 2

const OTHER_SECRET = 'The backup was taken with another WK_SECRET (or session.key) than this one, and does not hold it.'

const SECRET_WANTED =
  'A server needs it: without it, the secrets of targets and monitors and second factors cannot be opened.'

const WAY_ON =
  'Before a server starts, put the session.key of that service into the data folder, or set its WK_SECRET as WK_SECRET or ' +
  'WK_SECRET_PREVIOUS. If it is lost, "watchkeeper accept-secret" goes on without what it sealed.'

function describe({ header, summary: { rows } }: Archive): string {
  const of = (table: string) => inWords(rows[table] ?? 0)
  const taken = new Date(header.takenAt).toISOString().slice(0, 19)
  return (
    `A backup of ${taken}Z, by Watchkeeper ${header.program}, of ${NAMES[header.database]}, ${header.contents.replace('-', ' ')}: ` +
    `accounts ${of('users')}, organizations ${of('organizations')}, monitors ${of('monitors')}, incidents ${of('incidents')}, results ${of('results')}.`
  )
}

const NAMES = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const

const openPlace = async ({ databaseUrl, dataDir }: Config): Promise<RestorePlace> =>
  databaseUrl === null ? openSqlitePlace(dataDir) : openPostgresPlace(databaseUrl)

interface Terms {
  isReplacing: boolean
  signal: AbortSignal
  now: () => number
}

async function restoreInto(
  place: RestorePlace,
  archive: Archive,
  config: Config,
  { isReplacing, signal, now }: Terms,
): Promise<void> {
  const { header, summary } = archive
  const startedAt = now()
  const stamp = stampOf(startedAt)
  const total = countRows(summary.rows)
  const { restored, kept } = await withProgress(total, now, (onBlock) => {
    const tables = archive.tables(signal, onBlock)
    return place.run({ header, tables, isReplacing, signal, now: startedAt, stamp })
  })
  const key = placeSecret(header, config, stamp)
  print(`Restored ${inWords(total)} rows into ${placeOf(locationOf(config))}.`)
  if (kept !== null) print(`What was there before is ${kept}: delete it when you need it no more.`)
  if (key !== null) print(`The secret of the service is in ${key} again.`)
  if (restored.alerts + restored.mails > 0)
    print(
      `${inWords(restored.alerts)} alerts and ${inWords(restored.mails)} mails to subscribers that were on their way then are not sent any more.`,
    )
  print('Everybody signs in again.')
}

const WRITING = new Set(['write', 'fsync', 'close', 'rename', 'link', 'unlink'])

/** What is wrong with the file or the place, in a line. */
function plainly(error: unknown, file: string, config: Config): unknown {
  if (error instanceof BackupError) return new StartError(error.message)
  const { syscall } = error as NodeJS.ErrnoException
  if (syscall === 'open' || syscall === 'read') return new StartError(`${file} cannot be read: ${reasonOf(error)}.`)
  if (WRITING.has(syscall ?? ''))
    return new StartError(`${config.dataDir} cannot be written: ${diskWordsOf(error, config.dataDir)}.`)
  return error instanceof StartError ? error : explain(error, locationOf(config))
}
