/** Creates a backup: a consistent snapshot of the database while servers run. */
import { statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Config } from '../config/config.ts'
import {
  BACKUP_FORMAT,
  type BackupContents,
  BackupError,
  type BackupHeader,
  selectTables,
} from '../core/platform/database/backup.ts'
import { describeCause, StartError } from '../core/platform/errors.ts'
import type { UnixMs } from '../core/platform/time/time.ts'
import { describeDiskError } from '../runtime/disk-errors.ts'
import { describeLocation, explain, toStoreLocation } from '../runtime/open-database.ts'
import { VERSION } from '../runtime/version.ts'
import type { Dump } from '../store/backup/dump.ts'
import { openDump } from '../store/backup/open-dump.ts'
import { formatStamp } from './format.ts'
import type { OnBlock } from './progress.ts'
import { computeSecretMark, findSecret } from './secret.ts'
import { createFileSink, createStreamSink, type Sink, type Written, writeArchive } from './writer.ts'

interface BackupRequest {
  /** File or folder; `-` for standard output. */
  file: string
  contents: BackupContents
  withSecret: boolean
  takenAt: UnixMs
}

export interface CreatedBackup extends Written {
  file: string
  /** Whether the service has a secret, in the backup or not. */
  hasSecret: boolean
}

/** @throws StartError */
export async function createBackup(
  config: Config,
  request: BackupRequest,
  signal: AbortSignal,
  onBlock: OnBlock,
): Promise<CreatedBackup> {
  const dump = await open(config)
  try {
    const secret = findSecret(config, dump.sealedWith)
    const header = createHeader(dump, request, secret)
    const file = resolveFile(request.file, request.takenAt)
    const archive = { header, tables: selectTables(dump.tables, header.contents), read: dump.read }
    const written = await write(file, archive, signal, onBlock).catch((error) => {
      throw explain(error, toStoreLocation(config))
    })
    return { file, hasSecret: dump.sealedWith !== null || secret !== null, ...written }
  } finally {
    await dump.close()
  }
}

/** @throws StartError */
async function open(config: Config): Promise<Dump> {
  const location = toStoreLocation(config)
  try {
    return await openDump(location)
  } catch (error) {
    if (error instanceof BackupError) throw new StartError(`${describeLocation(location)}: ${error.message}`)
    throw explain(error, location)
  }
}

/** @throws StartError when the secret is requested and not available */
function createHeader(dump: Dump, request: BackupRequest, secret: Uint8Array | null): BackupHeader {
  const { contents, withSecret, takenAt } = request
  if (withSecret && secret === null) throw new StartError(dump.sealedWith === null ? NO_SECRET : OTHER_SECRET)
  return {
    format: BACKUP_FORMAT,
    program: VERSION,
    schema: dump.schema,
    database: dump.dialect,
    takenAt,
    contents,
    secretMark: secret && computeSecretMark(secret),
    ...(withSecret && secret && { secret: Buffer.from(secret).toString('hex') }),
  }
}

const NO_SECRET = 'There is no secret yet, because no server has run here.'
const OTHER_SECRET =
  'The secrets in the database were encrypted with a different WK_SECRET. Set the WK_SECRET of its server, or restore its session.key in the data folder.'

/** Path of the file; in a folder, a generated name. */
function resolveFile(file: string, takenAt: number): string {
  if (file === '-' || !statSync(file, { throwIfNoEntry: false })?.isDirectory()) return file
  return join(file, `watchkeeper-${formatStamp(takenAt)}.backup`)
}

async function write(
  file: string,
  archive: Parameters<typeof writeArchive>[1],
  signal: AbortSignal,
  onBlock: OnBlock,
): Promise<Written> {
  const sink = await openSink(file)
  try {
    return await writeArchive(sink, archive, signal, onBlock)
  } catch (error) {
    if (FILE_SYSCALLS.has((error as NodeJS.ErrnoException).syscall ?? '')) throw toWriteError(file, error)
    throw error
  }
}

async function openSink(file: string): Promise<Sink> {
  if (file === '-') return createStreamSink(process.stdout)
  try {
    return await createFileSink(file)
  } catch (error) {
    throw error instanceof BackupError ? new StartError(error.message) : toWriteError(file, error)
  }
}

/** System calls that may fail while the backup is written. */
const FILE_SYSCALLS = new Set(['open', 'write', 'fsync', 'close', 'rename'])

const toWriteError = (file: string, error: unknown): StartError =>
  new StartError(
    file === '-'
      ? `Cannot write the output: ${describeCause(error)}.`
      : `Cannot write to ${file}: ${describeDiskError(error, dirname(file))}.`,
  )
