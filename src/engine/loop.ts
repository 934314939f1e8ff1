/** The one way to write something that goes on for as long as the server runs. */
import { type Meter, NO_METER } from '../core/meter.ts'
import { computeJitteredBackoffMs } from '../core/platform/backoff.ts'
import { SECOND_MS } from '../core/platform/time/time.ts'

/** What a loop says when it fails; a pino logger fits. */
export interface LoopLog {
  error(details: object, message: string): void
}

export interface LoopOptions {
  /** Names the loop in the log. */
  name: string
  /**
   * Does what is due. It is never run twice at a time.
   *
   * @returns when to run again, Unix ms; null when only a wake-up or the idle time should bring that about
   */
  run: () => Promise<number | null>
  /** Longest sleep. What another server has left behind is found after that. */
  idleMs: number
  log: LoopLog
  /** Unix ms. */
  now: () => number
  /** For a loop that judges silence: how long after an interruption of the service it does not run, ms. */
  unsettledMs?: ((now: number) => number) | undefined
  /** Counts its runs. */
  meter?: Meter
  /** 0 to 1; spreads the servers that share a database. */
  random?: () => number
}

export interface Loop {
  /** Runs at once; if it is running, once more after that. While it is failing, the wait for the next try stays. */
  wake(): void
  /** @returns when a run that was going on is over */
  stop(): Promise<void>
}

/** Waits after failures in a row: doubling up to what an alert may come late when the database is back. */
const FIRST_BACKOFF_MS = 500
const MAX_BACKOFF_MS = 16_000

/** How much of the idle time is left to chance. */
const IDLE_JITTER = 0.2

const SETTLED = (): number => 0

/** Runs for the first time at once. */
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

  const turn = async (): Promise<void> => {
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
    if (!isStopped) running ??= turn()
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
    const begun = performance.now()
    try {
      const dueAt = await run()
      meter.set('loopSucceededAt', labels, now() / SECOND_MS)
      return dueAt
    } catch (error) {
      meter.add('loopFailures', labels)
      throw error
    } finally {
      meter.add('loopRuns', labels)
      meter.observe('loopSeconds', labels, (performance.now() - begun) / SECOND_MS)
    }
  }
}
