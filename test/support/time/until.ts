import { setTimeout as delay } from 'node:timers/promises'

const POLL_MS = 10

/**
 * Waits for a condition instead of sleeping.
 *
 * @param probe answers something truthy when the time has come; that is what comes back
 * @throws when it has not come within `timeoutMs`, with the last error the probe threw, if any
 */
export async function waitUntil<T>(
  probe: () => T | Promise<T>,
  what = 'the condition',
  timeoutMs = 30_000,
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
