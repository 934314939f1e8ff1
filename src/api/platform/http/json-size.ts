/**
 * Measures a JSON text before it is parsed. The cost of parsing grows with the number of values, and a megabyte can
 * contain hundreds of thousands.
 */

/** Maximum number of entries of all lists and objects of a text together. A name and its value count as one entry. */
export const MAX_VALUES = 10_000

/** Maximum nesting depth of a text. No schema is as deep. */
export const MAX_DEPTH = 64

/**
 * Maximum number of fields of one object. No schema has as many, and an engine takes much longer for an object with
 * tens of thousands of names than for a list.
 */
export const MAX_FIELDS = 1_000

const QUOTE = 0x22
const COMMA = 0x2c
const BACKSLASH = 0x5c
const OPENING_BRACE = 0x7b

export interface SizeLimits {
  mostValues?: number | undefined
  mostFields?: number | undefined
}

/**
 * Returns the exceeded limit of a text, or null. Reads each byte once and does not expect valid JSON.
 *
 * @param bytes UTF-8, in which no byte of a longer character equals an ASCII byte
 */
export function findExcess(
  bytes: Uint8Array,
  { mostValues = MAX_VALUES, mostFields = MAX_FIELDS }: SizeLimits = {},
): 'values' | 'fields' | 'depth' | null {
  let values = 0
  let depth = 0
  // Commas that may still follow in the list or object of each level
  const room = new Float64Array(MAX_DEPTH + 1).fill(Number.POSITIVE_INFINITY)
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!
    if (byte === QUOTE) {
      at = findStringEnd(bytes, at)
    } else if (byte === COMMA) {
      if (++values > mostValues) return 'values'
      if (--room[depth]! <= 0) return 'fields'
    } else if (isOpening(byte)) {
      if (++depth > MAX_DEPTH) return 'depth'
      if (++values > mostValues) return 'values'
      room[depth] = byte === OPENING_BRACE ? mostFields : Number.POSITIVE_INFINITY
    } else if (isClosing(byte) && depth > 0) depth--
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
