import { parseCron } from '../core/platform/time/cron.ts'
import { DAY_MS } from '../core/platform/time/time.ts'

/**
 * Reads a local time such as `2026-01-04 02:00` or `2026-01-04T02:00:00`. Seconds are ignored.
 *
 * @returns Unix ms; null without a valid time
 */
export function readLocalTime(text: string | null, timezone: string): number | null {
  const [, year, month, day, hour = '0', minute = '0'] =
    /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::\d\d(?:\.\d+)?)?)?$/.exec(text ?? '') ?? []
  if (year === undefined) return null
  const nearby = Date.UTC(Number(year), Number(month) - 1, Number(day))
  // A cron expression finds the moment also around clock changes
  const expression = [minute, hour, day, month].map(Number).join(' ')
  try {
    const at = parseCron(`${expression} *`, timezone).nextRun(nearby - DAY_MS)
    return Math.abs(at - nearby) < 3 * DAY_MS ? at : null
  } catch {
    return null
  }
}
