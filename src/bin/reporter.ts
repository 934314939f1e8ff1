/** Logs temporary problems: the first one at once, repeats rarely enough to keep the log readable. */
import type { Logger } from './log.ts'

export interface Reporter {
  report: (message: string, error: unknown) => void
  warn: (message: string) => void
}

/** The same problem is logged again after this time. */
const REPEAT_AFTER_MS = 60_000

/** When this number of kinds is reached, all are forgotten. */
const MAX_KINDS = 100

/** @param now ms */
export function createReporter(log: Pick<Logger, 'warn'>, now: () => number): Reporter {
  const reported = new Map<string, { at: number; unsaid: number }>()
  return {
    warn: (message) => log.warn(message),
    report(message, error) {
      const reason = describeReason(error)
      const kind = `${message} ${reason}`.replaceAll(/\d+/g, '#')
      const before = reported.get(kind)
      if (before && now() - before.at < REPEAT_AFTER_MS) {
        before.unsaid += 1
        return
      }
      if (reported.size >= MAX_KINDS) reported.clear()
      reported.set(kind, { at: now(), unsaid: 0 })
      log.warn({ ...(reason && { reason }), ...(before?.unsaid && { repeated: before.unsaid }) }, message)
    },
  }
}

/** A message for operators needs no stack. */
function describeReason(error: unknown): string {
  if (error === null || error === undefined) return ''
  return error instanceof Error ? error.message : String(error)
}
