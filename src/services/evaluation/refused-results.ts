/**
 * What cannot be stored, and would hold up everything behind it for ever if the probe had to send it until it is. It is
 * told from the rest, taken from the probe, and said: a bounded number of times, for who sends one may send thousands.
 */

import { MINUTE_MS } from '../../core/platform/time/time.ts'
import type { CheckResult } from '../../core/probes/protocol.ts'
import { faultOf, type OnRefused } from '../../core/probes/sound-result.ts'
import type { Context } from '../platform/context.ts'

const LONGEST_REASON = 300

export function refuse(context: Context, region: string, result: CheckResult, reason: unknown, isPartly = false): void {
  const { monitorKey, scheduledAt } = result
  const words = reason instanceof Error ? reason.message : String(reason)
  context.onRefused?.({ region, monitorKey, scheduledAt, reason: words.slice(0, LONGEST_REASON), isPartly })
}

/** Those that can be what a check found; the others are refused. */
export function takeSound(context: Context, region: string, results: readonly CheckResult[]): readonly CheckResult[] {
  if (results.every((result) => faultOf(result) === null)) return results
  return results.filter((result) => {
    const fault = faultOf(result)
    if (fault !== null) refuse(context, region, result, `its ${fault} cannot be`)
    return fault === null
  })
}

/** Without what it carries along, and in words that every database takes; null when there is nothing to leave out. */
export function bareOf(result: CheckResult): CheckResult | null {
  const { extras, certificate, response, ...bare } = result
  const hasNul = result.errorMessage?.includes('\0') ?? false
  if (!extras && !certificate && !response && !hasNul) return null
  return { ...bare, errorMessage: result.errorMessage?.replaceAll('\0', '\uFFFD') ?? null }
}

/** Lines in a minute. */
const MOST_LINES = 10

interface RefusalLog {
  warn(details: object, message: string): void
}

/** Writes them down, so many a minute at most, and how many there were besides. */
export function makeRefusalLog(log: RefusalLog, now: () => number): OnRefused {
  let since = Number.NEGATIVE_INFINITY
  let [lines, unsaid] = [0, 0]
  return (refused) => {
    if (now() - since >= MINUTE_MS) {
      if (unsaid > 0) log.warn({ unsaid }, 'more results could not be stored in the minute before')
      since = now()
      lines = 0
      unsaid = 0
    }
    if (lines++ < MOST_LINES)
      log.warn(refused, refused.isPartly ? 'a result was stored without its details' : 'a result could not be stored')
    else unsaid++
  }
}
