import { Cron } from 'croner'

const SHOWN = 3

const NICKNAMES: Readonly<Record<string, string>> = {
  '@hourly': '0 * * * *',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@weekly': '0 0 * * 0',
  '@monthly': '0 0 1 * *',
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
}

/** Limits of the fields. */
const LIMITS = [
  [0, 59],
  [0, 23],
  [1, 31],
  [1, 12],
  [0, 7],
] as const

/** Writes steps as lists: cron accepts steps above the range and steps of single numbers, and croner does not. */
function expandSteps(field: string, index: number): string {
  const [low, high] = LIMITS[index]!
  const items = field.split(',').map((item) => {
    const [, range, first, last, step] = /^(\*|(\d+)(?:-(\d+))?)\/(\d+)$/.exec(item) ?? []
    const [from, to] = range === '*' ? [low, high] : [Number(first), Number(last ?? high)]
    if (!(from >= low && to <= high && from <= to && Number(step) > 0)) return item
    return Array.from({ length: Math.floor((to - from) / Number(step)) + 1 }, (_, n) => from + n * Number(step)).join(
      ',',
    )
  })
  const values = items.join(',')
  // A step marks a field of minutes or hours that begins with `*`
  return index < 2 && field.startsWith('*') ? values.replace(/^\d+/, (first) => `${first}-${first}/1`) : values
}

/**
 * Lists the next times of an expression. It is parsed as on the server: five fields, with the rules of Vixie cron for
 * days and for clock changes.
 *
 * @returns Unix ms; empty when the expression or the zone is invalid, or no time follows
 */
export function listNextTimes(expression: string, timezone: string, now: number): number[] {
  try {
    const [, zone = timezone, text = ''] = /^(?:(?:CRON_)?TZ=(\S+)\s+)?(.*)$/i.exec(expression.trim()) ?? []
    const fields = (NICKNAMES[text.toLowerCase()] ?? text).split(/\s+/)
    if (fields.length !== 5) return []
    const domAndDow = fields[2]!.startsWith('*') || fields[4]!.startsWith('*')
    const options = { timezone: zone, mode: '5-part', fixedTimeRule: 'no-wildcard', domAndDow, paused: true } as const
    const cron = new Cron(fields.map(expandSteps).join(' '), options)
    return cron.nextRuns(SHOWN, new Date(now)).map((time) => time.getTime())
  } catch {
    return []
  }
}
