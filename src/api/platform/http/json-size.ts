/** Sizes a JSON text before it is parsed: parsing costs by the value, and a megabyte can hold hundreds of thousands. */

/** Most entries of all lists and objects of one text, together. A name and its value count as one. */
export const MAX_VALUES = 10_000

/** Deepest nesting of a text. No schema goes as far. */
export const MAX_DEPTH = 64

const QUOTE = 0x22
const COMMA = 0x2c
const BACKSLASH = 0x5c

/**
 * Returns what is too large about a text, or null. It reads each byte once, and expects no valid JSON.
 *
 * @param bytes UTF-8, in which no byte of a longer character equals an ASCII one
 */
export function findExcess(bytes: Uint8Array, mostValues = MAX_VALUES): 'values' | 'depth' | null {
  let values = 0
  let depth = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!
    if (byte === QUOTE) {
      at = findStringEnd(bytes, at)
    } else if (byte === COMMA) {
      if (++values > mostValues) return 'values'
    } else if (isOpening(byte)) {
      if (++depth > MAX_DEPTH) return 'depth'
      if (++values > mostValues) return 'values'
    } else if (isClosing(byte)) depth--
  }
  return null
}

// `{` and `[`, `}` and `]` differ by one bit
const isOpening = (byte: number): boolean => (byte | 0x20) === 0x7b
const isClosing = (byte: number): boolean => (byte | 0x20) === 0x7d

/** @returns the place of the closing quote, or the end of the text */
function findStringEnd(bytes: Uint8Array, opening: number): number {
  let at = opening + 1
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1
  return at
}
