/** Creates an example for a schema: the example of the schema if it has one, otherwise the simplest valid value. */

import type { JsonSchema } from '../../core/platform/validation/schema-words.ts'
import { BY_FIELD } from '../platform/openapi-examples.ts'

interface ExampleSource extends JsonSchema {
  examples?: unknown[]
  default?: unknown
  properties?: Record<string, ExampleSource>
  items?: ExampleSource
  anyOf?: ExampleSource[]
  oneOf?: ExampleSource[]
}

const TEXTS: Record<string, string> = {
  uuid: '0198c0de-7a11-7abc-8def-0123456789ab',
  'date-time': '2026-01-31T12:00:00.000Z',
  email: 'alice@example.com',
  uri: 'https://example.com/',
}

/** @param field name of the field with the value, or of the list that contains it */
export function createExample(schema: ExampleSource, field = ''): unknown {
  if (schema.examples?.length) return schema.examples[0]
  if (schema.const !== undefined) return schema.const
  if (schema.default !== undefined) return schema.default
  if (schema.enum) return schema.enum[0]
  const union = schema.anyOf ?? schema.oneOf
  if (union) return createExample(union[0]!, field)
  return createTypeExample([schema.type ?? 'object'].flat()[0]!, schema, field)
}

function createTypeExample(type: string, schema: ExampleSource, field: string): unknown {
  const known = BY_FIELD[field]
  if (type === 'string') return TEXTS[schema.format ?? ''] ?? (typeof known === 'string' ? known : 'text')
  if (type === 'integer' || type === 'number') return typeof known === 'number' ? known : (schema.minimum ?? 1)
  if (type === 'boolean') return typeof known === 'boolean' ? known : true
  if (type === 'array') return schema.items ? [createExample(schema.items, field)] : []
  if (type === 'null') return null
  return createObjectExample(schema)
}

/** Omits fields without a type, which are accepted only to be ignored. */
function createObjectExample({ properties = {} }: ExampleSource): Record<string, unknown> {
  const described = Object.entries(properties).filter(([, field]) =>
    Object.keys(field).some((name) => DESCRIPTIVE_KEYWORDS.has(name)),
  )
  return Object.fromEntries(described.map(([name, field]) => [name, createExample(field, name)]))
}

const DESCRIPTIVE_KEYWORDS = new Set(['type', 'enum', 'const', 'anyOf', 'oneOf', 'examples', 'default'])
