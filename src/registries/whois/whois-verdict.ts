/**
 * Meaning of a WHOIS answer without a registration: the domain is free, the client must retry later, or the data is not
 * disclosed. Pure.
 */
import { normalizeLabel } from './whois-fields.ts'

export type NoRegistration = 'unregistered' | 'limited' | 'refused'

/** A statement about one domain fits on a line; longer lines are prose. */
const MAX_LINE_LENGTH = 200

/** Maximum number of lines read: a refusal is near the beginning. */
const MAX_LINES = 100

/** One alternative per line. */
const toAlternatives = (alternatives: string): string =>
  `(?:${alternatives
    .trim()
    .split('\n')
    .map((line) => line.trim())
    .join('|')})`

/** A line that starts with this text is about the query, whatever the domain. */
const NOT_FOUND_LINE = new RegExp(
  `^${toAlternatives(`
    no (?:match|matching record|data|object|such domain|entr(?:y|ies)|records?|domain)s?(?: (?:was |were )?found\\b| for\\b| in\\b|[!.:]|$)
    (?:not|nothing|no) found(?:$|[.:!]| for\\b)
    not registered\\b
    no_se_encontro
    object_not_found
    domain (?:name )?(?:(?:is|has|was|does) )?not (?:been )?(?:found|registered|exist)
    domain unknown\\b
    (?:the )?(?:(?:requested|queried|above) )?(?:domain|object)(?: name)?(?: you requested)? (?:is|was|has|does) (?:available|not (?:been )?(?:found|registered|exist))
    object does not exist
    we do not have an entry
    el dominio no se encuentra registrado
    no information available about
    error ?: ?(?:101|103)\\b
  `)}`,
  'i',
)

/** A line that names the domain and contains this text. */
const NOT_FOUND_DOMAIN = new RegExp(
  `\\b${toAlternatives(`
    not found
    no match
    no entries
    no such
    no object
    is free
    is available
    available for
    not been registered
    not registered
    does not exist
    not exist
    no existe
  `)}\\b`,
  'i',
)

/** Status values of a free domain. `Free State` is none: it is where Bloemfontein is. */
const FREE_STATUS =
  /^(?:free(?! state\b)|available|not registered|no object found|not found|unregistered|unassigned)\b/i

const STATUS_LABEL = /^(?:domain )?(?:status|state)$|^(?:registration|query)[_ ]status$/

const LIMITED = new RegExp(
  toAlternatives(`
    \\b(?:limit|quota|maximum|allowance|queries|requests)\\b.{0,80}\\b(?:exceeded|reached|exhausted)\\b
    \\bexceed(?:ed|s)?\\b.{0,80}\\b(?:limit|quota|rate|number|quer(?:y|ies)|allowance|maximum)\\b
    \\btoo (?:many|fast|frequent)
    \\btry (?:(?:again|your (?:query|request)) )+(?:later|in|after)\\b
    \\btemporarily (?:blocked|denied|unable|unavailable|banned)\\b
    \\bserver (?:is )?(?:too )?busy\\b
    \\bexcessive (?:quer|access|use)
    \\bblacklisted\\b
    \\bplease wait\\b
    ^error ?: ?(?:201|202)\\b
  `),
  'i',
)

const REFUSED = new RegExp(
  toAlternatives(`
    \\bnot (?:permitted|authori[sz]ed|allowed)\\b
    \\baccess (?:to [^.]{1,40} )?(?:is |was |has been )?(?:denied|restricted|refused|forbidden)\\b
    \\bpermission denied\\b
    \\b(?:ip|address) (?:is |has been |was )?(?:blocked|banned|denied)\\b
    \\b(?:no longer|not) (?:available|supported)\\b
    \\bdiscontinued\\b
    \\bplease use (?:the )?(?:web|https?:)
  `),
  'i',
)

/**
 * Interprets an answer without a registration.
 *
 * @param names lowercase spellings of the domain
 * @returns null for an answer without a reliable meaning
 */
export function readRefusal(text: string, names: readonly string[]): NoRegistration | null {
  // Not WHOIS at all: a proxy in between, whose "not found" is about itself
  if (/^\s*(?:HTTP\/|<)/i.test(text)) return null
  const lines = text
    .split(/\r\n|\n|\r/, MAX_LINES)
    .map(trimMarkers)
    .filter((line) => line !== '' && line.length <= MAX_LINE_LENGTH)
  if (lines.some((line) => isNotFoundLine(line, names))) return 'unregistered'
  // A sentence may continue in the next line
  const sentences = [...lines, lines.join(' ')]
  if (sentences.some((sentence) => LIMITED.test(sentence))) return 'limited'
  return sentences.some((sentence) => REFUSED.test(sentence)) ? 'refused' : null
}

/** Whether a status means that the domain is free: such an answer may name the domain like any other. */
export const isFreeStatus = (label: string, value: string): boolean =>
  STATUS_LABEL.test(label) && FREE_STATUS.test(value)

function isNotFoundLine(line: string, names: readonly string[]): boolean {
  if (NOT_FOUND_LINE.test(line)) return true
  const [label, value] = splitLabel(line)
  if (isFreeStatus(label, value)) return true
  const lower = line.toLowerCase()
  return NOT_FOUND_DOMAIN.test(line) && names.some((name) => lower.includes(name))
}

/** Removes markers of comments and notices: `%`, `***`, `>>>`. */
const trimMarkers = (line: string): string => line.replace(/^[\s%#>*=-]+/, '').trimEnd()

function splitLabel(line: string): [label: string, value: string] {
  const at = line.indexOf(':')
  return at === -1 ? ['', ''] : [normalizeLabel(line.slice(0, at)), line.slice(at + 1).trim()]
}
