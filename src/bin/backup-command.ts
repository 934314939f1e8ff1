/** `backup FILE`: everything in the database as it is at this moment, while servers run. */
import { statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { BACKUP_FORMAT, type BackupContents, BackupError, type BackupHeader, tablesToKeep } from '../core/backup.ts'
import type { Dump } from '../store/dump.ts'
import { openDump } from '../store/open-dump.ts'
import { fileSink, type Sink, streamSink, type Written, writeArchive } from './archive-writer.ts'
import { markOf, secretOf } from './backup-secret.ts'
import { type CommandLine, isGiven, UsageError } from './command-line.ts'
import type { Config } from './config.ts'
import { diskWordsOf } from './disk-words.ts'
import { explain, locationOf, placeOf } from './open-database.ts'
import { inWords, megabytes, Progress } from './progress.ts'
import { reasonOf, StartError } from './start-error.ts'
import { stoppable } from './stop-signal.ts'
import { VERSION } from './version.ts'

interface Wanted {
  /** `-`: the output. */
  file: string
  contents: BackupContents
  withSecret: boolean
}

export async function backupCommand(config: Config, line: CommandLine): Promise<void> {
  const wanted = read(line)
  await stoppable(async (signal) => {
    const takenAt = Date.now()
    const dump = await open(config)
    try {
      const secret = secretOf(config, dump.sealedWith)
      if (wanted.withSecret && secret === null)
        throw new StartError(dump.sealedWith === null ? NO_SECRET : OTHER_SECRET)
      const header: BackupHeader = {
        format: BACKUP_FORMAT,
        program: VERSION,
        schema: dump.schema,
        database: dump.dialect,
        takenAt,
        contents: wanted.contents,
        secretMark: secret && markOf(secret),
        ...(wanted.withSecret && secret && { secret: Buffer.from(secret).toString('hex') }),
      }
      const file = fileOf(wanted.file, takenAt)
      const written = await write(dump, header, file, signal).catch((error) => {
        throw explain(error, locationOf(config))
      })
      tell(file, header, written, dump.sealedWith !== null || secret !== null)
    } finally {
      await dump.close()
    }
  })
}

const NO_SECRET = 'There is no secret yet: no server has ever run here.'
const OTHER_SECRET =
  'The database is sealed with another secret than the one here. Give the WK_SECRET of its server, or put its session.key back into the data folder.'

/** @throws UsageError */
function read(line: CommandLine): Wanted {
  const file = line.operands[0]!
  if (file === '-' && process.stdout.isTTY) throw new UsageError('a backup is nothing for a terminal')
  const contents = isGiven(line, 'without-history')
    ? 'without-history'
    : isGiven(line, 'without-results')
      ? 'without-results'
      : 'everything'
  return { file, contents, withSecret: isGiven(line, 'with-secret') }
}

/** @throws StartError */
async function open(config: Config): Promise<Dump> {
  const location = locationOf(config)
  try {
    return await openDump(location)
  } catch (error) {
    if (error instanceof BackupError) throw new StartError(`${placeOf(location)}: ${error.message}`)
    throw explain(error, location)
  }
}

/** In a folder, a name of its own. */
function fileOf(file: string, takenAt: number): string {
  if (file === '-' || !statSync(file, { throwIfNoEntry: false })?.isDirectory()) return file
  return join(file, `watchkeeper-${stampOf(takenAt)}.backup`)
}

/** A moment as part of a file's name. */
export const stampOf = (at: number): string => new Date(at).toISOString().slice(0, 19).replaceAll(':', '-')

async function write(dump: Dump, header: BackupHeader, file: string, signal: AbortSignal): Promise<Written> {
  const sink = await sinkTo(file)
  const progress = new Progress(process.stderr, null, Date.now)
  const tables = tablesToKeep(dump.tables, header.contents)
  try {
    return await writeArchive(sink, { header, tables, read: dump.read }, signal, (rows, table) =>
      progress.add(rows, table),
    )
  } catch (error) {
    if (OF_FILE.has((error as NodeJS.ErrnoException).syscall ?? '')) throw cannotWrite(file, error)
    throw error
  } finally {
    progress.end()
  }
}

async function sinkTo(file: string): Promise<Sink> {
  if (file === '-') return streamSink(process.stdout)
  try {
    return await fileSink(file)
  } catch (error) {
    throw error instanceof BackupError ? new StartError(error.message) : cannotWrite(file, error)
  }
}

/** Calls of the system that fail while the backup is written. */
const OF_FILE = new Set(['open', 'write', 'fsync', 'close', 'rename'])

const cannotWrite = (file: string, error: unknown): StartError =>
  new StartError(
    file === '-'
      ? `The output cannot be written: ${reasonOf(error)}.`
      : `${file} cannot be written: ${diskWordsOf(error, dirname(file))}.`,
  )

function tell(file: string, { contents, secret }: BackupHeader, { rows, bytes }: Written, hasSecret: boolean): void {
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0)
  const what = contents === 'everything' ? '' : `, ${contents.replace('-', ' ')}`
  const lines = [
    `Wrote ${file === '-' ? 'a backup' : file}: ${inWords(total)} rows, ${megabytes(bytes)}${what}.`,
    secret === undefined
      ? hasSecret && 'The secret of the service is not in it: keep WK_SECRET, or session.key of WK_DATA_DIR, elsewhere.'
      : 'It holds the secret of the service: whoever has it can sign in as anybody.',
  ]
  const out = file === '-' ? process.stderr : process.stdout
  for (const line of lines) if (line) out.write(`${line}\n`)
}
