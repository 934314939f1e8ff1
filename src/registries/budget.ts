/** The time that one lookup may spend on all servers together. Waiting for a free slot does not count. */

export interface TimeLimits {
  /** Limit per server, ms. */
  serverMs: number
  /** Limit for all servers, ms. */
  lookupMs: number
}

/** A server that responds at all does so in a second or two. */
const DEFAULT_LIMITS: TimeLimits = { serverMs: 10_000, lookupMs: 30_000 }

export class TimeBudget {
  private readonly serverMs: number
  private leftMs: number

  constructor({ serverMs, lookupMs }: TimeLimits = DEFAULT_LIMITS) {
    this.serverMs = serverMs
    this.leftMs = lookupMs
  }

  /** Time limit of the next server, ms; 0 when no time is left. */
  getNextMs(): number {
    return Math.max(0, Math.min(this.serverMs, this.leftMs))
  }

  /** Runs a function and subtracts its duration from the remaining time. */
  async run<T>(run: (timeoutMs: number) => Promise<T>): Promise<T> {
    const startedAt = performance.now()
    try {
      return await run(Math.max(1, Math.round(this.getNextMs())))
    } finally {
      this.leftMs -= performance.now() - startedAt
    }
  }
}
