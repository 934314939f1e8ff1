/** Updates of values by parts. */
import type { TObject, TProperties, TSchema } from 'typebox'
import { toApiName } from './api-name.ts'
import type { Shape } from './translate.ts'

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
