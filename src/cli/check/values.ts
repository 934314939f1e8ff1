/** Converts command-line texts to setting values by the schema of the setting. */
import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { ASSERTION_COMPARISONS } from '../../core/monitors/assertions/assertion.ts'
import { createTranslator } from '../../core/platform/fields/translate.ts'
import { describe, type JsonSchema } from '../../core/platform/validation/schema-words.ts'
import { UsageError } from '../command.ts'
import { quoteText, toVisible } from '../text.ts'

interface Shape extends JsonSchema {
  items?: Shape
  anyOf?: Shape[]
  patternProperties?: Record<string, Shape>
}

/** Returns the schema of a nullable setting without null. */
export function omitNull(schema: JsonSchema): JsonSchema {
  const branches = schema.anyOf?.filter(({ type }) => type !== 'null') ?? []
  return branches.length === 1 ? { ...schema, anyOf: undefined, ...branches[0] } : schema
}

/**
 * @param option the name that messages show: `--port`
 * @param before the value so far, for settings that take several values
 * @throws UsageError
 */
export function parseSetting(schema: TSchema, option: string, text: string, before?: unknown): unknown {
  const shape = omitNull(schema as JsonSchema) as Shape
  if (shape.patternProperties) return withEntry(shape.patternProperties, option, text, before as object | undefined)
  const value = [read(shape, text), readApiValue(schema, text)].find(
    (read) => read !== undefined && Value.Check(schema, read),
  )
  if (value !== undefined) return value
  throw new UsageError(`${option} must be ${describe(shape)}, not ${quoteText(text)}`)
}

/** Returns undefined when the text does not match the shape. */
function read(shape: Shape, text: string): unknown {
  if (shape.enum) return shape.enum.find((word) => String(word).toLowerCase() === text.toLowerCase())
  if (shape.type === 'string') return text
  if (shape.type === 'integer' || shape.type === 'number')
    return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined
  const isPlainList = shape.type === 'array' && shape.items?.type !== 'object'
  if (isPlainList && !text.startsWith('[')) return text.split(',').map((entry) => read(shape.items ?? {}, entry.trim()))
  return readJson(text)
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Reads a value as the API spells it: `{"should_contain": true}`. */
function readApiValue(schema: TSchema, text: string): unknown {
  if (!/^[[{]/.test(text)) return undefined
  try {
    return createTranslator(schema, 'settings')(JSON.parse(text))
  } catch {
    return undefined
  }
}

/** Adds `Name: value` to the existing entries. */
function withEntry(
  patterns: Record<string, Shape>,
  option: string,
  text: string,
  before: object | undefined,
): Record<string, unknown> {
  const [, name, value] = /^([^:]+):[ \t]*(.*)$/s.exec(text) ?? []
  if (name === undefined || value === undefined)
    throw new UsageError(`${option} takes a name and a value, such as 'Accept: text/html', not ${quoteText(text)}`)
  const [pattern, schema] = Object.entries(patterns)[0]!
  if (!new RegExp(pattern).test(name)) throw new UsageError(`${option}: ${quoteText(name)} is not a valid header name`)
  if (!Value.Check(schema as TSchema, value))
    throw new UsageError(`${option}: ${describeBadValue(name, schema, value)}`)
  return { ...before, [name]: value }
}

const describeBadValue = (name: string, { maxLength = Number.POSITIVE_INFINITY }: Shape, value: string): string =>
  value.length > maxLength
    ? `the value of ${toVisible(name)} has ${value.length} characters; the maximum is ${maxLength}`
    : `the value of ${toVisible(name)} must be one line of Latin-1 characters`

const ASSERTION = new RegExp(
  `^(\\$.*?|header +(\\S+)|body|body_size|response_time) +(${ASSERTION_COMPARISONS.join('|')})(?: +(.*))?$`,
  's',
)

/**
 * Parses `$.status equals UP`. The value keeps its spaces.
 *
 * @throws UsageError
 */
export function parseAssertion(option: string, text: string, effect: 'down' | 'degraded'): Record<string, unknown> {
  const [, subject = '', name, comparison, value] = ASSERTION.exec(text) ?? []
  if (comparison === undefined)
    throw new UsageError(
      `${option} takes a subject, a comparison and a value, such as '$.status equals UP', not ${quoteText(text)}`,
    )
  const place = subject.startsWith('$')
    ? { source: 'json', path: subject }
    : name
      ? { source: 'header', name }
      : { source: subject }
  const expected = value === undefined ? {} : comparison === 'one_of' ? { values: parseValues(value) } : { value }
  return { ...place, comparison, ...expected, effect }
}

function parseValues(text: string): unknown[] {
  const list = text.startsWith('[') ? readJson(text) : undefined
  return Array.isArray(list) ? list : text.split(',').map((value) => value.trim())
}

const ESCAPES: Record<string, string> = { r: '\r', n: '\n', t: '\t', '\\': '\\' }

/** Decodes escapes for characters that are hard to type in a shell: `\r`, `\n`, `\t`, `\\`, `\x1b`. */
export const decodeEscapes = (text: string): string =>
  text.replace(/\\(?:x([0-9a-fA-F]{2})|([rnt\\]))/g, (_, hex: string | undefined, letter: string) =>
    hex === undefined ? ESCAPES[letter]! : String.fromCharCode(Number.parseInt(hex, 16)),
  )
