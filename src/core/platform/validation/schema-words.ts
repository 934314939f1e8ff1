/** Describes the values that a schema accepts, for error messages. A regular expression is never part of them. */

/** The parts of JSON Schema that the API uses. */
export interface JsonSchema {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  exclusiveMaximum?: number
  multipleOf?: number
  minItems?: number
  maxItems?: number
  minProperties?: number
  maxProperties?: number
  items?: JsonSchema
  patternProperties?: Record<string, JsonSchema>
  additionalProperties?: unknown
  examples?: readonly unknown[]
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  /** Explicit description, for rules such as a pattern. */
  [DESCRIPTION_KEY]?: string
  [NAMES_KEY]?: string
}

/** Schema keyword with a description of accepted values, where the schema gives none: `'x-words': 'a host name'`. */
export const DESCRIPTION_KEY = 'x-words'

/** Schema keyword with a description of accepted names, where a pattern limits them: `'x-name-words': 'a header name'`. */
export const NAMES_KEY = 'x-name-words'

/** @returns `a whole number from 1 to 100`, to be read after "must be" */
export function describe(schema: JsonSchema): string {
  if (schema[DESCRIPTION_KEY]) return schema[DESCRIPTION_KEY]
  const union = schema.anyOf ?? schema.oneOf
  if (union) return union.map(describe).join(' or ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return formatList(schema.enum)
  const types = [schema.type ?? 'anything'].flat()
  const descriptions = types.filter((type) => type !== 'null').map((type) => describeType(type, schema))
  if (descriptions.length === types.length) return descriptions.join(' or ')
  // The comma shows that the whole list may be null, and not an entry
  return descriptions.length > 0
    ? `${descriptions.join(' or ')}${schema.items || schema.format ? ',' : ''} or null`
    : 'null'
}

function describeType(type: string, schema: JsonSchema): string {
  if (type === 'string') return describeText(schema)
  if (type === 'integer') return `a whole number${describeRange(schema)}`
  if (type === 'number') return `a number${describeRange(schema)}`
  if (type === 'boolean') return 'true or false'
  if (type === 'array') return describeList(schema)
  if (type === 'object') return `an object${describeCount(schema.minProperties, schema.maxProperties, 'field')}`
  return type
}

/** Formats `one of a, b or c`. */
function formatList(values: unknown[]): string {
  const texts = values.map((value) => String(value))
  return texts.length === 1 ? texts[0]! : `one of ${texts.slice(0, -1).join(', ')} or ${texts.at(-1)}`
}

const FORMATS: Record<string, string> = {
  uuid: 'a UUID',
  email: 'an email address',
  'date-time': 'a time with a UTC offset, such as 2026-01-31T12:00:00Z',
}

function describeText(schema: JsonSchema): string {
  const known = schema.format && FORMATS[schema.format]
  if (known) return schema.maxLength ? `${known} of at most ${schema.maxLength} characters` : known
  const text = `text${describeCount(schema.minLength, schema.maxLength, 'character')}`
  if (schema.pattern === '\\S') return `${text}, not blank`
  if (!schema.pattern) return text
  return schema.examples?.length ? `${text}, such as ${schema.examples[0]}` : `${text} in the documented form`
}

function describeList(schema: JsonSchema): string {
  const list = `a list${describeCount(schema.minItems, schema.maxItems, 'entry')}`
  return schema.items ? `${list}, each ${describe(schema.items)}` : list
}

function describeRange({ minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf }: JsonSchema): string {
  const bounds = [
    minimum !== undefined && maximum !== undefined ? ` from ${minimum} to ${maximum}` : '',
    minimum !== undefined && maximum === undefined ? ` of at least ${minimum}` : '',
    minimum === undefined && maximum !== undefined ? ` of at most ${maximum}` : '',
    exclusiveMinimum !== undefined ? ` above ${exclusiveMinimum}` : '',
    exclusiveMaximum !== undefined ? ` below ${exclusiveMaximum}` : '',
    multipleOf !== undefined ? ` that is a multiple of ${multipleOf}` : '',
  ]
  return bounds.join('')
}

const PLURALS: Record<string, string> = { character: 'characters', entry: 'entries', field: 'fields' }

/** Formats ` of 1 to 80 characters`. */
function describeCount(min: number | undefined, max: number | undefined, noun: string): string {
  if (min && max !== undefined)
    return min === max ? ` of ${max} ${toPlural(max, noun)}` : ` of ${min} to ${max} ${PLURALS[noun]}`
  if (max !== undefined) return ` of at most ${max} ${toPlural(max, noun)}`
  return min ? ` of at least ${min} ${toPlural(min, noun)}` : ''
}

const toPlural = (count: number, noun: string): string => (count === 1 ? noun : PLURALS[noun]!)

/** An error of TypeBox. */
interface SchemaError {
  keyword: string
  /** JSON pointer. */
  instancePath: string
  message: string
}

/**
 * Returns the message of an error.
 *
 * @param root schema of the whole value
 */
export const describeSchemaError = (root: JsonSchema, { keyword, instancePath, message }: SchemaError): string =>
  // TypeBox quotes the regular expression
  keyword === 'pattern' ? `must be ${describe(findSchema(root, instancePath.split('/').slice(1)))}` : message

function findSchema(schema: JsonSchema, [name, ...rest]: readonly string[]): JsonSchema {
  if (name === undefined) return schema
  const { properties, items, patternProperties, additionalProperties } = schema
  const others = typeof additionalProperties === 'object' ? (additionalProperties as JsonSchema) : undefined
  const inner = properties?.[name] ?? items ?? Object.values(patternProperties ?? {})[0] ?? others
  return inner ? findSchema(inner, rest) : { type: 'string' }
}
