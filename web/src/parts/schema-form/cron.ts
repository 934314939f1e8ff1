import { Cron } from 'croner'

const SHOWN = 3

/**
 * Read as the server reads it: five fields, and the wall clock by Vixie cron's rule.
 *
 * @returns Unix ms; empty when the expression or the zone is not understood, or never comes
 */
export function listNextTimes(expression: string, timezone: string, now: number): number[] {
  try {
    if (expression.trim().split(/\s+/).length !== 5) return []
    const cron = new Cron(expression.trim(), { timezone, mode: '5-part', fixedTimeRule: 'no-wildcard', paused: true })
    return cron.nextRuns(SHOWN, new Date(now)).map((time) => time.getTime())
  } catch {
    return []
  }
}
