/** Reads a backup: verifies first that it is complete and unchanged, then reads its rows. */
import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { createZstdDecompress } from 'node:zlib'
import {
  BACKUP_FORMAT,
  BackupError,
  type BackupHeader,
  type BackupSummary,
  type BackupTable,
  describeFormatRefusal,
} from '../core/platform/database/backup.ts'
import type { Block } from '../store/backup/copy-text.ts'
import type { TableOfRows } from '../store/backup/load.ts'
import { createBackupHash, MAX_CLOSING_BYTES, MAX_OPENING_BYTES, readClosing, readOpening } from './format.ts'
import type { OnBlock } from './progress.ts'

export interface Archive {
  header: BackupHeader
  summary: BackupSummary
  /** Reads the tables from the start of the file. */
  tables(signal: AbortSignal, onBlock: OnBlock): AsyncIterable<TableOfRows>
}

const CHUNK_BYTES = 1_048_576

/**
 * Reads the whole file once, so that a truncated or altered file is rejected before any change.
 *
 * @throws BackupError
 */
export async function openArchive(file: string, signal: AbortSignal): Promise<Archive> {
  const handle = await open(file, 'r')
  try {
    const { size } = await handle.stat()
    if (size === 0) throw new BackupError(`${file} is empty.`)
    const opening = readOpening(await readAt(handle, 0, Math.min(size, MAX_OPENING_BYTES)))
    if (!opening) throw new BackupError(`${file} is not a Watchkeeper backup.`)
    if (opening.format !== BACKUP_FORMAT) throw new BackupError(`${file}: ${describeFormatRefusal(opening.format)}`)
    const endBytes = Math.min(size - opening.length, MAX_CLOSING_BYTES)
    const closing = readClosing(await readAt(handle, size - endBytes, endBytes), size)
    if (!closing) throw new BackupError(`${file} is incomplete: its end is missing. Copy the backup again.`)
    const hash = await computeHash(handle, closing.hashedBytes, signal)
    if (!hash.equals(closing.hash))
      throw new BackupError(`${file} is damaged: its checksum does not match. Copy the backup again.`)
    const range = { start: opening.length, end: closing.at - 1 }
    return {
      header: await readHeader(file, range),
      summary: closing.summary,
      tables: (stop, onBlock) => readTables(file, range, closing.summary, stop, onBlock),
    }
  } finally {
    await handle.close()
  }
}

async function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}

async function computeHash(handle: FileHandle, length: number, signal: AbortSignal): Promise<Buffer> {
  const hash = createBackupHash()
  const chunk = Buffer.alloc(CHUNK_BYTES)
  for (let at = 0; at < length; ) {
    signal.throwIfAborted()
    const { bytesRead } = await handle.read(chunk, 0, Math.min(chunk.length, length - at), at)
    if (bytesRead === 0) break // The file has just been truncated
    hash.update(chunk.subarray(0, bytesRead))
    at += bytesRead
  }
  return hash.digest()
}

interface Range {
  start: number
  /** Inclusive. */
  end: number
}

async function readHeader(file: string, range: Range): Promise<BackupHeader> {
  const pieces = new ChunkReader(file, range)
  try {
    return (await pieces.readLine()) as BackupHeader
  } finally {
    pieces.close()
  }
}

async function* readTables(
  file: string,
  range: Range,
  summary: BackupSummary,
  signal: AbortSignal,
  onBlock: OnBlock,
): AsyncGenerator<TableOfRows> {
  const pieces = new ChunkReader(file, range)
  try {
    await pieces.readLine() // The header
    const seen: Record<string, number> = {}
    for (let next = await pieces.readLine(); next !== null; ) {
      const { table } = next as { table: BackupTable }
      seen[table.name] = 0
      yield {
        table,
        blocks: readBlocks(pieces, signal, (rows) => {
          seen[table.name]! += rows
          onBlock(rows, table.name)
        }),
      }
      next = pieces.table
    }
    for (const [name, rows] of Object.entries(summary.rows))
      if (seen[name] !== rows)
        throw new BackupError(`It contains ${seen[name] ?? 0} rows of ${name} instead of ${rows}.`)
  } finally {
    pieces.close()
  }
}

async function* readBlocks(
  pieces: ChunkReader,
  signal: AbortSignal,
  count: (rows: number) => void,
): AsyncGenerator<Block> {
  for (;;) {
    signal.throwIfAborted()
    const next = (await pieces.readLine()) as { rows: number; bytes: number; table?: BackupTable } | null
    pieces.table = next
    if (next === null || next.table) return
    yield { rows: next.rows, bytes: await pieces.readBytes(next.bytes) }
    count(next.rows)
  }
}

const LINE_BREAK = 10

/** Decompressed input, read by lines and by a number of bytes. */
class ChunkReader {
  readonly #stream: AsyncIterator<Buffer>
  readonly #close: () => void
  #buffered: Buffer = Buffer.alloc(0)
  /** Line after the blocks of a table: the next table, or null at the end. */
  table: unknown = null

  constructor(file: string, range: Range) {
    const source = createReadStream(file, { ...range, highWaterMark: CHUNK_BYTES })
    // The last stream reports all errors
    const stream = pipeline(source, createZstdDecompress(), () => {})
    this.#stream = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>
    this.#close = () => stream.destroy()
  }

  close(): void {
    this.#close()
  }

  /** @returns a line of JSON; null at the end */
  async readLine(): Promise<unknown> {
    let end = this.#buffered.indexOf(LINE_BREAK)
    while (end < 0) {
      if (!(await this.#readMore())) return null
      end = this.#buffered.indexOf(LINE_BREAK)
    }
    const text = this.#buffered.subarray(0, end).toString()
    this.#buffered = this.#buffered.subarray(end + 1)
    return JSON.parse(text)
  }

  async readBytes(count: number): Promise<Buffer> {
    const taken: Buffer[] = [this.#buffered]
    let length = this.#buffered.length
    while (length < count) {
      const { value, done } = await this.#stream.next()
      if (done) throw new BackupError('It ends in the middle of a table.')
      taken.push(value)
      length += value.length
    }
    const all = taken.length === 1 ? this.#buffered : Buffer.concat(taken)
    this.#buffered = all.subarray(count)
    return all.subarray(0, count)
  }

  async #readMore(): Promise<boolean> {
    const { value, done } = await this.#stream.next()
    if (!done) this.#buffered = Buffer.concat([this.#buffered, value])
    return !done
  }
}
