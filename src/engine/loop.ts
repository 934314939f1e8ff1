/** Background loops: the only way to run work for as long as the server runs. */
import { type Meter, NO_METER } from '../core/meter.ts'
import { computeJitteredBackoffMs } from '../core/platform/limits/backoff.ts'
import { SECOND_MS } from '../core/platform/time/time.ts'

/** Log of a failing loop; a pino logger fits. */
export interface LoopLog {
  error(details: object, message: string): void
}

export interface LoopOptions {
  /** Name of the loop in the log. */
  name: string
  /**
   * Does the due work. Runs never overlap.
   *
   * @returns time of the next run, Unix ms; null when only a wake-up or the idle time triggers it
   */
  run: () => Promise<number | null>
  /** Longest sleep. It limits the delay of work that another server left behind. */
  idleMs: number
  log: LoopLog
  /** Unix ms. */
  now: () => number
  /**
   * For a loop that evaluates missing reports: remaining time after an interruption of the service in which it does not
   * run, ms.
   */
  unsettledMs?: ((now: number) => number) | undefined
  /** Counts the runs. */
  meter?: Meter
  /** 0 to 1; spreads servers that share a database. */
  random?: () => number
}

export interface Loop {
  /** Runs at once, or once more after a run in progress. During a backoff, the wait for the retry stays. */
  wake(): void
  /** @returns when a run in progress has ended */
  stop(): Promise<void>
}

/**
 * Backoff after consecutive failures: it doubles up to the longest delay acceptable for an alert after the database is
 * back.
 */
const FIRST_BACKOFF_MS = 500
const MAX_BACKOFF_MS = 16_000

/** Random share of the idle time. */
const IDLE_JITTER = 0.2

const SETTLED = (): number => 0

/** Starts a loop, with its first run at once. */
export function startLoop(options: LoopOptions): Loop {
  const { name, idleMs, log, now, unsettledMs = SETTLED, random = Math.random } = options
  const run = countRuns(options)
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | null = null
  let isWoken = false
  let isStopped = false
  let failures = 0

  /** @returns how long to sleep, ms */
  const runOnce = async (): Promise<number> => {
    const longest = idleMs * (1 - IDLE_JITTER * random())
    const waitMs = unsettledMs(now())
    if (waitMs > 0) return Math.min(longest, waitMs)
    try {
      const dueAt = await run()
      failures = 0
      return dueAt === null ? longest : Math.max(0, Math.min(longest, dueAt - now()))
    } catch (error) {
      failures++
      log.error({ err: error, loop: name, failures }, `${name} failed; retrying`)
      return computeJitteredBackoffMs(failures, FIRST_BACKOFF_MS, MAX_BACKOFF_MS, random())
    }
  }

  const cycle = async (): Promise<void> => {
    let sleepMs: number
    do {
      isWoken = false
      sleepMs = await runOnce()
    } while (isWoken && failures === 0 && !isStopped)
    running = null
    if (!isStopped) timer = setTimeout(start, sleepMs)
  }

  const start = (): void => {
    clearTimeout(timer)
    if (!isStopped) running ??= cycle()
  }

  start()
  return {
    wake: () => {
      isWoken = true
      if (failures === 0 && running === null) start()
    },
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}

function countRuns({ name, run, now, meter = NO_METER }: LoopOptions): LoopOptions['run'] {
  const labels = { loop: name }
  for (const series of ['loopRuns', 'loopFailures', 'loopSeconds'] as const) meter.declare(series, labels)
  return async () => {
    const startedAt = performance.now()
    try {
      const dueAt = await run()
      meter.set('loopSucceededAt', labels, now() / SECOND_MS)
      return dueAt
    } catch (error) {
      meter.add('loopFailures', labels)
      throw error
    } finally {
      meter.add('loopRuns', labels)
      meter.observe('loopSeconds', labels, (performance.now() - startedAt) / SECOND_MS)
    }
  }
}
