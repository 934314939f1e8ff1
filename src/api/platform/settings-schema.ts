/**
 * Derives API schemas and translators from settings schemas. A prober describes its settings once, in camelCase. The
 * request schema, the response schema and the conversions both ways are derived from that description.
 */
import Type, { type TObject, type TProperties, type TSchema } from 'typebox'
import { toApiName } from '../../core/platform/field-name.ts'

export { toApiName } from '../../core/platform/field-name.ts'

/** The parts of a schema that settings use. */
interface Shape {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Shape[]
  items?: Shape
  properties?: Record<string, Shape>
  patternProperties?: Record<string, Shape>
  required?: string[]
  additionalProperties?: boolean
  default?: unknown
  description?: string
}

/** Converts a value between API names and settings names. */
export type Translate = (value: unknown) => unknown

const returnSame: Translate = (value) => value

/** @param towards target of the conversion: API names or settings names */
export function createTranslator(schema: TSchema, towards: 'api' | 'settings'): Translate {
  return translate(schema as Shape, towards)
}

function translate(shape: Shape, towards: 'api' | 'settings'): Translate {
  const branches =
    shape.anyOf?.map((branch) => translate(branch, towards)).filter((branch) => branch !== returnSame) ?? []
  if (branches[0]) return translateNullable(branches[0])
  if (shape.items) return translateList(translate(shape.items, towards))
  return shape.properties ? translateObject(shape.properties, towards) : returnSame
}

const translateNullable =
  (inner: Translate): Translate =>
  (value) =>
    value === null ? null : inner(value)

const translateList = (inner: Translate): Translate =>
  inner === returnSame ? returnSame : (value) => (value as unknown[]).map(inner)

function translateObject(properties: Record<string, Shape>, towards: 'api' | 'settings'): Translate {
  const fields = Object.entries(properties).map(([key, shape]) => {
    const names = towards === 'api' ? { from: key, to: toApiName(key) } : { from: toApiName(key), to: key }
    return { ...names, inner: translate(shape, towards) }
  })
  return (value) => {
    const source = value as Record<string, unknown>
    const result: Record<string, unknown> = {}
    for (const { from, to, inner } of fields) if (source[from] !== undefined) result[to] = inner(source[from])
    return result
  }
}

/**
 * Returns the schema of requests and responses. All fields are optional: an update is merged key by key, and settings
 * stored by an older version may lack a key. There are no defaults, so that an omitted field stays recognizable.
 */
export const toApiSchema = (schema: TSchema): TSchema => Type.Unsafe(toApiShape(schema as Shape, 'parts') as object)

/** Returns the schema of a form, with defaults. Mandatory fields without a default are required. */
export const toFormSchema = (schema: TSchema): TSchema => Type.Unsafe(toApiShape(schema as Shape, 'form') as object)

/** `parts`: no field is required or has a default. `whole`: an entry of a list, which is replaced as a whole. */
type SchemaUse = 'parts' | 'whole' | 'form'

function toApiShape({ default: fallback, ...rest }: Shape, use: SchemaUse): Shape {
  const shape =
    use === 'form' ? { ...rest, ...toFormDefault(rest as TSchema, fallback) } : describeDefault(rest, fallback)
  if (shape.anyOf) return mergeUnion(shape, use)
  if (shape.items) return { ...shape, items: toApiShape(shape.items, use === 'form' ? 'form' : 'whole') }
  if (shape.enum && !shape.type) return { ...shape, type: 'string' }
  if (!shape.properties) return shape
  const { required, ...others } = shape
  return {
    ...others,
    ...toRequired(shape, use),
    properties: Object.fromEntries(
      Object.entries(shape.properties).map(([key, inner]) => [toApiName(key), toApiShape(inner, use)]),
    ),
    additionalProperties: false,
  }
}

const toFormDefault = (schema: TSchema, fallback: unknown): Pick<Shape, 'default'> =>
  fallback === undefined ? {} : { default: createTranslator(schema, 'api')(fallback) }

function toRequired({ required = [], properties = {} }: Shape, use: SchemaUse): Pick<Shape, 'required'> {
  const needed = use === 'form' ? required.filter((key) => properties[key]?.default === undefined) : required
  return use === 'parts' || needed.length === 0 ? {} : { required: needed.map(toApiName) }
}

/** Adds the default to the description, unless the description already states it. */
function describeDefault(shape: Shape, fallback: unknown): Shape {
  const isPlain = typeof fallback === 'string' || typeof fallback === 'number' || typeof fallback === 'boolean'
  if (!isPlain || shape.description?.includes('Default:')) return shape
  return { ...shape, description: [shape.description, `Default: ${fallback}`].filter(Boolean).join('. ') }
}

/** Merges a union of constants, or of a type and null, into one schema that is faster to validate and to serialize. */
function mergeUnion({ anyOf = [], ...rest }: Shape, use: SchemaUse): Shape {
  if (anyOf.every((branch) => typeof branch.const === 'string'))
    return { ...rest, type: 'string', enum: anyOf.map((branch) => branch.const) }
  const branches = anyOf.map((branch) => toApiShape(branch, use))
  const [only, ...others] = branches.filter((branch) => branch.type !== 'null')
  if (only === undefined || others.length > 0 || typeof only.type !== 'string' || branches.length === 1)
    return { ...rest, anyOf: branches }
  return { ...rest, ...only, type: [only.type, 'null'], ...(only.enum && { enum: [...only.enum, null] }) }
}

/** Applies `patch`: objects with fixed keys are merged key by key, all other values are replaced. */
export function mergeSettings(
  schema: TObject<TProperties>,
  before: Record<string, unknown>,
  patch: Record<string, unknown>,
): Record<string, unknown> {
  const merged = { ...before }
  for (const [key, value] of Object.entries(patch)) {
    const inner = schema.properties[key] as TObject<TProperties> | undefined
    const stored = before[key]
    const isMerged = inner?.properties && isObject(stored) && isObject(value)
    merged[key] = isMerged ? mergeSettings(inner, stored, value) : value
  }
  return merged
}

/**
 * Lists the paths of required fields that the value lacks, in API names. The request schema already checks list
 * entries.
 */
export function listMissingFields(schema: TSchema, value: Record<string, unknown>): string[] {
  const { required = [], properties = {} } = schema as Shape
  const missing = required.filter((key) => value[key] === undefined).map(toApiName)
  const below = Object.entries(properties).flatMap(([key, inner]) =>
    inner.properties && isObject(value[key])
      ? listMissingFields(inner as TSchema, value[key]).map((path) => `${toApiName(key)}.${path}`)
      : [],
  )
  return [...missing, ...below]
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
