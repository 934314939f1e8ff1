/** Queries that begin with a verb: `silence checkout 2 h`, or only `silence`. */

const VERBS = ['acknowledge', 'silence', 'pause', 'resume', 'edit', 'maintenance'] as const
type Verb = (typeof VERBS)[number]

/** Verbs whose object is a monitor. */
export type MonitorVerb = Exclude<Verb, 'acknowledge'>

export interface Command<V extends Verb = Verb> {
  verb: V
  /** Duration in the query; null without one. */
  minutes: number | null
}

interface ParsedCommand extends Command {
  /** Words that name the monitor or the incident; empty when the query has only a verb. */
  words: string
}

/** A shorter beginning of a verb fits too many names. */
const MIN_LETTERS = 3

const MINUTES_BY_UNIT = { m: 1, h: 60, d: 24 * 60 } as const

const DURATION = /(?:^|\s)(\d{1,3})\s*(m|h|d)[a-z]*$/i

/**
 * Returns the command of a query; null when it begins with no verb.
 *
 * @param names of each verb in the language of the user, separated by spaces
 */
export function parseCommand(query: string, names: Readonly<Record<Verb, string>>): ParsedCommand | null {
  const [first = '', ...others] = query.trim().split(/\s+/)
  const verb = VERBS.find((one) => names[one].split(' ').some((name) => name.startsWith(first.toLowerCase())))
  if (!verb || first.length < MIN_LETTERS) return null
  const rest = others.join(' ')
  const [end, count, unit] = DURATION.exec(rest) ?? []
  const words = end === undefined ? rest : rest.slice(0, -end.length)
  const minutes = count && unit ? Number(count) * MINUTES_BY_UNIT[unit.toLowerCase() as 'm' | 'h' | 'd'] : null
  return { verb, minutes: minutes || null, words: words.trim() }
}
