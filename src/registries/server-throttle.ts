/**
 * Sends queries to each server one at a time, at its pace, and rejects queries that would wait too long.
 *
 * Limits the query rate of one server. Registries block clients that query too often, and then all their domains are
 * unknown. Pure; times are Unix ms and may jump, so no wait is longer than the rule itself allows.
 */

import { computeBackoffMs } from '../core/platform/limits/backoff.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../core/platform/time/time.ts'
import { toUnknownAnswer, type UnknownAnswer } from './lookup-answer.ts'

interface ThrottleOptions {
  /** Unix ms. */
  now: () => number
  /**
   * Calls `run` once, later.
   *
   * @returns a function that cancels it
   */
  after: (delayMs: number, run: () => void) => () => void
  /** Minimum time between an answer and the next query, ms. */
  gapMs: number
  /** Maximum number of queries that wait for one server. */
  maxWaiting: number
}

/** Result of a query; kind `unknown` with `rate_limited` when the server requests fewer queries. */
interface ThrottledAnswer {
  kind: string
}

interface QueuedQuery {
  query: () => Promise<ThrottledAnswer>
  settle: (answer: ThrottledAnswer) => void
}

interface ServerQueue {
  backoff: ServerBackoff
  waiting: QueuedQuery[]
  /** The query in progress. */
  running: QueuedQuery | null
  /** Cancels the timer of the next query; null when none is set. */
  cancelTimer: (() => void) | null
}

/** Maximum number of remembered queues; beyond it, idle queues without state are deleted. */
const MAX_IDLE_QUEUES = 500

/** Retry delay of rejected queries: by then the queue has advanced. */
const FULL_RETRY_MS = 60_000

export class ServerThrottle {
  private readonly options: ThrottleOptions
  private readonly queues = new Map<string, ServerQueue>()
  private isClosed = false

  constructor(options: ThrottleOptions) {
    this.options = options
  }

  /**
   * Runs a query when it is its turn. Returns `rate_limited` at once while the server is in backoff.
   *
   * @param server its name is also used in messages
   * @param ask must not throw
   */
  run<T extends ThrottledAnswer>(server: string, ask: () => Promise<T | UnknownAnswer>): Promise<T | UnknownAnswer> {
    if (this.isClosed) return Promise.resolve(toClosedAnswer(server))
    const queue = this.getQueue(server)
    const backoffAnswer = this.findBackoffAnswer(server, queue)
    if (backoffAnswer) return Promise.resolve(backoffAnswer)
    if (queue.waiting.length >= this.options.maxWaiting)
      return Promise.resolve(toFullAnswer(server, queue.waiting.length))
    return new Promise((settle) => {
      queue.waiting.push({ query: ask, settle: settle as QueuedQuery['settle'] })
      this.runNext(server, queue)
    })
  }

  /** Answers waiting queries now, even if a query is in progress, and accepts no more. */
  close(): void {
    this.isClosed = true
    for (const [server, queue] of this.queues) {
      queue.cancelTimer?.()
      queue.running?.settle(toClosedAnswer(server))
      for (const { settle } of queue.waiting.splice(0)) settle(toClosedAnswer(server))
    }
    this.queues.clear()
  }

  private getQueue(server: string): ServerQueue {
    const known = this.queues.get(server)
    if (known) return known
    if (this.queues.size >= MAX_IDLE_QUEUES) this.deleteIdle()
    const queue: ServerQueue = { backoff: NO_BACKOFF, waiting: [], running: null, cancelTimer: null }
    this.queues.set(server, queue)
    return queue
  }

  private deleteIdle(): void {
    const now = this.options.now()
    for (const [server, { backoff, waiting, running }] of this.queues) {
      const isIdle = running === null && waiting.length === 0 && backoff.refusals === 0
      if (isIdle && computeGapMs(backoff, now, this.options.gapMs) === 0) this.queues.delete(server)
    }
  }

  private findBackoffAnswer(server: string, { backoff }: ServerQueue): UnknownAnswer | null {
    const ms = computeBackoffLeftMs(backoff, this.options.now())
    return ms === 0
      ? null
      : toUnknownAnswer('rate_limited', `${server} rate limits queries for another ${formatWait(ms)}`, ms)
  }

