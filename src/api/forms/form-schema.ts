/** The body of a create request as a form schema: plain JSON Schema, a title for every field, and display hints. */
import { REFUSED_AS } from '../../core/platform/errors.ts'
import { DISTINCT, LOWER_CASE, ONE_LINE, REFERS_TO, WHOLE } from '../../core/platform/fields/schema.ts'
import type { JsonSchema } from '../../core/platform/validation/schema-words.ts'

/** Display information that a JSON Schema lacks. */
export interface Hint {
  title?: string
  description?: string
  /** Initial value of the field. */
  default?: unknown
  examples?: readonly unknown[]
  /** Unit of a number. */
  'x-unit'?: 'seconds' | 'milliseconds' | 'minutes' | 'days' | 'percent' | 'bytes'
  /** The user selects existing values of this resource instead of typing them. */
  'x-source'?:
    | 'monitors'
    | 'groups'
    | 'notification-targets'
    | 'escalation-policies'
    | 'on-call-schedules'
    | 'users'
    | 'regions'
    | 'tags'
    | 'time-zones'
  /** The input hides the characters, and responses mask the value. */
  'x-secret'?: true
  /** A text with several lines. */
  'x-multiline'?: true
  'x-crlf'?: true
  /** Rarely needed; collapsed at first. */
  'x-advanced'?: true
  /** Only settable at creation. */
  'x-fixed'?: true
  /** A text that holds a colour. */
  'x-colour'?: true
  /** A cron expression, evaluated in the `timezone` beside it. */
  'x-cron'?: true
  /** Labels of the enum values, also of the entries of a list. */
  'x-enum-titles'?: Readonly<Record<string, string>>
  /** Values of the `type` of the same object that use the field. */
  'x-types'?: readonly string[]
}

/** Hints by field path, such as `http_config.method`. List entries add no path segment. */
export type Hints = Readonly<Record<string, Hint>>

export interface FormField extends JsonSchema, Hint {
  properties?: Record<string, FormField>
  items?: FormField
  anyOf?: FormField[]
  required?: string[]
  'x-unavailable'?: Unavailable
}

/** Why the plan or the installation excludes a choice: error code and message of the refusal. */
export interface Unavailable {
  code: string
  message: string
}

/** Schema keywords for internal use, omitted from forms. */
const INTERNAL: ReadonlySet<string> = new Set([LOWER_CASE, ONE_LINE, DISTINCT, REFERS_TO, REFUSED_AS, WHOLE])

/** @param schema of TypeBox, with the field names of the API */
export function toBodyForm(schema: object, hints: Hints): FormField {
  return addTitle(
    JSON.parse(JSON.stringify(schema, (key, value) => (INTERNAL.has(key) ? undefined : value))),
    hints,
    '',
  )
}

function addTitle(field: FormField, hints: Hints, path: string): FormField {
  const below = (inner: FormField) => addTitle(inner, hints, path)
  const titles = hints[path]?.['x-enum-titles']
  return {
    ...field,
    ...(field.properties && { properties: addFieldTitles(field.properties, hints, path) }),
    ...(field.items && { items: { ...below(field.items), ...(titles && { 'x-enum-titles': titles }) } }),
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

/** Turns `starts_at` into "Starts at". */
const toTitle = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ')
