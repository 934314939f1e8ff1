/**
 * Undelivered results on disk, in files of up to a minute each that are only appended to and deleted. Results survive
 * any crash of the process or the machine once `append` has returned.
 *
 * Format of results on disk: one line each, with a leading checksum. It reveals truncated or corrupted lines. Pure.
 */
import { type FileHandle, mkdir, open, readdir, readFile, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { formatCountText } from '../../core/platform/text/plain-text.ts'
import { MINUTE_MS, type UnixMs } from '../../core/platform/time/time.ts'
import { type CheckResult, PUSH_LIMIT } from '../../core/probes/protocol.ts'

export interface SpoolOptions {
  /** Folder for the results of one region of one server. Created on the first write. */
  folder: string
  /** Unix ms. */
  now: () => number
  report: (message: string, error: unknown) => void
  /** When the spool is full, the oldest file is deleted. */
  maxBytes?: number
}

/** Results of up to a minute in a separate file. */
interface Segment {
  /** Start of the segment. */
  readonly startedAt: UnixMs
  readonly file: string
  bytes: number
  /** Number of undelivered results. */
  count: number
  /** Whether the segment is being delivered. */
  isTaken: boolean
}

export const SPOOL_BYTES = 512 * 1024 * 1024

/** Small enough to read at once, and to delete when there is no room. */
const SEGMENT_BYTES = 1024 * 1024
const SEGMENT_MS = MINUTE_MS

/** `<number>-<Unix ms>.results`: the number defines the order, whatever the clock did. */
const NAME = /^(\d{10})-(\d+)\.results$/

const LINE_END = 0x0a

export class Spool {
  readonly #options: SpoolOptions
  #segments: Segment[]
  #lastNumber: number
  /** Segment that results are appended to. */
  #tail: { segment: Segment; handle: FileHandle } | null = null
  #dropped = 0

  private constructor(options: SpoolOptions, segments: Segment[], lastNumber: number) {
    this.#options = options
    this.#segments = segments
    this.#lastNumber = lastNumber
  }

  /** Opens the spool. Never fails: an unreadable folder counts as empty and is reported. */
  static async open(options: SpoolOptions): Promise<Spool> {
    const names = await readdir(options.folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') options.report(`failed to read undelivered results in ${options.folder}`, error)
      return []
    })
    const segments: Segment[] = []
    let lastNumber = 0
    for (const name of names.sort()) {
      const match = NAME.exec(name)
      if (match === null) continue
      lastNumber = Number(match[1])
      const file = join(options.folder, name)
      const content = await readFile(file).catch(() => Buffer.alloc(0))
      const count = content.reduce((lines, byte) => (byte === LINE_END ? lines + 1 : lines), 0)
      segments.push({ file, startedAt: Number(match[2]), bytes: content.length, count, isTaken: false })
    }
    return new Spool(options, segments, lastNumber)
  }

  /** Number of results on disk. */
  get size(): number {
    return this.#segments.reduce((sum, { count }) => sum + count, 0)
  }

  /** Number of results deleted for newer ones, or corrupted. */
  get dropped(): number {
    return this.#dropped
  }

  /** The oldest segment that matches and is not being delivered; undefined when there is none. */
  find(isWanted: (segment: Segment) => boolean): Segment | undefined {
    return this.#segments.find((segment) => !segment.isTaken && isWanted(segment))
  }

  /**
   * Resolves when the results are stored durably. Calls must not overlap.
   *
   * @throws errors of the file system. Some results may then be stored and read later, which is harmless
   */
  async append(results: readonly CheckResult[]): Promise<void> {
    const bytes = Buffer.from(encodeRecords(results))
    const { segment, handle } = await this.#openWritableSegment()
    try {
      await handle.appendFile(bytes)
      await handle.datasync()
    } catch (error) {
      // The file may end in the middle of a line, and nothing can be appended after that
      await this.#seal()
      throw error
    }
    segment.bytes += bytes.length
    segment.count += results.length
    await this.#dropOldestSegments()
  }

  /** Returns the results of a segment for delivery; nothing is appended to it any more. */
  async take(segment: Segment): Promise<CheckResult[]> {
    segment.isTaken = true
    if (this.#tail?.segment === segment) await this.#seal()
    const text = await readFile(segment.file, 'utf8').catch((error: unknown) => {
      this.#options.report(`failed to read ${segment.file}`, error)
      return ''
    })
    const { results, corruptCount } = decodeRecords(text)
    if (corruptCount > 0) this.#options.report(`skipping ${corruptCount} corrupt results in ${segment.file}`, null)
    this.#dropped += Math.max(corruptCount, segment.count - results.length)
    segment.count = results.length
    return results
  }

  /** Deletes a delivered segment. */
  async remove(segment: Segment): Promise<void> {
    this.#segments = this.#segments.filter((other) => other !== segment)
    await unlink(segment.file).catch((error: NodeJS.ErrnoException) => {
      // The segment will be delivered again after the next start, which is harmless
      if (error.code !== 'ENOENT') this.#options.report(`failed to delete ${segment.file}`, error)
    })
  }

  async close(): Promise<void> {
    await this.#seal()
  }

  async #openWritableSegment(): Promise<{ segment: Segment; handle: FileHandle }> {
    const now = this.#options.now()
    if (this.#tail) {
      const { bytes, startedAt } = this.#tail.segment
      if (bytes < SEGMENT_BYTES && Math.abs(now - startedAt) < SEGMENT_MS) return this.#tail
      await this.#seal()
    }
    const { folder } = this.#options
    await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
    const number = String(this.#lastNumber + 1).padStart(10, '0')
    const file = join(folder, `${number}-${Math.round(now)}.results`)
    // Responses of targets are confidential
    const handle = await open(file, 'ax', 0o600)
    this.#lastNumber += 1
    await syncFolder(folder)
    const segment = { file, startedAt: now, bytes: 0, count: 0, isTaken: false }
    this.#segments.push(segment)
    this.#tail = { segment, handle }
    return this.#tail
  }

  async #seal(): Promise<void> {
    const tail = this.#tail
    this.#tail = null
    await tail?.handle.close().catch(() => {})
    if (tail && tail.segment.count === 0 && !tail.segment.isTaken) await this.remove(tail.segment)
  }

  async #dropOldestSegments(): Promise<void> {
    const { maxBytes = SPOOL_BYTES, report } = this.#options
    let bytes = this.#segments.reduce((sum, segment) => sum + segment.bytes, 0)
    while (bytes > maxBytes) {
      const oldest = this.find((segment) => segment !== this.#tail?.segment)
      if (!oldest) return
      bytes -= oldest.bytes
      this.#dropped += oldest.count
      await this.remove(oldest)
      const since = new Date(oldest.startedAt).toISOString()
      report(
        `no space for undelivered results; discarding ${formatCountText(oldest.count, 'result')} from ${since} on`,
        null,
      )
    }
  }
}

