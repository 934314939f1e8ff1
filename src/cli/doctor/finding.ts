/** What the doctor says: one line about one thing, and what to do where something is wrong. */

/** `warning`: it works, and something about it will be regretted. `failure`: it does not work. */
export type Level = 'ok' | 'warning' | 'failure'

export interface Finding {
  topic: string
  level: Level
  text: string
  /** In plain words, with the command where there is one. */
  advice: string | null
}

export const createPass = (topic: string, text: string): Finding => ({ topic, level: 'ok', text, advice: null })

export const createWarning = (topic: string, text: string, advice: string): Finding => ({
  topic,
  level: 'warning',
  text,
  advice,
})

export const createFailure = (topic: string, text: string, advice: string): Finding => ({
  topic,
  level: 'failure',
  text,
  advice,
})

/** One thing to look at. */
export interface Step {
  topic: string
  /** The signal says that nobody waits any more. */
  run: (signal: AbortSignal) => Promise<Finding[]>
}

/** How long one step may take. What it waits for is over long before, unless it hangs. */
const STEP_TIMEOUT_MS = 15_000

/** What a step found; that it hangs, or broke, is found too. Never throws. */
export async function runStep({ topic, run }: Step, mostMs = STEP_TIMEOUT_MS): Promise<Finding[]> {
  const ending = new AbortController()
  const { promise: tooLong, resolve } = Promise.withResolvers<Finding[]>()
  const timer = setTimeout(() => {
    ending.abort()
    resolve([
      createFailure(
        topic,
        `this check did not finish within ${mostMs / 1000} s`,
        'Something is hanging. Investigate it manually.',
      ),
    ])
  }, mostMs)
  try {
    return await Promise.race([run(ending.signal), tooLong])
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error)
    return [createFailure(topic, words, 'This is an unexpected error.')]
  } finally {
    clearTimeout(timer)
  }
}
