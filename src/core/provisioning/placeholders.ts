/**
 * Placeholders in the texts of a configuration document. `${NAME}` is replaced by a value outside the document,
 * `${file:PATH}` by the contents of a file, and `$${` by the characters `${`.
 *
 * Limits of documents from unknown authors. Aliases and placeholders make a short text long.
 */
import { createInvalid } from '../platform/errors.ts'

/** Maximum nesting of a document. No schema is as deep. */
export const MAX_DOCUMENT_DEPTH = 64

/** Maximum number of fields and list entries of a document: 10,000 monitors with 40 fields each. */
const MAX_DOCUMENT_VALUES = 400_000

/** Maximum length of all texts and names of a document together, characters. */
const MAX_DOCUMENT_CHARACTERS = 16 * 1024 * 1024

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
  return characters > MAX_DOCUMENT_CHARACTERS ? TOO_MUCH_TEXT : null
}

const TOO_MUCH_TEXT = `has more than ${MAX_DOCUMENT_CHARACTERS / 1024 / 1024} MiB of text`

const PLACEHOLDER = /\$\$\{|\$\{([^}]*)\}/g

/** A value of a document with the path that leads to it. */
interface PlacedText {
  path: readonly (string | number)[]
  text: string
}

/** Replaces the placeholders of a text. `find` returns the value of a name, or null when there is none. */
export function replacePlaceholders(text: string, find: (name: string) => string | null): string {
  // Each open brace before the last closed one ends somewhere. The pattern would search the end for each one after it
  const end = text.lastIndexOf('}') + 1
  const parts: string[] = []
  let from = 0
  // One after the other: `replace` finds all placeholders before it asks for the first value
  for (const { 0: match, 1: name, index } of text.slice(0, end).matchAll(PLACEHOLDER)) {
    parts.push(text.slice(from, index), name === undefined ? '${' : (find(name) ?? match))
    from = index + match.length
  }
  parts.push(text.slice(from).replaceAll('$${', () => '${'))
  return parts.join('')
}

/** Maximum number of placeholders in a document: ten for each monitor of the largest one. */
const MAX_PLACEHOLDERS = 100_000

/**
 * Returns a copy of a JSON value with the placeholders of its texts replaced.
 *
 * @param find returns the value of a name in the text at a path, or null to keep the placeholder
 * @throws Problem VALIDATION_ERROR for too many placeholders, closed or not, and before their values make the document too long
 */
export function resolvePlaceholders(
  document: unknown,
  find: (name: string, path: PlacedText['path']) => string | null,
): unknown {
  let [room, length] = [MAX_PLACEHOLDERS, 0]
  return replaceTexts(document, ({ path, text }) => {
    // Before the search for their ends, which reads all of a text
    room -= countOpenings(text, room)
    if (room < 0) throw createInvalid({ field: path.join('.'), message: TOO_MANY })
    return replacePlaceholders(text, (name) => {
      const value = find(name, path)
      length += value?.length ?? 0
      if (length > MAX_DOCUMENT_CHARACTERS) throw createInvalid({ field: path.join('.'), message: TOO_LONG })
      return value
    })
  })
}

/** Counts the beginnings of placeholders up to the first one beyond the limit. */
function countOpenings(text: string, limit: number): number {
  let count = 0
  for (let at = text.indexOf('${'); at >= 0 && count <= limit; at = text.indexOf('${', at + 2)) count++
  return count
}

const TOO_MANY = `the document has more than ${MAX_PLACEHOLDERS.toLocaleString('en')} placeholders`

const TOO_LONG = `the values of placeholders make the document longer than ${MAX_DOCUMENT_CHARACTERS / 1024 / 1024} MiB`

/** Lists the names of all placeholders in the texts of a JSON value, each once. */
export function listPlaceholders(value: unknown): string[] {
  const names = new Set<string>()
  replaceTexts(value, ({ text }) =>
    replacePlaceholders(text, (name) => {
      names.add(name)
      return null
    }),
  )
  return [...names].sort()
}

/** Escapes a text, so that it contains no placeholder. */
export const escapePlaceholders = (text: string): string => text.replaceAll('${', () => '$${')

/** Returns a copy of a JSON value with each text replaced. Names of fields stay. */
export function replaceTexts(
  value: unknown,
  replace: (placed: PlacedText) => string,
  path: readonly (string | number)[] = [],
): unknown {
  if (typeof value === 'string') return replace({ path, text: value })
  if (Array.isArray(value)) return value.map((entry, index) => replaceTexts(entry, replace, [...path, index]))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, replaceTexts(inner, replace, [...path, name])]),
  )
}

/** Converts the path of a secret to the name of its placeholder: `CHECKOUT_AUTHORIZATION`. */
export const toPlaceholderName = (path: readonly (string | number)[]): string =>
  [path[1], path.at(-1)]
    .join('_')
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_')
    .replace(/^(?=\d)/, '_')
