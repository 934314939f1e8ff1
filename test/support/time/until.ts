import { setTimeout as delay } from 'node:timers/promises'

const POLL_MS = 10

/** Far more than anything takes on a slow and busy machine. */
export const PATIENCE_MS = 300_000

/**
 * Waits for a condition instead of sleeping.
 *
 * @param probe returns a truthy result once the condition holds
 * @throws Error after `timeoutMs`, with the last error of `probe` as its cause
 */
export async function waitUntil<T>(
  probe: () => T | Promise<T>,
  what = 'the condition',
  timeoutMs = PATIENCE_MS,
): Promise<T> {
  const deadline = performance.now() + timeoutMs
  let failure: unknown
  do {
    try {
      const answer = await probe()
      if (answer) return answer
      failure = undefined
    } catch (error) {
      failure = error
    }
    await delay(POLL_MS)
  } while (performance.now() < deadline)
  throw new Error(`${what} did not come within ${timeoutMs} ms`, { cause: failure })
}
