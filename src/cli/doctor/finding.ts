/** A finding of the doctor: one line about one topic, with advice when something is wrong. */
import { styleText } from 'node:util'

/** `warning`: it works, but will cause problems. `failure`: it does not work. */
type Level = 'ok' | 'warning' | 'failure'

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
    const message = error instanceof Error ? error.message : String(error)
    return [createFailure(topic, message, 'This is an unexpected error.')]
  } finally {
    clearTimeout(timer)
  }
}

const SIGNS: Record<Level, string> = { ok: '✓', warning: '!', failure: '✗' }
const COLOURS = { ok: 'green', warning: 'yellow', failure: 'red' } as const

const TOPIC_WIDTH = 14

/** Renders a line, with the advice below it. */
export function renderFinding({ topic, level, text, advice }: Finding): string {
  const sign = styleText(COLOURS[level], SIGNS[level])
  const lines = [`${sign} ${topic.padEnd(TOPIC_WIDTH)} ${toPlainText(text)}`]
  if (advice !== null) lines.push(`${' '.repeat(TOPIC_WIDTH + 3)}${styleText('dim', toPlainText(advice))}`)
  return lines.join('\n')
}

/** Foreign text, such as replies of a mail server, stays on one line and cannot move the cursor. */
const toPlainText = (text: string): string =>
  text.replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim()

export function renderSummary(findings: readonly Finding[]): string {
  const count = (level: Level) => findings.filter((finding) => finding.level === level).length
  const [failures, warnings] = [count('failure'), count('warning')]
  if (failures + warnings === 0) return 'No problems found.'
  const parts = [
    failures > 0 && `${failures} ${failures === 1 ? 'error' : 'errors'}`,
    warnings > 0 && `${warnings} ${warnings === 1 ? 'warning' : 'warnings'}`,
  ]
  return `${parts.filter(Boolean).join(', ')}, ${count('ok')} ok.`
}

export const renderJson = (findings: readonly Finding[]): string =>
  JSON.stringify({ ok: !hasFailures(findings), findings }, null, 2)

export const hasFailures = (findings: readonly Finding[]): boolean => findings.some(({ level }) => level === 'failure')
