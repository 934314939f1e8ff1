/**
 * Settings in the API's words. A prober describes its settings once, in camelCase; the schema of the request, the
 * schema of the response and the way there and back are made from that description.
 */
import Type, { type TObject, type TProperties, type TSchema } from 'typebox'
import { toApiName } from '../../core/platform/field-name.ts'

export { toApiName } from '../../core/platform/field-name.ts'

/** As much of a schema as settings use. */
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

/** A value on its way between the two vocabularies. */
export type Translate = (value: unknown) => unknown

const returnSame: Translate = (value) => value

/** @param towards which vocabulary the result is in */
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
 * The schema of a request and of a response. Objects come in parts: an update is merged key by key, and what was stored
 * by an older version may lack a key. Nothing has a default, so that what a request leaves out stays recognizable.
 */
export const toApiSchema = (schema: TSchema): TSchema => Type.Unsafe(toApiShape(schema as Shape, 'parts') as object)

/** The schema that a form is drawn from: with its defaults, and what has none and must be there is required. */
export const toFormSchema = (schema: TSchema): TSchema => Type.Unsafe(toApiShape(schema as Shape, 'form') as object)

/** `parts`: nothing is required, nothing has a default. `whole`: an entry of a list, which is replaced whole. */
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

/** Says in words what holds where a request says nothing, unless the description says it already. */
function describeDefault(shape: Shape, fallback: unknown): Shape {
  const isPlain = typeof fallback === 'string' || typeof fallback === 'number' || typeof fallback === 'boolean'
  if (!isPlain || shape.description?.includes('Default:')) return shape
  return { ...shape, description: [shape.description, `Default: ${fallback}`].filter(Boolean).join('. ') }
}

/** A union as one schema, where it is only a list of words or something that may be null: easier to judge and to write. */
function mergeUnion({ anyOf = [], ...rest }: Shape, use: SchemaUse): Shape {
  if (anyOf.every((branch) => typeof branch.const === 'string'))
    return { ...rest, type: 'string', enum: anyOf.map((branch) => branch.const) }
  const branches = anyOf.map((branch) => toApiShape(branch, use))
  const [only, ...others] = branches.filter((branch) => branch.type !== 'null')
  if (only === undefined || others.length > 0 || typeof only.type !== 'string' || branches.length === 1)
    return { ...rest, anyOf: branches }
  return { ...rest, ...only, type: [only.type, 'null'], ...(only.enum && { enum: [...only.enum, null] }) }
}

/** Takes over what `patch` has: objects with fixed keys are merged key by key, everything else is replaced. */
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

/** Paths, in the API's words, of what the schema requires and the value lacks. Lists are judged with the request. */
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