/** A new file is durable only after its folder is synced. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Delivers segments of the spool one after another, in batches. A segment is deleted when all of it is delivered. */
export class SpoolReader {
  readonly #spool: Spool
  readonly #isWanted: (segment: Segment) => boolean
  #current: { segment: Segment; results: CheckResult[]; delivered: number } | null = null

  constructor(spool: Spool, isWanted: (segment: Segment) => boolean) {
    this.#spool = spool
    this.#isWanted = isWanted
  }

  /** Start of the oldest segment that is not delivered, Unix ms; null when there is none. */
  get startedAt(): number | null {
    return (this.#current?.segment ?? this.#spool.find(this.#isWanted))?.startedAt ?? null
  }

  /** Returns the next batch, and the same batch again until `acknowledge` is called. Null when no segment is left. */
  async readNext(): Promise<CheckResult[] | null> {
    for (;;) {
      if (this.#current === null) {
        const segment = this.#spool.find(this.#isWanted)
        if (!segment) return null
        this.#current = { segment, results: await this.#spool.take(segment), delivered: 0 }
      }
      const { results, delivered } = this.#current
      if (delivered < results.length) return results.slice(delivered, delivered + PUSH_LIMIT)
      await this.#finish()
    }
  }

  /** Records that the first results of the next batch were delivered. */
  async acknowledge(count: number): Promise<void> {
    if (this.#current === null) return
    this.#current.delivered += count
    this.#current.segment.count -= count
    if (this.#current.delivered >= this.#current.results.length) await this.#finish()
  }

  async #finish(): Promise<void> {
    const { segment } = this.#current!
    this.#current = null
    await this.#spool.remove(segment)
  }
}

const CHECKSUM_DIGITS = 8

const encodeRecords = (results: readonly CheckResult[]): string => results.map(encodeRecord).join('')

function encodeRecord(result: CheckResult): string {
  const json = JSON.stringify(result)
  return `${computeChecksum(json)} ${json}\n`
}

const computeChecksum = (json: string): string => crc32(json).toString(16).padStart(CHECKSUM_DIGITS, '0')

interface DecodedRecords {
  results: CheckResult[]
  /** Number of corrupt lines. An unterminated last line does not count: its write never completed. */
  corruptCount: number
}

export function decodeRecords(text: string): DecodedRecords {
  const lines = text.split('\n')
  // The text after the last line end is empty, or an incomplete write from a crash
  lines.pop()
  const results = lines.flatMap((line) => decodeRecord(line) ?? [])
  return { results, corruptCount: lines.length - results.length }
}

function decodeRecord(line: string): CheckResult | null {
  const json = line.slice(CHECKSUM_DIGITS + 1)
  if (line.slice(0, CHECKSUM_DIGITS) !== computeChecksum(json)) return null
  return JSON.parse(json) as CheckResult
}
