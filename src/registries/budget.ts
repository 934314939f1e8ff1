/** The time that one lookup may spend on servers, all of them together. Waiting for a turn does not count. */

export interface TimeLimits {
  /** For one server, ms. */
  serverMs: number
  /** For all of them, ms. */
  lookupMs: number
}

/** What answers at all does so in a second or two. */
const DEFAULT_LIMITS: TimeLimits = { serverMs: 10_000, lookupMs: 30_000 }

export class TimeBudget {
  private readonly serverMs: number
  private leftMs: number

  constructor({ serverMs, lookupMs }: TimeLimits = DEFAULT_LIMITS) {
    this.serverMs = serverMs
    this.leftMs = lookupMs
  }

  /** What the next server may take, ms; 0 when nothing is left. */
  getNextMs(): number {
    return Math.max(0, Math.min(this.serverMs, this.leftMs))
  }

  /** Runs something and takes its time off what is left. */
  async run<T>(run: (timeoutMs: number) => Promise<T>): Promise<T> {
    const startedAt = performance.now()
    try {
      return await run(Math.max(1, Math.round(this.getNextMs())))
    } finally {
      this.leftMs -= performance.now() - startedAt
    }
  }
}
