/**
 * Measures a JSON text before it is parsed. The cost of parsing grows with the number of values, and a megabyte can
 * contain hundreds of thousands.
 */

/** Maximum number of entries of all lists and objects of a text together. A name and its value count as one entry. */
export const MAX_VALUES = 10_000

/** Maximum nesting depth of a text. No schema is as deep. */
export const MAX_DEPTH = 64

const QUOTE = 0x22
const COMMA = 0x2c
const BACKSLASH = 0x5c

/**
 * Returns the exceeded limit of a text, or null. Reads each byte once and does not expect valid JSON.
 *
 * @param bytes UTF-8, in which no byte of a longer character equals an ASCII byte
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

/** @returns the position of the closing quote, or the end of the text */
function findStringEnd(bytes: Uint8Array, opening: number): number {
  let at = opening + 1
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1
  return at
}
