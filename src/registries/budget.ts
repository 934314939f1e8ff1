/** The time that one lookup may spend on servers, all of them together. Waiting for a turn does not count. */

/** For one server: what answers at all does so in a second or two. */
const SERVER_MS = 10_000

const LOOKUP_MS = 30_000

export class TimeBudget {
  private leftMs = LOOKUP_MS

  /** What the next server may take, ms; 0 when nothing is left. */
  nextMs(): number {
    return Math.max(0, Math.min(SERVER_MS, this.leftMs))
  }

  /** Runs something and takes its time off what is left. */
  async spend<T>(run: (timeoutMs: number) => Promise<T>): Promise<T> {
    const startedAt = performance.now()
    try {
      return await run(this.nextMs())
    } finally {
      this.leftMs -= performance.now() - startedAt
    }
  }
}
