/**
 * Results that cannot be stored. A probe that retried such a result until it was stored would never send the results
 * after it. Such results are therefore acknowledged, dropped and logged. The log is rate-limited, because a faulty
 * probe may send thousands.
 */

import { MINUTE_MS } from '../../core/platform/time/time.ts'
import { type CheckResult, findResultFault, type OnRefused } from '../../core/probes/protocol.ts'
import type { Context } from '../platform/context.ts'

const MAX_REASON_LENGTH = 300

interface Refusal {
  /** Code of the region of the probe. */
  region: string
  result: CheckResult
  reason: unknown
  /** Whether the result is stored without its extras. */
  isPartly: boolean
}

export function reportRefused(context: Context, { region, result, reason, isPartly }: Refusal): void {
  const { monitorKey, scheduledAt } = result
  const message = reason instanceof Error ? reason.message : String(reason)
  context.onRefused?.({ region, monitorKey, scheduledAt, reason: message.slice(0, MAX_REASON_LENGTH), isPartly })
}

/** Returns the results with valid values and refuses the rest. */
export function filterValid(context: Context, region: string, results: readonly CheckResult[]): readonly CheckResult[] {
  if (results.every((result) => findResultFault(result) === null)) return results
  return results.filter((result) => {
    const fault = findResultFault(result)
    if (fault !== null) reportRefused(context, { region, result, reason: `invalid ${fault}`, isPartly: false })
    return fault === null
  })
}

/**
 * Returns the result without its extras and without NUL characters, which some databases refuse; null when there is
 * nothing to omit.
 */
export function omitExtras(result: CheckResult): CheckResult | null {
  const { extras, certificate, response, ...bare } = result
  const hasNul = result.errorMessage?.includes('\0') ?? false
  if (!extras && !certificate && !response && !hasNul) return null
  return { ...bare, errorMessage: result.errorMessage?.replaceAll('\0', '\uFFFD') ?? null }
}

/** Maximum number of log lines per minute. */
const MAX_LINES = 10

interface RefusalLog {
  warn(details: object, message: string): void
}

/** Logs refused results, at most `MAX_LINES` per minute, and then the number of suppressed lines. */
export function createRefusalLog(log: RefusalLog, now: () => number): OnRefused {
  let windowStart = Number.NEGATIVE_INFINITY
  let [lines, suppressed] = [0, 0]
  return (refused) => {
    if (now() - windowStart >= MINUTE_MS) {
      if (suppressed > 0) log.warn({ unsaid: suppressed }, 'failed to store more results in the previous minute')
      windowStart = now()
      lines = 0
      suppressed = 0
    }
    if (lines++ < MAX_LINES)
      log.warn(refused, refused.isPartly ? 'stored a result without its details' : 'failed to store a result')
    else suppressed++
  }
}
