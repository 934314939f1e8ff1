/** A finding of the doctor: one line about one topic, with advice when something is wrong. */

/** `warning`: it works, but will cause problems. `failure`: it does not work. */
export type Level = 'ok' | 'warning' | 'failure'

export interface Finding {
  topic: string
  level: Level
  text: string
  /** Plain text, with the command if there is one. */
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

/** One topic to inspect. */
export interface Step {
  topic: string
  /** The signal is aborted when the result is no longer needed. */
  run: (signal: AbortSignal) => Promise<Finding[]>
}

/** Time limit of one step. Shorter timeouts inside the step end first unless it hangs. */
const STEP_TIMEOUT_MS = 15_000

/** Returns the findings of a step. A hanging or failing step is reported as a finding. Never throws. */
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
