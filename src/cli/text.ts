/** Escapes and wraps text for a terminal. Pure. */
import { getSystemErrorMap } from 'node:util'

/**
 * Characters that move the cursor, change colors, change the text direction or are invisible. Text of a target is
 * always escaped.
 */
const MISLEADING = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu

const SHORT: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** Escapes misleading characters: `\x1b[31m`. */
export const toVisible = (text: string): string =>
  text.replace(MISLEADING, (char) => SHORT[char] ?? escapeCharacter(char))

function escapeCharacter(char: string): string {
  const hex = char.codePointAt(0)!.toString(16)
  if (hex.length <= 2) return `\\x${hex.padStart(2, '0')}`
  return hex.length <= 4 ? `\\u${hex.padStart(4, '0')}` : `\\u{${hex}}`
}

/** Escapes misleading characters in a JSON document, which stays valid. Only its line breaks are kept. */
export const escapeJson = (json: string): string =>
  json.replace(MISLEADING, (char) =>
    char === '\n' ? char : [...Array(char.length).keys()].map((i) => readUnit(char, i)).join(''),
  )

const readUnit = (text: string, at: number): string => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`

/** Truncates the text to `width` characters. */
export function truncate(text: string, width: number): string {
  const characters = [...text]
  return characters.length > width ? `${characters.slice(0, Math.max(0, width - 1)).join('')}…` : text
}

/** Wraps the text to lines of at most `width` characters, at spaces if possible. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ').flatMap((part) => splitWord(part, width))) {
    const longer = line === '' ? word : `${line} ${word}`
    if ([...longer].length <= width) {
      line = longer
    } else {
      lines.push(line)
      line = word
    }
  }
  return [...lines, line]
}

function splitWord(word: string, width: number): string[] {
  const characters = [...word]
  const count = Math.max(1, Math.ceil(characters.length / width))
  return Array.from({ length: count }, (_, i) => characters.slice(i * width, (i + 1) * width).join(''))
}

/** Formats three significant digits: `0.04`, `12.3`, `1250`. */
export function formatMs(ms: number): string {
  if (ms < 9.995) return ms.toFixed(2)
  return ms < 99.95 ? ms.toFixed(1) : ms.toFixed(0)
}

const SYSTEM_ERRORS = new Map(getSystemErrorMap().values())

/** Describes a system error: `ECONNREFUSED, connection refused`. Other texts are returned unchanged. */
export function describeErrorCode(error: string): string {
  const cause = SYSTEM_ERRORS.get(error)
  return cause === undefined ? error : `${error}, ${cause}`
}

/** Quotes, escapes and shortens a text for an error message. */
export const quoteText = (text: string): string => `"${truncate(toVisible(text), 60)}"`
