/**
 * Classes and ranges of expected status codes: `2xx`, `200-299`. Requests and forms may contain them. Settings and
 * responses contain the single codes.
 */
import type { TObject, TProperties, TSchema } from 'typebox'
import {
  isStatusRange,
  joinStatusCodes,
  STATUS_RANGE_PATTERN,
  toStatusCodes,
} from '../../core/monitors/status-codes.ts'
import type { Issue } from '../../core/platform/errors.ts'
import { DESCRIPTION_KEY } from '../../core/platform/validation/schema-words.ts'

export const STATUS_FIELD = 'expected_status'

const STATUS_INPUT = {
  type: ['integer', 'string'],
  minimum: 100,
  maximum: 599,
  pattern: STATUS_RANGE_PATTERN,
  [DESCRIPTION_KEY]: 'a whole number from 100 to 599, or a range such as 2xx or 200-299',
}

/** Returns the schema of an object that accepts classes and ranges in its expected status codes, if it has any. */
export function withStatusRanges(schema: TSchema): TObject<TProperties> {
  const { properties, ...rest } = schema as TObject<TProperties>
  const codes = properties[STATUS_FIELD] as (TSchema & { description: string }) | undefined
  if (!codes) return { ...rest, properties } as TObject<TProperties>
  const description = `Codes, 2xx or 200-299. ${codes.description}`
  const input = { ...codes, description, items: STATUS_INPUT }
  return { ...rest, properties: { ...properties, [STATUS_FIELD]: input } } as TObject<TProperties>
}

/**
 * Replaces the classes and ranges of a setting by their codes.
 *
 * @param field path of the setting in the body
 */
export function readExpectedStatus(settings: { expectedStatus?: unknown }, field: string): Issue[] {
  const entries = settings.expectedStatus as (number | string)[]
  settings.expectedStatus = toStatusCodes(entries)
  return entries.flatMap((entry, index) =>
    typeof entry === 'number' || isStatusRange(entry)
      ? []
      : [{ field: `${field}.${index}`, message: `"${entry}" must not end before its start` }],
  )
}

/** @param codes null: the default */
export const joinExpectedStatus = (codes: unknown): unknown => codes && joinStatusCodes(codes as number[])
