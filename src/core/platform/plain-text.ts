/** Text of strangers, made fit to stand among ours: nothing in it ends a line, turns the reading direction or hides. */

/** What takes no place and changes how the rest is read: controls, marks and overrides of direction, invisible tags. */
const INVISIBLE =
  /[\p{Cc}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu

/** A line break in a name must not look like a line of ours, nor like a header of a mail. */
export const toOneLine = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\s\u0085]+/g, ' ')
    .replace(INVISIBLE, '')
    .trim()

/** Lines stay lines, and at most one empty one stands between two. */
export const toPlainLines = (text: string): string =>
  text
    .split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/)
    .map(toOneLine)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

/** @param most characters, the mark of the cut included */
export function truncateTo(most: number, text: string): string {
  const characters = [...text]
  if (characters.length <= most) return text
  return `${characters
    .slice(0, most - 1)
    .join('')
    .trimEnd()}…`
}

/** The start of a web address as far as its path goes. */
const ADDRESS = /\b(https?:\/\/)(?:[^\s/?#@"'<>]*@)?([^\s?#"'<>]*)(\?[^\s#"'<>)]*)?/gi

/** Queries of web addresses and credentials in them may be keys, and a mail travels further than who may read the API. */
export const hideKeys = (text: string): string =>
  text.replace(ADDRESS, (_whole, scheme: string, rest: string, query?: string) => scheme + rest + (query ? '?…' : ''))
