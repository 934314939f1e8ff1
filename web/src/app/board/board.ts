/**
 * All monitors of a project, kept in step with what happens. Who shows one monitor listens to that one alone, so that an
 * event costs as much as drawing one row; who shows the order of all hears of changes a few times a second at most.
 */
import type { LiveEvent } from '../../api/events.ts'
import { isMoved, isSameLine, type LineEvent, type MonitorLine, patchIncident, patchLine } from './line.ts'
import { Signal } from './signal.ts'

interface Reading {
  /** By name. */
  monitors: readonly MonitorLine[]
  has_more: boolean
}

/** Changes of order or of states are told at most this often. */
const MOVES_MS = 300
/** New response times, by which a list may be sorted, at most this often: rows should not jump about. */
const MEASURES_MS = 3_000
/** Events that need a reading are gathered for this long. */
const GATHER_MS = 700
/** The least time between two readings that events caused. */
const READ_AGAIN_MS = 4_000

type BoardState = 'loading' | 'ready' | 'failed'

export class Board {
  readonly #read: () => Promise<Reading>
  readonly #lines = new Map<string, MonitorLine>()
  /** In the order of names. */
  #all: readonly MonitorLine[] | null = null
  #ids: readonly string[] = []
  readonly #watchers = new Map<string, Set<() => void>>()
  readonly #moves: Signal
  readonly #measures: Signal
  #state: BoardState = 'loading'
  #error: unknown = null
  #hasMore = false
  #reading: Promise<void> | null = null
  /** What was told while a reading was under way: the reading may be older. */
  #meanwhile: LiveEvent[] = []
  #again: ReturnType<typeof setTimeout> | undefined
  #lastReadAt = Number.NEGATIVE_INFINITY
  #isClosed = false

  constructor(read: () => Promise<Reading>) {
    this.#read = read
    this.#moves = new Signal(MOVES_MS)
    this.#measures = new Signal(MEASURES_MS)
  }

  get state(): BoardState {
    return this.#state
  }

  get error(): unknown {
    return this.#error
  }

  get hasMore(): boolean {
    return this.#hasMore
  }

  /** Whether anybody looks at the order. */
  get isWatched(): boolean {
    return this.#moves.isHeard
  }

  /** Counts what may concern the order of a list: monitors that come and go, states, names, groups and tags. */
  get moves(): number {
    return this.#moves.count
  }

  /** Counts new response times. */
  get measures(): number {
    return this.#measures.count
  }

  readonly onMove = (listener: () => void): (() => void) => this.#moves.listen(listener)
  readonly onMeasure = (listener: () => void): (() => void) => this.#measures.listen(listener)

  line(id: string): MonitorLine | undefined {
    return this.#lines.get(id)
  }

  /** By name; the same array as long as nothing has changed. */
  lines(): readonly MonitorLine[] {
    this.#all ??= this.#ids.map((id) => this.#lines.get(id)!)
    return this.#all
  }

  /** Calls back when this monitor has changed, or is gone. */
  watch(id: string, listener: () => void): () => void {
    const watchers = this.#watchers.get(id) ?? new Set()
    this.#watchers.set(id, watchers.add(listener))
    return () => {
      watchers.delete(listener)
      if (watchers.size === 0 && this.#watchers.get(id) === watchers) this.#watchers.delete(id)
    }
  }

  /** Reads everything; who asks meanwhile waits for the same reading. */
  load(): Promise<void> {
    clearTimeout(this.#again)
    this.#again = undefined
    this.#reading ??= this.#load().finally(() => {
      this.#reading = null
    })
    return this.#reading
  }

