/** Limits of documents from unknown authors. Aliases and placeholders make a short text long. */

/** Maximum nesting of a document. No schema is as deep. */
export const MAX_DOCUMENT_DEPTH = 64

/** Maximum number of fields and list entries of a document: 10,000 monitors with 40 fields each. */
const MAX_DOCUMENT_VALUES = 400_000

/** Maximum length of all texts and names of a document together, characters. */
export const MAX_DOCUMENT_CHARACTERS = 16 * 1024 * 1024

const TOO_DEEP = `is nested more than ${MAX_DOCUMENT_DEPTH} levels deep`

interface Size {
  values: number
  characters: number
  height: number
}

/**
 * Returns how a document exceeds the limits, or null. A repeated value counts once for each of its aliases. It is read only
 * once, so the time depends on the length of the text.
 */
export function describeExcess(document: unknown): string | null {
  const known = new Map<object, Size | null>()
  let refusal: string | null = null
  const measure = (value: unknown, depth: number): Size => {
    if (typeof value === 'string') return { values: 1, characters: value.length, height: 0 }
    const size: Size = { values: 1, characters: 0, height: 0 }
    if (typeof value !== 'object' || value === null || refusal !== null) return size
    const before = known.get(value)
    if (before) return before
    if (before === null) refusal = 'has an alias that contains itself'
    else if (depth > MAX_DOCUMENT_DEPTH) refusal = TOO_DEEP
    if (refusal !== null) return size
    known.set(value, null)
    for (const [name, inner] of Object.entries(value)) {
      const { values, characters, height } = measure(inner, depth + 1)
      size.values += values
      size.characters += characters + (Array.isArray(value) ? 0 : name.length)
      size.height = Math.max(size.height, height + 1)
    }
    known.set(value, size)
    return size
  }
  const { values, characters, height } = measure(document, 0)
  if (refusal !== null) return refusal
  if (height > MAX_DOCUMENT_DEPTH) return TOO_DEEP
  if (values > MAX_DOCUMENT_VALUES)
    return `has more than ${MAX_DOCUMENT_VALUES.toLocaleString('en')} values: split it, or use fewer aliases`
  return characters > MAX_DOCUMENT_CHARACTERS ? TOO_LONG : null
}

const TOO_LONG = `has more than ${MAX_DOCUMENT_CHARACTERS / 1024 / 1024} MiB of text`
