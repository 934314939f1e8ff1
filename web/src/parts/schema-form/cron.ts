import { Cron } from 'croner'

const SHOWN = 3

/**
 * Lists the next times of an expression. It is parsed as on the server: five fields, with Vixie cron's rule for clock
 * changes.
 *
 * @returns Unix ms; empty when the expression or the zone is invalid, or no time follows
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
