/** `restore FILE`: an empty database becomes what it was when a backup was made, whichever database that was. */
import { createWriteStream, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { BackupError, refusalOf } from '../core/backup.ts'
import { MIGRATIONS } from '../store/migrations/index.ts'
import { type Archive, openArchive } from './archive-reader.ts'
import { stampOf } from './backup-command.ts'
import { canOpen, placeSecret, refuseOtherKey } from './backup-secret.ts'
import { type CommandLine, isGiven } from './command-line.ts'
import type { Config } from './config.ts'
import { makeDataDir } from './data-dir.ts'
import { diskWordsOf } from './disk-words.ts'
import { explain, locationOf, placeOf } from './open-database.ts'
import { inWords, Progress } from './progress.ts'
import type { RestorePlace } from './restore-place.ts'
import { openPostgresPlace } from './restore-postgres.ts'
import { openSqlitePlace } from './restore-sqlite.ts'
import { reasonOf, StartError } from './start-error.ts'
import { stoppable } from './stop-signal.ts'

interface Wanted {
  /** `-`: the input. */
  file: string
  isReplacing: boolean
  /** Whether the file is fit for it, and no more. */
  isCheck: boolean
}

export async function restoreCommand(config: Config, line: CommandLine): Promise<void> {
  const wanted = read(line)
  await stoppable(async (signal) => {
    try {
      await withFile(wanted.file, config, signal, (file) => restoreFrom(file, wanted, config, signal))
    } catch (error) {
      throw plainly(error, wanted.file, config)
    }
  })
}

const read = (line: CommandLine): Wanted => ({
  file: line.operands[0]!,
  isReplacing: isGiven(line, 'replace'),
  isCheck: isGiven(line, 'check'),
})

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

async function restoreFrom(file: string, wanted: Wanted, config: Config, signal: AbortSignal): Promise<void> {
  const archive = await openArchive(file, signal)
  const { header } = archive
  process.stdout.write(`${describe(archive)}\n`)
  const refusal = refusalOf(header, MIGRATIONS)
  if (refusal !== null) throw new BackupError(refusal)
  const isOpen = canOpen(header, config)
  if (wanted.isCheck) {
    if (!isOpen) process.stderr.write(`watchkeeper: ${OTHER_SECRET} ${SECRET_WANTED}\n`)
    return say('The backup is whole.')
  }
  refuseOtherKey(header, config, wanted.isReplacing)
  const place = await openPlace(config)
  try {
    await restoreInto(place, archive, wanted, config, signal)
  } finally {
    await place.close().catch(() => {})
  }
  if (isOpen) return
  process.stderr.write(`watchkeeper: The data is restored, and its secret is missing. ${OTHER_SECRET} ${WAY_ON}\n`)
  process.exitCode = SECRET_MISSING
}

/** The data is in place, and the service cannot start: a script must not go on to start it. */
const SECRET_MISSING = 2

const say = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

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

async function restoreInto(
  place: RestorePlace,
  archive: Archive,
  { isReplacing }: Wanted,
  config: Config,
  signal: AbortSignal,
): Promise<void> {
  const { header, summary } = archive
  const now = Date.now()
  const stamp = stampOf(now)
  const total = Object.values(summary.rows).reduce((sum, count) => sum + count, 0)
  const progress = new Progress(process.stderr, total, Date.now)
  const tables = archive.tables(signal, (rows, table) => progress.add(rows, table))
  const run = { header, tables, isReplacing, signal, now, stamp }
  const { restored, kept } = await place.run(run).finally(() => progress.end())
  const key = placeSecret(header, config, stamp)
  say(`Restored ${inWords(total)} rows into ${placeOf(locationOf(config))}.`)
  if (kept !== null) say(`What was there before is ${kept}: delete it when you need it no more.`)
  if (key !== null) say(`The secret of the service is in ${key} again.`)
  if (restored.alerts + restored.mails > 0)
    say(
      `${inWords(restored.alerts)} alerts and ${inWords(restored.mails)} mails to subscribers that were on their way then are not sent any more.`,
    )
  say('Everybody signs in again.')
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
