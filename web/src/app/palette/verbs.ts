/** Queries that begin with a verb: `silence checkout 2 h`. */

const VERBS = ['silence', 'pause', 'resume', 'edit', 'maintenance'] as const
export type Verb = (typeof VERBS)[number]

export interface Command {
  verb: Verb
  /** Duration in the query; null without one. */
  minutes: number | null
}

interface ParsedCommand extends Command {
  /** Words that name the monitor. */
  words: string
}

/** A shorter beginning of a verb fits too many names. */
const MIN_LETTERS = 3

const MINUTES_BY_UNIT = { m: 1, h: 60, d: 24 * 60 } as const

const DURATION = /(?:^|\s)(\d{1,3})\s*(m|h|d)[a-z]*$/i

/**
 * Returns the command of a query; null when it begins with no verb or has only a verb.
 *
 * @param labels of the verbs in the language of the user
 */
export function parseCommand(query: string, labels: Readonly<Record<Verb, string>>): ParsedCommand | null {
  const [first = '', ...others] = query.trim().split(/\s+/)
  const verb = VERBS.find((one) => labels[one].toLowerCase().startsWith(first.toLowerCase()))
  if (!verb || first.length < MIN_LETTERS) return null
  const rest = others.join(' ')
  const [end, count, unit] = DURATION.exec(rest) ?? []
  const words = end === undefined ? rest : rest.slice(0, -end.length)
  if (words.trim() === '') return null
  const minutes = count && unit ? Number(count) * MINUTES_BY_UNIT[unit.toLowerCase() as 'm' | 'h' | 'd'] : null
  return { verb, minutes: minutes || null, words }
}
