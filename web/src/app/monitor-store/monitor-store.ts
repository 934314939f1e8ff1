/**
 * All monitors of a project, updated by live events. A row subscribes to its own monitor, so one event costs one
 * redrawn row. A list subscribes to the order, which is reported at most a few times a second.
 */
import type { LiveEvent } from '../../api/events.ts'
import {
  isOrderAffected,
  isSameMonitor,
  type MonitorEvent,
  type MonitorSummary,
  patchIncident,
  patchMonitor,
} from './monitor-summary.ts'
import { Throttled } from './throttled.ts'

interface MonitorSnapshot {
  /** By name. */
  monitors: readonly MonitorSummary[]
  has_more: boolean
}

/** Changes of order or states are reported at most this often. */
const ORDER_THROTTLE_MS = 300
/** New response times are reported at most this often, so that rows sorted by them do not jump. */
const RESPONSE_TIME_THROTTLE_MS = 3_000
/** Events that need a read are collected for this long. */
const RELOAD_DELAY_MS = 700
/** Minimum time between two reads caused by events. */
const MIN_RELOAD_INTERVAL_MS = 4_000

type StoreState = 'loading' | 'ready' | 'failed'

export class MonitorStore {
  readonly #fetch: () => Promise<MonitorSnapshot>
  readonly #monitors = new Map<string, MonitorSummary>()
  /** By name. */
  #all: readonly MonitorSummary[] | null = null
  #ids: readonly string[] = []
  readonly #watchers = new Map<string, Set<() => void>>()
  readonly #order: Throttled
  readonly #responseTimes: Throttled
  #state: StoreState = 'loading'
  #error: unknown = null
  #hasMore = false
  #loading: Promise<void> | null = null
  /** Events received during a read, whose data may be older. */
  #pendingEvents: LiveEvent[] = []
  #reloadTimer: ReturnType<typeof setTimeout> | undefined
  #lastReadAt = Number.NEGATIVE_INFINITY
  #isClosed = false

  constructor(read: () => Promise<MonitorSnapshot>) {
    this.#fetch = read
    this.#order = new Throttled(ORDER_THROTTLE_MS)
    this.#responseTimes = new Throttled(RESPONSE_TIME_THROTTLE_MS)
  }

  get state(): StoreState {
    return this.#state
  }

  get error(): unknown {
    return this.#error
  }

  get hasMore(): boolean {
    return this.#hasMore
  }

  /** Whether any component subscribes to the order. */
  get hasOrderListeners(): boolean {
    return this.#order.hasListeners
  }

  /**
   * Number of changes that can affect the order of a list: added and deleted monitors, states, names, groups and tags.
   */
  get orderVersion(): number {
    return this.#order.version
  }

  /** Number of new response times. */
  get responseTimeVersion(): number {
    return this.#responseTimes.version
  }

  readonly onOrderChange = (listener: () => void): (() => void) => this.#order.subscribe(listener)
  readonly onResponseTimeChange = (listener: () => void): (() => void) => this.#responseTimes.subscribe(listener)

  findMonitor(id: string): MonitorSummary | undefined {
    return this.#monitors.get(id)
  }

  /** By name; the same array as long as nothing has changed. */
  listMonitors(): readonly MonitorSummary[] {
    this.#all ??= this.#ids.map((id) => this.#monitors.get(id)!)
    return this.#all
  }

