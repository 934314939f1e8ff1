/**
 * Results that could not be delivered, on disk: in files of some minutes each, which are only ever appended to and
 * deleted. What `append` has returned for survives whatever happens to the process and to the machine.
 */
import { type FileHandle, mkdir, open, readdir, readFile, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { MINUTE_MS } from '../../core/platform/time/time.ts'
import type { CheckResult } from '../../core/probes/protocol.ts'
import { decodeRecords, encodeRecords } from './spool-record.ts'

export interface SpoolOptions {
  /** For results of one region of one server. Made when there is something to keep. */
  folder: string
  /** Unix ms. */
  now: () => number
  report: (message: string, error: unknown) => void
  /** When it is full, the oldest file gives way. */
  maxBytes?: number
}

/** Some minutes of results, in a file of their own. */
export interface Segment {
  /** When it was begun, Unix ms. */
  readonly startedAt: number
  readonly file: string
  bytes: number
  /** Results that have not been delivered. */
  count: number
  /** Somebody is delivering it. */
  isTaken: boolean
}

export const SPOOL_BYTES = 512 * 1024 * 1024

/** Small enough to be read at once, and to be given up when there is no room. */
const SEGMENT_BYTES = 1024 * 1024
const SEGMENT_MS = MINUTE_MS

/** `<number>-<Unix ms>.results`: the number says the order, whatever the clock did. */
const NAME = /^(\d{10})-(\d+)\.results$/

const LINE_END = 0x0a

export class Spool {
  readonly #options: SpoolOptions
  #segments: Segment[]
  #lastNumber: number
  /** What is appended to. */
  #tail: { segment: Segment; handle: FileHandle } | null = null
  #dropped = 0

  private constructor(options: SpoolOptions, segments: Segment[], lastNumber: number) {
    this.#options = options
    this.#segments = segments
    this.#lastNumber = lastNumber
  }

  /** Never fails: a folder that cannot be read is empty, and said to be. */
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

  /** Results on disk. */
  get size(): number {
    return this.#segments.reduce((sum, { count }) => sum + count, 0)
  }

  /** Results that gave way to newer ones, or were spoilt. */
  get dropped(): number {
    return this.#dropped
  }

  /** The oldest segment that fits and that nobody has taken; undefined when there is none. */
  find(isWanted: (segment: Segment) => boolean): Segment | undefined {
    return this.#segments.find((segment) => !segment.isTaken && isWanted(segment))
  }

  /**
   * Resolves when they are safe. Calls must not overlap.
   *
   * @throws what the file system says; then some of them may be there and be read later, which is no harm
   */
  async append(results: readonly CheckResult[]): Promise<void> {
    const bytes = Buffer.from(encodeRecords(results))
    const { segment, handle } = await this.#openWritableSegment()
    try {
      await handle.appendFile(bytes)
      await handle.datasync()
    } catch (error) {
      // It may end in the middle of a line, and nothing can be put behind that
      await this.#seal()
      throw error
    }
    segment.bytes += bytes.length
    segment.count += results.length
    await this.#dropOldestSegments()
  }

  /** All of a segment, to be delivered; nothing is appended to it any more. */
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

  /** It was delivered. */
  async remove(segment: Segment): Promise<void> {
    this.#segments = this.#segments.filter((other) => other !== segment)
    await unlink(segment.file).catch((error: NodeJS.ErrnoException) => {
      // It will be delivered once more after the next start, which changes nothing
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
    // Targets answer what is nobody else's business
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
      report(`no space for undelivered results; discarding ${oldest.count} results from ${since} on`, null)
    }
  }
}

/** The name of a new file is safe when its folder is. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
