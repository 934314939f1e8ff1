/** Writes a backup: a stream from the database through the compressor to the disk. */
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import { BackupError, type BackupHeader, type BackupTable } from '../core/platform/database/backup.ts'
import type { Block } from '../store/backup/copy-text.ts'
import { createBackupHash, encodeClosing, encodeOpening, MAX_OPENING_BYTES, readOpening } from './format.ts'
import type { OnBlock } from './progress.ts'

/** Receives bytes in order. */
export interface Sink {
  write(bytes: Uint8Array): Promise<void>
  /** Completes the output. */
  finish(): Promise<void>
  /** Discards the output after an error, where possible. */
  discard(): Promise<void>
}

/** Readable only by the owner, because it contains password and key hashes. */
const MODE = 0o600

/**
 * Creates a file sink. It writes a temporary file beside the target and renames it when it is complete and synced.
 *
 * @param file is replaced when it is an older backup.
 * @throws BackupError for any other existing file, for example the database itself or a device
 */
export async function createFileSink(file: string): Promise<Sink> {
  await refuseForeignFile(file)
  const beside = `${file}.${process.pid}.part`
  await rm(beside, { force: true }) // In a container, a killed process may have had the same process id
  const handle = await open(beside, 'wx', MODE)
  return {
    write: (bytes) => writeAll(handle, bytes),
    finish: async () => {
      await handle.sync()
      await handle.close()
      await rename(beside, file)
      await syncFolder(dirname(file))
    },
    discard: async () => {
      await handle.close()
      await rm(beside, { force: true })
    },
  }
}

async function refuseForeignFile(file: string): Promise<void> {
  const existing = await stat(file).catch(() => null)
  if (!existing || (existing.isFile() && (existing.size === 0 || (await isBackup(file))))) return
  throw new BackupError(
    `${file} exists and is not a backup, so it is not replaced. Use another file name, or - for standard output.`,
  )
}

async function isBackup(file: string): Promise<boolean> {
  const handle = await open(file, 'r')
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(MAX_OPENING_BYTES), 0, MAX_OPENING_BYTES, 0)
    return readOpening(buffer.subarray(0, bytesRead)) !== null
  } finally {
    await handle.close()
  }
}

async function writeAll(handle: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let done = 0; done < bytes.length; ) done += (await handle.write(bytes, done)).bytesWritten
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}

/** Creates a sink for a pipe. The program that reads the pipe detects an incomplete backup by its missing end. */
export function createStreamSink(stream: NodeJS.WritableStream): Sink {
  // The write reports the error; without a listener here, it would end the process
  stream.on('error', () => {})
  const write = (bytes: Uint8Array) =>
    new Promise<void>((resolve, reject) => stream.write(bytes, (error) => (error ? reject(error) : resolve())))
  return { write, finish: async () => {}, discard: async () => {} }
}

export interface ArchiveSource {
  header: BackupHeader
  tables: readonly BackupTable[]
  read(table: BackupTable): AsyncIterable<Block>
}

export interface Written {
  rows: Record<string, number>
  /** Size of the file. */
  bytes: number
}

export async function writeArchive(
  sink: Sink,
  source: ArchiveSource,
  signal: AbortSignal,
  onBlock: OnBlock,
): Promise<Written> {
  const hash = createBackupHash()
  const rows: Record<string, number> = {}
  let bytes = 0
  const put = async (piece: Uint8Array) => {
    hash.update(piece)
    bytes += piece.length
    await sink.write(piece)
  }
  try {
    await put(encodeOpening())
    const compressor = createZstdCompress({ params: COMPRESSION })
    const pieces = encodeArchive(source, (count, table) => {
      rows[table] = (rows[table] ?? 0) + count
      onBlock(count, table)
    })
    await pipeline(
      Readable.from(pieces),
      compressor,
      async (compressed: AsyncIterable<Uint8Array>) => {
        for await (const piece of compressed) await put(piece)
      },
      { signal },
    )
    const end = encodeClosing({ rows }, hash)
    await sink.write(end)
    await sink.finish()
    return { rows, bytes: bytes + end.length }
  } catch (error) {
    await sink.discard().catch(() => {})
    throw error
  }
}

/** The fastest level: higher ones do not shrink the bulk of the data further. */
const COMPRESSION = { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 }

const encodeLine = (value: unknown): Buffer => Buffer.from(`${JSON.stringify(value)}\n`)

async function* encodeArchive(
  { header, tables, read }: ArchiveSource,
  count: (rows: number, table: string) => void,
): AsyncGenerator<Uint8Array> {
  yield encodeLine(header)
  for (const table of tables) {
    yield encodeLine({ table })
    count(0, table.name)
    for await (const { rows, bytes } of read(table)) {
      yield encodeLine({ rows, bytes: bytes.length })
      yield bytes
      count(rows, table.name)
    }
  }
}
