/** Text for a terminal: harmless, and as wide as it may be. Pure. */
import { getSystemErrorMap } from 'node:util'

/**
 * Whatever would move the cursor, change colours, turn the direction of writing or show as nothing. What comes from a
 * target is never written as it is.
 */
const MISLEADING = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu

const SHORT: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** With everything misleading written out: `\x1b[31m`. */
export const toVisible = (text: string): string =>
  text.replace(MISLEADING, (char) => SHORT[char] ?? escapeCharacter(char))

function escapeCharacter(char: string): string {
  const hex = char.codePointAt(0)!.toString(16)
  if (hex.length <= 2) return `\\x${hex.padStart(2, '0')}`
  return hex.length <= 4 ? `\\u${hex.padStart(4, '0')}` : `\\u{${hex}}`
}

/** The same for a JSON document, which stays one: only its line breaks are its own. */
export const escapeJson = (json: string): string =>
  json.replace(MISLEADING, (char) =>
    char === '\n' ? char : [...Array(char.length).keys()].map((i) => readUnit(char, i)).join(''),
  )

const readUnit = (text: string, at: number): string => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`

/** At most so many characters. */
export function truncate(text: string, width: number): string {
  const characters = [...text]
  return characters.length > width ? `${characters.slice(0, Math.max(0, width - 1)).join('')}…` : text
}

/** Lines of at most so many characters, broken at spaces where there are any. */
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

/** Three digits that matter: `0.04`, `12.3`, `1250`. */
export function formatMs(ms: number): string {
  if (ms < 9.995) return ms.toFixed(2)
  return ms < 99.95 ? ms.toFixed(1) : ms.toFixed(0)
}

const SYSTEM_ERRORS = new Map(getSystemErrorMap().values())

/** `ECONNREFUSED, connection refused`; what is no error of the system stays as it is. */
export function describeErrorCode(error: string): string {
  const words = SYSTEM_ERRORS.get(error)
  return words === undefined ? error : `${error}, ${words}`
}

/** In quotes, harmless and short, for a message about it. */
export const quoteText = (text: string): string => `"${truncate(toVisible(text), 60)}"`
