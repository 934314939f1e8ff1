/** Conversion of values between the names of the API and the names of the program, derived from their schema. */
import type { TObject, TProperties, TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { BoundedMap, getOrCreate } from '../maps.ts'
import { formatIsoTime } from '../time/time.ts'
import { DISTINCT, REFERS_TO, WHOLE } from './schema.ts'

/** The parts of a schema that a conversion uses. */
export interface Shape {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  format?: string
  anyOf?: Shape[]
  items?: Shape
  properties?: Record<string, Shape>
  patternProperties?: Record<string, Shape>
  required?: string[]
  additionalProperties?: boolean
  default?: unknown
  description?: string
  [REFERS_TO]?: string
  [DISTINCT]?: boolean
  [WHOLE]?: boolean
}

/** Converts a value between API names and names of the program. */
export type Translate = (value: unknown) => unknown

/**
 * - `api`: to API names.
 * - `settings`: to names of the program. Missing values stay missing.
 * - `item`: the same, and missing values get their defaults.
 */
type Target = 'api' | 'settings' | 'item'

const returnSame: Translate = (value) => value

export const createTranslator = (schema: TSchema, target: Target): Translate => translate(schema as Shape, target)

function translate(shape: Shape, target: Target): Translate {
  const inner = translateValue(shape, target)
  return inner === returnSame ? inner : (value) => (value === null ? null : inner(value))
}

function translateValue(shape: Shape, target: Target): Translate {
  if (shape.format === 'date-time')
    return target === 'api' ? (at) => formatIsoTime(at as number) : (iso) => Date.parse(iso as string)
  const branch = shape.anyOf?.map((one) => translate(one, target)).find((one) => one !== returnSame)
  if (branch) return branch
  if (shape.items) return translateList(shape, target)
  if (!shape.properties) return returnSame
  return translateObject(shape.properties, shape[WHOLE] && target === 'settings' ? 'item' : target)
}

/** An update replaces a list as a whole, so its entries are complete. */
function translateList(shape: Shape, target: Target): Translate {
  if (shape[DISTINCT] && target !== 'api') return (values) => [...new Set(values as unknown[])]
  const inner = translate(shape.items!, target === 'api' ? 'api' : 'item')
  return inner === returnSame ? inner : (value) => (value as unknown[]).map(inner)
}

function translateObject(properties: Record<string, Shape>, target: Target): Translate {
  const fields = Object.entries(properties).map(([key, shape]) => {
    const names = target === 'api' ? { from: key, to: toApiName(key) } : { from: toApiName(key), to: key }
    return { ...names, inner: translate(shape, target), fallback: target === 'item' ? shape.default : undefined }
  })
  return (value) => {
    const source = value as Record<string, unknown>
    const result: Record<string, unknown> = {}
    for (const { from, to, inner, fallback } of fields) {
      if (source[from] !== undefined) result[to] = inner(source[from])
      else if (fallback !== undefined) result[to] = structuredClone(fallback)
    }
    return result
  }
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

/** Adds the defaults of absent settings. Most settings are absent and without a default, so these are skipped. */
export function addDefaults(schema: TSchema, settings: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const complete = { ...settings }
  for (const [key, property] of Object.entries((schema as TObject).properties))
    if (settings[key] !== undefined || 'default' in property) complete[key] = Value.Default(property, settings[key])
  return complete
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

/** API names that differ from the names of the settings; all other names are the same in snake case. */
const API_NAMES: Readonly<Record<string, string>> = {
  verifyTls: 'verify_ssl',
  slowThresholdMs: 'slow_response_threshold_ms',
}

/** More than there are fields. An audit entry converts about thirty names, and a plan of 10,000 monitors 600,000. */
const known = new BoundedMap<string, string>(1_000)

/** Returns the API name of a field: `intervalSeconds` is `interval_seconds`. */
export const toApiName = (key: string): string => getOrCreate(known, key, convert)

const convert = (key: string): string => API_NAMES[key] ?? key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