  /** Calls `listener` when this monitor has changed or is gone. */
  watch(id: string, listener: () => void): () => void {
    const listeners = this.#watchers.get(id) ?? new Set()
    this.#watchers.set(id, listeners.add(listener))
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0 && this.#watchers.get(id) === listeners) this.#watchers.delete(id)
    }
  }

  /** Reads all monitors. Concurrent callers share one read. */
  load(): Promise<void> {
    clearTimeout(this.#reloadTimer)
    this.#reloadTimer = undefined
    this.#loading ??= this.#load().finally(() => {
      this.#loading = null
    })
    return this.#loading
  }

  async #load(): Promise<void> {
    this.#pendingEvents = []
    try {
      const snapshot = await this.#fetch()
      if (this.#isClosed) return
      this.#applySnapshot(snapshot)
    } catch (error) {
      this.#error = error
      // Older data is better than none; another component reports the lost connection
      if (this.#state !== 'ready') this.#setState('failed')
    }
    this.#lastReadAt = performance.now()
    const events = this.#pendingEvents
    this.#pendingEvents = []
    for (const event of events) this.#applyEvent(event)
  }

  /** Repeats a failed read. */
  retry(): void {
    this.#setState('loading')
    void this.load()
  }

  #setState(state: StoreState): void {
    if (this.#state === state) return
    this.#state = state
    this.#order.notifyNow()
  }

  #applySnapshot({ monitors, has_more: hasMore }: MonitorSnapshot): void {
    const removedIds = new Set(this.#monitors.keys())
    const ids = monitors.map(({ id }) => id)
    let isOrderChanged = this.#state !== 'ready' || hasMore !== this.#hasMore || !isSameOrder(ids, this.#ids)
    this.#ids = ids
    this.#hasMore = hasMore
    for (const monitor of monitors) {
      removedIds.delete(monitor.id)
      isOrderChanged = this.#upsert(monitor) || isOrderChanged
    }
    for (const id of removedIds) this.#delete(id)
    this.#all = null
    this.#state = 'ready'
    this.#error = null
    if (isOrderChanged) this.#order.notifyNow()
    this.#responseTimes.notify()
  }

  /** @returns whether its position in a list may have changed */
  #upsert(monitor: MonitorSummary): boolean {
    const before = this.#monitors.get(monitor.id)
    if (before && isSameMonitor(before, monitor)) return false
    this.#monitors.set(monitor.id, monitor)
    this.#all = null
    this.#notify(monitor.id)
    return !before || isOrderAffected(before, monitor)
  }

  #delete(id: string): void {
    this.#monitors.delete(id)
    this.#all = null
    this.#notify(id)
  }

  #notify(id: string): void {
    const listeners = this.#watchers.get(id)
    if (listeners) for (const listener of listeners) listener()
  }

  /** Applies an event to the store. */
  handleEvent(event: LiveEvent): void {
    if (this.#loading) this.#pendingEvents.push(event)
    this.#applyEvent(event)
  }

  #applyEvent(event: LiveEvent): void {
    switch (event.type) {
      case 'reset':
        void this.#runAfterLoad(() => this.load())
        return
      case 'monitor.created':
      case 'monitor.updated':
      case 'incident.deleted':
        this.scheduleReload()
        return
      case 'monitor.deleted':
        this.remove([event.data.monitor_id])
        return
      case 'group.status':
        return
      case 'monitor.status':
      case 'monitor.result':
        this.#applyMonitorEvent(event)
        return
      default:
        this.#applyIncidentEvent(event)
    }
  }

  #applyMonitorEvent(event: MonitorEvent): void {
    const before = this.#monitors.get(event.data.monitor_id)
    if (!before) return
    if (this.#upsert(patchMonitor(before, event))) this.#order.notify()
    if (event.type === 'monitor.result') this.#responseTimes.notify()
  }

  #applyIncidentEvent({ data }: Extract<LiveEvent, { data: { incident: unknown } }>): void {
    const before = data.monitor && this.#monitors.get(data.monitor.id)
    if (!before || !data.incident) return
    const after = patchIncident(before, data.incident)
    if (after) this.#upsert(after)
    else this.scheduleReload()
  }

  /** Shows the expected result of an action at once; the next read corrects it. */
  update(ids: Iterable<string>, change: Partial<MonitorSummary>): void {
    for (const id of ids) {
      const before = this.#monitors.get(id)
      if (before) this.#upsert({ ...before, ...change })
    }
    this.#order.notifyNow()
  }

  remove(ids: readonly string[]): void {
    const known = new Set(ids.filter((id) => this.#monitors.has(id)))
    if (known.size === 0) return
    this.#ids = this.#ids.filter((id) => !known.has(id))
    for (const id of known) this.#delete(id)
    this.#order.notify()
  }

  /** Schedules one read for all requests within a short time. */
  scheduleReload(): void {
    if (this.#reloadTimer !== undefined || this.#isClosed) return
    const wait = Math.max(RELOAD_DELAY_MS, this.#lastReadAt + MIN_RELOAD_INTERVAL_MS - performance.now())
    this.#reloadTimer = setTimeout(() => {
      this.#reloadTimer = undefined
      void this.#runAfterLoad(() => this.load())
    }, wait)
  }

  /** Waits for a running read first: its data may be older than the latest event. */
  async #runAfterLoad(work: () => void): Promise<void> {
    if (this.#loading) await this.#loading
    if (!this.#isClosed) work()
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#reloadTimer)
    this.#order.close()
    this.#responseTimes.close()
  }
}

const isSameOrder = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((id, index) => id === b[index])