  async #load(): Promise<void> {
    this.#meanwhile = []
    try {
      const reading = await this.#read()
      if (this.#isClosed) return
      this.#take(reading)
    } catch (error) {
      this.#error = error
      // What was read before is better than nothing; a loss of the line is told elsewhere
      if (this.#state !== 'ready') this.#become('failed')
    }
    this.#lastReadAt = performance.now()
    const events = this.#meanwhile
    this.#meanwhile = []
    for (const event of events) this.#apply(event)
  }

  /** Tries again after a failure. */
  retry(): void {
    this.#become('loading')
    void this.load()
  }

  #become(state: BoardState): void {
    if (this.#state === state) return
    this.#state = state
    this.#moves.tellNow()
  }

  #take({ monitors, has_more: hasMore }: Reading): void {
    const gone = new Set(this.#lines.keys())
    const ids = monitors.map(({ id }) => id)
    let isMovedAny = this.#state !== 'ready' || hasMore !== this.#hasMore || !sameOrder(ids, this.#ids)
    this.#ids = ids
    this.#hasMore = hasMore
    for (const line of monitors) {
      gone.delete(line.id)
      isMovedAny = this.#put(line) || isMovedAny
    }
    for (const id of gone) this.#drop(id)
    this.#all = null
    this.#state = 'ready'
    this.#error = null
    if (isMovedAny) this.#moves.tellNow()
    this.#measures.tell()
  }

  /** @returns whether it may stand elsewhere now */
  #put(line: MonitorLine): boolean {
    const before = this.#lines.get(line.id)
    if (before && isSameLine(before, line)) return false
    this.#lines.set(line.id, line)
    this.#all = null
    this.#tell(line.id)
    return !before || isMoved(before, line)
  }

  #drop(id: string): void {
    this.#lines.delete(id)
    this.#all = null
    this.#tell(id)
  }

  #tell(id: string): void {
    const watchers = this.#watchers.get(id)
    if (watchers) for (const watcher of watchers) watcher()
  }

  /** Takes what happened. */
  hear(event: LiveEvent): void {
    if (this.#reading) this.#meanwhile.push(event)
    this.#apply(event)
  }

  #apply(event: LiveEvent): void {
    switch (event.type) {
      case 'reset':
        void this.#afterReading(() => this.load())
        return
      case 'monitor.created':
      case 'monitor.updated':
      case 'incident.deleted':
        this.readSoon()
        return
      case 'monitor.deleted':
        this.remove([event.data.monitor_id])
        return
      case 'monitor.status':
      case 'monitor.result':
        this.#patch(event)
        return
      default:
        this.#patchIncident(event)
    }
  }

  #patch(event: LineEvent): void {
    const before = this.#lines.get(event.data.monitor_id)
    if (!before) return
    if (this.#put(patchLine(before, event))) this.#moves.tell()
    if (event.type === 'monitor.result') this.#measures.tell()
  }

  #patchIncident({ data }: Extract<LiveEvent, { data: { incident: unknown } }>): void {
    const before = data.monitor && this.#lines.get(data.monitor.id)
    if (!before || !data.incident) return
    const after = patchIncident(before, data.incident)
    if (after) this.#put(after)
    else this.readSoon()
  }

  /** Shows at once what was asked for; the next reading says how it is. */
  amend(ids: Iterable<string>, change: Partial<MonitorLine>): void {
    for (const id of ids) {
      const before = this.#lines.get(id)
      if (before) this.#put({ ...before, ...change })
    }
    this.#moves.tellNow()
  }

  remove(ids: readonly string[]): void {
    const known = new Set(ids.filter((id) => this.#lines.has(id)))
    if (known.size === 0) return
    this.#ids = this.#ids.filter((id) => !known.has(id))
    for (const id of known) this.#drop(id)
    this.#moves.tell()
  }

  /** Reads anew, once for all that asks within a while. */
  readSoon(): void {
    if (this.#again !== undefined || this.#isClosed) return
    const wait = Math.max(GATHER_MS, this.#lastReadAt + READ_AGAIN_MS - performance.now())
    this.#again = setTimeout(() => {
      this.#again = undefined
      void this.#afterReading(() => this.load())
    }, wait)
  }

  /** A reading under way may be too old for what has just been heard. */
  async #afterReading(work: () => void): Promise<void> {
    if (this.#reading) await this.#reading
    if (!this.#isClosed) work()
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#again)
    this.#moves.close()
    this.#measures.close()
  }
}

const sameOrder = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((id, index) => id === b[index])
