/** Limits the body length of each route, derived from the schema of the body. */

import type { JsonSchema } from '../../../core/platform/validation/schema-words.ts'
import type { Api } from '../api.ts'

const KIB = 1024

/** Largest body of any route, bytes. */
export const BODY_LIMIT = 1024 * KIB

/**
 * Maximum number of values of the largest body, for representations with an unbounded list. Names and IDs make its
 * values longer than 16 bytes on average.
 */
export const MAX_REPRESENTED_VALUES = BODY_LIMIT / 16

/** Limit of routes that need less, bytes. It leaves room for whitespace and escapes. */
export const SMALL_BODY_LIMIT = 16 * KIB

/** Bytes of a character that needs two escapes, such as `\ud83d\ude00`. */
const ESCAPED_CHARACTER = 12

/** Bytes of the longest reasonable text of a number, a boolean or null. */
const SCALAR = 32

/** Characters of each format, for schemas without a length. */
const FORMAT_LENGTHS: Readonly<Record<string, number>> = { uuid: 36, 'date-time': 40, email: 254 }

interface BodySchema extends JsonSchema {
  additionalProperties?: unknown
}

/**
 * Sets the limit of each documented route. A route may set `bodyLimit` itself. Routes outside the document read other
 * kinds of bodies and have separate limits.
 */
export function limitBodies(api: Api): void {
  api.addHook('onRoute', (route) => {
    if (!route.schema || route.schema.hide || route.config?.takesAnyBody) return
    route.bodyLimit ??= computeBodyLimit(route.schema.body as BodySchema | undefined)
  })
}

/** @param schema absent for routes without a body; clients send `{}` to them anyway */
export function computeBodyLimit(schema: BodySchema | undefined): number {
  const longest = schema ? computeMaxBytes(schema) : 0
  if (longest > BODY_LIMIT) return BODY_LIMIT
  return Math.max(1, Math.ceil(longest / SMALL_BODY_LIMIT)) * SMALL_BODY_LIMIT
}

/** `64 KiB` */
export const formatSize = (bytes: number): string =>
  bytes < BODY_LIMIT ? `${Math.floor(bytes / KIB)} KiB` : `${Math.floor(bytes / BODY_LIMIT)} MiB`

/** @returns bytes of the longest JSON text that fits the schema; Infinity for an unbounded schema */
function computeMaxBytes(schema: BodySchema): number {
  const union = schema.anyOf ?? schema.oneOf
  if (union) return Math.max(...union.map(computeMaxBytes))
  const values = schema.enum ?? (schema.const === undefined ? null : [schema.const])
  if (values) return Math.max(...values.map((value) => computeMaxStringBytes(String(value).length)))
  return Math.max(...[schema.type ?? 'anything'].flat().map((type) => computeMaxBytesOfType(type, schema)))
}

function computeMaxBytesOfType(type: string, schema: BodySchema): number {
  if (type === 'string')
    return computeMaxStringBytes(schema.maxLength ?? FORMAT_LENGTHS[schema.format ?? ''] ?? Number.POSITIVE_INFINITY)
  if (type === 'array') return computeMaxListBytes(schema)
  if (type === 'object') return computeMaxObjectBytes(schema)
  return type === 'anything' ? Number.POSITIVE_INFINITY : SCALAR
}

const computeMaxStringBytes = (characters: number): number => characters * ESCAPED_CHARACTER + 2

function computeMaxListBytes({ items, maxItems = Number.POSITIVE_INFINITY }: BodySchema): number {
  return maxItems === 0 ? 2 : 2 + maxItems * (1 + computeMaxBytes(items ?? {}))
}

function computeMaxObjectBytes({ properties = {}, additionalProperties }: BodySchema): number {
  if (additionalProperties !== false) return Number.POSITIVE_INFINITY
  const fields = Object.entries(properties)
  return fields.reduce((sum, [name, field]) => sum + 2 + computeMaxStringBytes(name.length) + computeMaxBytes(field), 2)
}