  private runNext(server: string, queue: ServerQueue): void {
    if (queue.running !== null || queue.cancelTimer !== null || queue.waiting.length === 0) return
    const delayMs = computeGapMs(queue.backoff, this.options.now(), this.options.gapMs)
    if (delayMs === 0) return void this.execute(server, queue)
    queue.cancelTimer = this.options.after(delayMs, () => {
      queue.cancelTimer = null
      // The clock is not checked again: after a step back by an hour, the wait would seem unfinished for an hour
      void this.execute(server, queue)
    })
  }

  private async execute(server: string, queue: ServerQueue): Promise<void> {
    const next = queue.waiting.shift()!
    queue.running = next
    const answer = await next.query()
    queue.running = null
    next.settle(answer)
    queue.backoff = this.computeBackoff(queue.backoff, answer)
    const backoffAnswer = this.findBackoffAnswer(server, queue)
    if (backoffAnswer) for (const { settle } of queue.waiting.splice(0)) settle(backoffAnswer)
    this.runNext(server, queue)
  }

  private computeBackoff(pace: ServerBackoff, answer: ThrottledAnswer): ServerBackoff {
    const now = this.options.now()
    return isRateLimited(answer) ? extendBackoff(pace, now, answer.retryAfterMs) : resetBackoff(now)
  }
}

const isRateLimited = (answer: ThrottledAnswer): answer is UnknownAnswer =>
  answer.kind === 'unknown' && (answer as UnknownAnswer).failure === 'rate_limited'

const toClosedAnswer = (server: string): UnknownAnswer =>
  toUnknownAnswer('unreachable', `${server} was not queried because the service is stopping`)

const toFullAnswer = (server: string, waiting: number): UnknownAnswer =>
  toUnknownAnswer(
    'rate_limited',
    `${server} was not queried because ${waiting} queries are already waiting for it`,
    FULL_RETRY_MS,
  )

const formatWait = (ms: number): string =>
  ms < 90_000 ? `${Math.ceil(ms / 1_000)} s` : `${Math.ceil(ms / 60_000)} min`

interface ServerBackoff {
  /** Time of the last answer. */
  answeredAt: number
  /** End of the backoff that the server requested, or of an estimated one. */
  backsOffUntil: number
  /** Consecutive refusals because of too many queries. */
  refusals: number
}

export const NO_BACKOFF: ServerBackoff = {
  answeredAt: Number.NEGATIVE_INFINITY,
  backsOffUntil: Number.NEGATIVE_INFINITY,
  refusals: 0,
}

/** Backoff without a requested duration: it doubles from the first to the last. */
const FIRST_BACKOFF_MS = 5 * MINUTE_MS
const MAX_BACKOFF_MS = 6 * HOUR_MS

/** Minimum, because a server that requests a pause of 0 s has still refused the query. */
const MIN_BACKOFF_MS = SECOND_MS

/** Maximum that a server may request: it may have sent milliseconds instead of seconds. */
const MAX_RETRY_AFTER_MS = 24 * HOUR_MS

export const resetBackoff = (now: number): ServerBackoff => ({ ...NO_BACKOFF, answeredAt: now })

/** @param retryAfterMs pause requested by the server; null when it requested none */
export function extendBackoff({ refusals }: ServerBackoff, now: number, retryAfterMs: number | null): ServerBackoff {
  const guess = computeBackoffMs(refusals + 1, FIRST_BACKOFF_MS, MAX_BACKOFF_MS)
  const rest = Math.min(Math.max(retryAfterMs ?? guess, MIN_BACKOFF_MS), MAX_RETRY_AFTER_MS)
  return { answeredAt: now, backsOffUntil: now + rest, refusals: refusals + 1 }
}

/**
 * Remaining backoff in ms; 0 when the server may be queried. If the clock is earlier than the start of the backoff, the
 * remaining time is unknown. One query too many is then better than an endless backoff.
 */
export const computeBackoffLeftMs = ({ answeredAt, backsOffUntil }: ServerBackoff, now: number): number =>
  now < answeredAt ? 0 : Math.min(Math.max(0, backsOffUntil - now), MAX_RETRY_AFTER_MS)

/** Remaining pause before the next query, in ms. */
export const computeGapMs = ({ answeredAt }: ServerBackoff, now: number, leastGapMs: number): number =>
  Math.min(Math.max(0, answeredAt + leastGapMs - now), leastGapMs)
