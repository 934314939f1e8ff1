/** The body of a creation as a form needs it: plain JSON Schema, every field with a title, and hints of how to ask for it. */
import { REFUSED_AS } from '../../core/platform/errors.ts'
import { LOWER_CASE } from '../platform/schemas.ts'
import type { JsonSchema } from '../platform/validation/describe.ts'

/** What a schema does not say, and whoever draws a field wants to know. */
export interface Hint {
  title?: string
  description?: string
  /** What the field holds before anybody wrote in it. */
  default?: unknown
  examples?: readonly unknown[]
  /** Of a number. */
  'x-unit'?: 'seconds' | 'milliseconds' | 'minutes' | 'days' | 'percent' | 'bytes'
  /** Ids, codes or names of these are chosen, not written. */
  'x-source'?: 'monitors' | 'groups' | 'notification-targets' | 'regions' | 'tags' | 'time-zones'
  /** Shown as dots, and masked in answers. */
  'x-secret'?: true
  /** A text of several lines. */
  'x-multiline'?: true
  /** For few people: alert_group away at first. */
  'x-advanced'?: true
  /** Said at creation, and then no more. */
  'x-fixed'?: true
  /** A text that is a colour. */
  'x-colour'?: true
  /** A cron expression, read in the `timezone` beside it. */
  'x-cron'?: true
  /** Words for the values of an enum. */
  'x-enum-titles'?: Readonly<Record<string, string>>
}

/** By path of the field: `http_config.method`. The entries of a list need no step of their own. */
export type Hints = Readonly<Record<string, Hint>>

export interface FormField extends JsonSchema, Hint {
  properties?: Record<string, FormField>
  items?: FormField
  anyOf?: FormField[]
  required?: string[]
  'x-unavailable'?: Unavailable
}

/** Why something is not offered here: the code with which it would be refused, and words for it. */
export interface Unavailable {
  code: string
  message: string
}

/** For the API alone. */
const INTERNAL: ReadonlySet<string> = new Set([LOWER_CASE, REFUSED_AS])

/** @param schema of TypeBox, in the API's words */
export function toBodyForm(schema: object, hints: Hints): FormField {
  return addTitle(
    JSON.parse(JSON.stringify(schema, (key, value) => (INTERNAL.has(key) ? undefined : value))),
    hints,
    '',
  )
}

function addTitle(field: FormField, hints: Hints, path: string): FormField {
  const below = (inner: FormField) => addTitle(inner, hints, path)
  return {
    ...field,
    ...(field.properties && { properties: addFieldTitles(field.properties, hints, path) }),
    ...(field.items && { items: below(field.items) }),
    ...(field.anyOf && { anyOf: field.anyOf.map(below) }),
  }
}

const addFieldTitles = (fields: Record<string, FormField>, hints: Hints, path: string): Record<string, FormField> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const fullPath = path === '' ? name : `${path}.${name}`
      return [name, { title: toTitle(name), ...addTitle(field, hints, fullPath), ...hints[fullPath] }]
    }),
  )

/** `starts_at` is "Starts at". */
const toTitle = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ')
