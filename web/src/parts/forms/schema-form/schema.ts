/** A form as `GET /api/forms/{name}` describes it: JSON Schema with hints for drawing. */

export interface Schema {
  type?: string | readonly string[]
  title?: string
  description?: string
  default?: unknown
  examples?: readonly unknown[]
  const?: unknown
  enum?: readonly unknown[]
  anyOf?: readonly Schema[]
  properties?: Readonly<Record<string, Schema>>
  patternProperties?: Readonly<Record<string, Schema>>
  required?: readonly string[]
  items?: Schema
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  maxProperties?: number
  'x-unit'?: string
  'x-source'?: string
  'x-enum-titles'?: Readonly<Record<string, string>>
  'x-unavailable'?: Refusal
  'x-advanced'?: boolean
  'x-fixed'?: boolean
  'x-multiline'?: boolean
  'x-crlf'?: boolean
  'x-secret'?: boolean
  'x-colour'?: boolean
  'x-cron'?: boolean
  'x-types'?: readonly string[]
}

/** Why a field is unavailable: the error code that the API would return. */
export interface Refusal {
  code: string
  message: string
}

export interface Variant {
  value: string | null
  /** Value of `config.service` that the variant needs. */
  service: string | null
  title: string
  description: string
  docs_url: string | null
  is_contact_method?: boolean
  is_available: boolean
  reason: Refusal | null
  warning: string | null
  schema: Schema
}

export interface FormDescription {
  name: string
  discriminator: string | null
  variants: readonly Variant[]
}
