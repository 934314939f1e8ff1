/** Conversion of values between the names of the API and the names of the program, derived from their schema. */
import type { TSchema } from 'typebox'
import { formatIsoTime } from '../time/time.ts'
import { toApiName } from './api-name.ts'
import { DISTINCT, REFERS_TO } from './schema.ts'

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
  return shape.properties ? translateObject(shape.properties, target) : returnSame
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
