/** Simple recurrence rules and their cron expressions. */

export const KINDS = ['once', 'daily', 'weekly', 'monthly', 'cron'] as const
export type Kind = (typeof KINDS)[number]

/** The time of day is local time in the zone of the window. */
export type Rule =
  | { kind: 'daily'; hour: number; minute: number }
  /** @param days 0 is Sunday */
  | { kind: 'weekly'; hour: number; minute: number; days: readonly number[] }
  | { kind: 'monthly'; hour: number; minute: number; day: number | 'last' }
  | { kind: 'cron'; expression: string }

export function toCron(rule: Rule): string {
  switch (rule.kind) {
    case 'daily':
      return `${rule.minute} ${rule.hour} * * *`
    case 'weekly':
      return `${rule.minute} ${rule.hour} * * ${[...rule.days].sort((a, b) => a - b).join(',')}`
    case 'monthly':
      return `${rule.minute} ${rule.hour} ${rule.day === 'last' ? 'L' : rule.day} * *`
    case 'cron':
      return rule.expression.trim()
  }
}

const NUMBER = /^\d{1,2}$/
const DAYS = /^[0-7](,[0-7])*$/

/** Returns the simplest rule for an expression; other expressions stay as they are. */
export function parseCron(cron: string): Rule {
  const custom: Rule = { kind: 'cron', expression: cron }
  const [minute = '', hour = '', day, month, weekday = '', ...rest] = cron.trim().split(/\s+/)
  if (rest.length > 0 || month !== '*' || !NUMBER.test(minute) || !NUMBER.test(hour)) return custom
  if (Number(minute) > 59 || Number(hour) > 23) return custom
  const time = { hour: Number(hour), minute: Number(minute) }
  if (day === '*' && weekday === '*') return { kind: 'daily', ...time }
  if (day === '*' && DAYS.test(weekday)) {
    const days = weekday.split(',').map((name) => Number(name) % 7)
    return { kind: 'weekly', ...time, days: [...new Set(days)].sort((a, b) => a - b) }
  }
  if (weekday !== '*') return custom
  if (day === 'L') return { kind: 'monthly', ...time, day: 'last' }
  if (day && NUMBER.test(day) && Number(day) >= 1 && Number(day) <= 31)
    return { kind: 'monthly', ...time, day: Number(day) }
  return custom
}
