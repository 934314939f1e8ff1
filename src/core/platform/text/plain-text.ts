/** Text for people: foreign text that is safe to display, numbers with their nouns, and links. */

/** Invisible characters that change how other text is read: controls, direction marks and overrides, invisible tags. */
const INVISIBLE =
  /[\p{Cc}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/**
 * Isolates a text with letters that are read from right to left, so that it does not reorder the words around it. Other
 * texts stay as they are.
 */
export const toIsolated = (text: string): string => (RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text)

/** A line break in a name must not look like a separate line of the service, or like an email header. */
export const toOneLine = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\s\u0085]+/g, ' ')
    .replace(INVISIBLE, '')
    .trim()

/** Every character that programs treat as the end of a line. */
const LINE_BREAK = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/g

/** Returns a name in one line. All its other characters are kept. */
export const joinLines = (text: string): string => text.replace(LINE_BREAK, ' ')

/** Writes every line break as LF. */
export const normalizeLines = (text: string): string => text.replace(LINE_BREAK, '\n')

/** Keeps line breaks, and at most one empty line between two lines. */
export const toPlainLines = (text: string): string =>
  text
    .split(LINE_BREAK)
    .map(toOneLine)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

/** @param maxLength maximum number of characters, including the ellipsis */
export function truncateTo(maxLength: number, text: string): string {
  const characters = [...text]
  if (characters.length <= maxLength) return text
  return `${characters
    .slice(0, maxLength - 1)
    .join('')
    .trimEnd()}…`
}

/** A web address: scheme, credentials, host and path, query. */
const ADDRESS = /\b(https?:\/\/)(?:[^\s/?#@"'<>]*@)?([^\s?#"'<>]*)(\?[^\s#"'<>)]*)?/gi

/** Queries and credentials in web addresses may be keys, and an email has more readers than the API. */
export const hideKeys = (text: string): string =>
  text.replace(ADDRESS, (_whole, scheme: string, rest: string, query?: string) => scheme + rest + (query ? '?…' : ''))

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/**
 * The result is safe between tags and inside a quoted attribute, but not inside a script, a style or an unquoted
 * attribute.
 */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character]!)

/**
 * Formats a number with its noun: `1 day`, `1,204 bytes`. Digits are grouped by hand, because loading `Intl.NumberFormat`
 * takes longer than most checks.
 *
 * @param noun singular; its plural ends in "s"
 */
export const formatCountText = (count: number, noun: string): string =>
  `${String(count).replace(/\B(?=(?:\d{3})+$)/g, ',')} ${noun}${count === 1 ? '' : 's'}`

/**
 * Returns why a text cannot be a link for people; null when it can. A browser must not run it as a script, and a link
 * with a password would give it to every reader.
 */
export function refuseWebUrl(text: string, example: string): string | null {
  const url = URL.parse(text)
  if (url === null) return `must be a complete URL such as ${example}`
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'must begin with http:// or https://'
  return url.username || url.password ? 'must not contain credentials' : null
}
