/** An example of what a schema describes: its own where it has one, otherwise the plainest value that fits. */

import { BY_FIELD } from '../platform/openapi-examples.ts'
import type { JsonSchema } from '../platform/validation/describe.ts'

interface Exemplary extends JsonSchema {
  examples?: unknown[]
  default?: unknown
  properties?: Record<string, Exemplary>
  items?: Exemplary
  anyOf?: Exemplary[]
  oneOf?: Exemplary[]
}

const TEXTS: Record<string, string> = {
  uuid: '0198c0de-7a11-7abc-8def-0123456789ab',
  'date-time': '2026-01-31T12:00:00.000Z',
  email: 'alice@example.com',
  uri: 'https://example.com/',
}

/** @param field that holds it, or that holds the list of which it is an entry */
export function exampleOf(schema: Exemplary, field = ''): unknown {
  if (schema.examples?.length) return schema.examples[0]
  if (schema.const !== undefined) return schema.const
  if (schema.default !== undefined) return schema.default
  if (schema.enum) return schema.enum[0]
  const union = schema.anyOf ?? schema.oneOf
  if (union) return exampleOf(union[0]!, field)
  return ofType([schema.type ?? 'object'].flat()[0]!, schema, field)
}

function ofType(type: string, schema: Exemplary, field: string): unknown {
  const known = BY_FIELD[field]
  if (type === 'string') return TEXTS[schema.format ?? ''] ?? (typeof known === 'string' ? known : 'text')
  if (type === 'integer' || type === 'number') return typeof known === 'number' ? known : (schema.minimum ?? 1)
  if (type === 'boolean') return typeof known === 'boolean' ? known : true
  if (type === 'array') return schema.items ? [exampleOf(schema.items, field)] : []
  if (type === 'null') return null
  return ofObject(schema)
}

/** Fields that are taken only to be ignored, and have no type, are left out. */
function ofObject({ properties = {} }: Exemplary): Record<string, unknown> {
  const telling = Object.entries(properties).filter(([, field]) => Object.keys(field).some((name) => TELLING.has(name)))
  return Object.fromEntries(telling.map(([name, field]) => [name, exampleOf(field, name)]))
}

const TELLING = new Set(['type', 'enum', 'const', 'anyOf', 'oneOf', 'examples', 'default'])
