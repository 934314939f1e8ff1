/** `restore FILE`: restores a backup to an empty database of either kind. */
import { createWriteStream, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { formatStamp } from '../../backup/format.ts'
import { countRows, formatCount, withProgress } from '../../backup/progress.ts'
import { type Archive, openArchive } from '../../backup/reader.ts'
import { openPostgresTarget, openSqliteTarget, type RestoreTarget } from '../../backup/restore.ts'
import { canOpen, refuseOtherKey, restoreSecret } from '../../backup/secret.ts'
import type { Config } from '../../config/config.ts'
import { BackupError, findRefusal } from '../../core/platform/database/backup.ts'
import { describeCause, StartError } from '../../core/platform/errors.ts'
import type { Clock } from '../../runtime/context.ts'
import { createDataDir } from '../../runtime/data-dir.ts'
import { describeDiskError } from '../../runtime/disk-errors.ts'
import { describeLocation, explain, toStoreLocation } from '../../runtime/open-database.ts'
import { MIGRATIONS } from '../../store/migrations/index.ts'
import { print } from '../io.ts'
import { runStoppable } from '../stop-signal.ts'

export interface RestoreOptions {
  /** Whether existing data may be replaced. */
  replace?: boolean
  /** Only reads the file. */
  check?: boolean
}

/** @throws StartError */
export async function runRestore(config: Config, file: string, options: RestoreOptions, clock: Clock): Promise<void> {
  await runStoppable(async (signal) => {
    try {
      await withFile(file, config, signal, (whole) => restoreFrom(whole, config, options, { now: clock.now, signal }))
    } catch (error) {
      throw explainError(error, file, config)
    }
  })
}

/** Saves standard input to disk first: the restore starts only when the backup is complete. */
async function withFile(
  given: string,
  config: Config,
  signal: AbortSignal,
  work: (file: string) => Promise<void>,
): Promise<void> {
  createDataDir(config.dataDir)
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
  config: Config,
  { replace: isReplacing = false, check: isCheck }: RestoreOptions,
  { now, signal }: Pick<Clock, 'now'> & { signal: AbortSignal },
): Promise<void> {
  const archive = await openArchive(file, signal)
  const { header } = archive
  print(describe(archive))
  const refusal = findRefusal(header, MIGRATIONS)
  if (refusal !== null) throw new BackupError(refusal)
  const isOpen = canOpen(header, config)
  if (isCheck) {
    if (!isOpen) process.stderr.write(`watchkeeper: ${OTHER_SECRET} ${SECRET_REQUIRED}\n`)
    return print('The backup is complete.')
  }
  refuseOtherKey(header, config, isReplacing)
  const target = await openTarget(config)
  try {
    await restoreInto(target, archive, config, { isReplacing, signal, now })
  } finally {
    await target.close().catch(() => {})
  }
  if (isOpen) return
  process.stderr.write(`watchkeeper: The data is restored, but its secret is missing. ${OTHER_SECRET} ${NEXT_STEP}\n`)
  process.exitCode = SECRET_MISSING
}

/** The data is restored, but the service cannot start: a script must not go on to start it. */
const SECRET_MISSING = 2

const OTHER_SECRET = 'The backup was made with a different WK_SECRET (or session.key), which it does not contain.'

const SECRET_REQUIRED =
  'Without that secret, a server cannot decrypt the secrets of targets and monitors, or second factors.'

const NEXT_STEP =
  'Before you start a server, copy the session.key of that service to the data folder, or set its WK_SECRET as WK_SECRET or ' +
  'WK_SECRET_PREVIOUS. If the secret is lost, "watchkeeper accept-secret" continues without the encrypted secrets.'

function describe({ header, summary: { rows } }: Archive): string {
  const of = (table: string) => formatCount(rows[table] ?? 0)
  const taken = new Date(header.takenAt).toISOString().slice(0, 19)
  return (
    `Backup from ${taken}Z, made by Watchkeeper ${header.program} on ${NAMES[header.database]}, ${header.contents.replace('-', ' ')}: ` +
    `accounts ${of('users')}, organizations ${of('organizations')}, monitors ${of('monitors')}, incidents ${of('incidents')}, results ${of('results')}.`
  )
}

const NAMES = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const

const openTarget = async ({ databaseUrl, dataDir }: Config): Promise<RestoreTarget> =>
  databaseUrl === null ? openSqliteTarget(dataDir) : openPostgresTarget(databaseUrl)

interface Terms {
  isReplacing: boolean
  signal: AbortSignal
  now: () => number
}

async function restoreInto(
  target: RestoreTarget,
  archive: Archive,
  config: Config,
  { isReplacing, signal, now }: Terms,
): Promise<void> {
  const { header, summary } = archive
  const startedAt = now()
  const stamp = formatStamp(startedAt)
  const total = countRows(summary.rows)
  const { restored, kept } = await withProgress(total, now, (onBlock) => {
    const tables = archive.tables(signal, onBlock)
    return target.run({ header, tables, isReplacing, signal, now: startedAt, stamp })
  })
  const key = restoreSecret(header, config, stamp)
  print(`Restored ${formatCount(total)} rows into ${describeLocation(toStoreLocation(config))}.`)
  if (kept !== null) print(`The previous database was kept as ${kept}. Delete it when you no longer need it.`)
  if (key !== null) print(`The secret of the service was restored to ${key}.`)
  if (restored.alerts + restored.mails > 0)
    print(
      `${formatCount(restored.alerts)} alerts and ${formatCount(restored.mails)} subscriber emails that were pending in the backup will not be sent.`,
    )
  print('All users must sign in again.')
}

const WRITING = new Set(['write', 'fsync', 'close', 'rename', 'link', 'unlink'])

/** Describes in one line why the file or the database cannot be used. */
function explainError(error: unknown, file: string, config: Config): unknown {
  if (error instanceof BackupError) return new StartError(error.message)
  const { syscall } = error as NodeJS.ErrnoException
  if (syscall === 'open' || syscall === 'read') return new StartError(`Cannot read ${file}: ${describeCause(error)}.`)
  if (WRITING.has(syscall ?? ''))
    return new StartError(`Cannot write to ${config.dataDir}: ${describeDiskError(error, config.dataDir)}.`)
  return error instanceof StartError ? error : explain(error, toStoreLocation(config))
}
