/** Values that match a schema, and unexpected values. */
import { type ApiDocument, resolve, type Schema } from '../support/api/conformance/document.ts'
import type { Chance } from './chance.ts'
import type { Pool } from './pool.ts'

export interface Sources {
  document: ApiDocument
  chance: Chance
  pool: Pool
}

const DEEP = 6

/** @param field the name of the property, which determines the kind of an id */
export function valueFor(given: Schema, field: string, sources: Sources, depth = 0): unknown {
  const { chance } = sources
  const schema = resolve<Schema>(sources.document, given as { $ref?: string })
  const examples = schema.examples as unknown[] | undefined
  if (examples?.length && chance.in(0.5)) return chance.pick(examples)
  if (schema.const !== undefined) return schema.const
  if (Array.isArray(schema.enum)) return chance.pick(schema.enum)
  const union = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined
  if (union) return valueFor(chance.pick(union), field, sources, depth)
  const type = chance.pick([schema.type ?? 'null'].flat() as string[])
  if (type === 'object') return objectOf(schema, sources, depth)
  if (type === 'array') return arrayOf(schema, field, sources, depth)
  if (type === 'string') return textOf(schema, field, sources)
  if (type === 'integer') return numberOf(schema, chance)
  if (type === 'number') return numberOf(schema, chance) + (chance.in(0.5) ? 0 : chance.next())
  return type === 'boolean' ? chance.in(0.5) : null
}

function objectOf(schema: Schema, sources: Sources, depth: number): object {
  const { chance } = sources
  const required = new Set((schema.required as string[] | undefined) ?? [])
  const share = chance.next() * (depth > DEEP ? 0 : 0.6)
  const fields = Object.entries((schema.properties as Record<string, Schema> | undefined) ?? {})
  const chosen = fields.filter(([name]) => required.has(name) || chance.in(share))
  return Object.fromEntries(chosen.map(([name, inner]) => [name, valueFor(inner, name, sources, depth + 1)]))
}

function arrayOf(schema: Schema, field: string, sources: Sources, depth: number): unknown[] {
  const least = (schema.minItems as number | undefined) ?? 0
  const most = Math.min((schema.maxItems as number | undefined) ?? 3, least + 3)
  const count = sources.chance.int(least, most)
  const items = (schema.items as Schema | undefined) ?? { type: 'string' }
  return Array.from({ length: count }, () => valueFor(items, field, sources, depth + 1))
}

function numberOf({ minimum, maximum }: Schema, chance: Chance): number {
  const least = (minimum as number | undefined) ?? 0
  const most = (maximum as number | undefined) ?? least + 1_000
  return chance.in(0.3) ? chance.pick([least, most]) : chance.int(least, Math.min(most, least + 100_000))
}

const LETTERS = ['a', 'B', '7', ' ', '-', '_', '.', 'é', 'ß', '漢', '🦉', '\u202e', "'", '"', '<', '&', '%', '\\', '/']

function textOf(schema: Schema, field: string, { chance, pool }: Sources): string {
  if (schema.format === 'uuid') return pool.idFor(field)
  if (schema.format === 'email') return `fuzz-${chance.int(0, 1e9)}@example.test`
  if (schema.format === 'date-time') return new Date(Date.UTC(2026, 0, 1) + chance.int(-1e9, 2e9) * 1_000).toISOString()
  if (/target|url/.test(field))
    return chance.pick(['https://www.example.com/', 'https://example.org:8443/a?b=c', 'example.com'])
  const least = (schema.minLength as number | undefined) ?? 0
  const most = Math.min((schema.maxLength as number | undefined) ?? 40, least + 40)
  return Array.from({ length: chance.int(least, most) }, () => chance.pick(LETTERS)).join('')
}

/** Values that a client may send by mistake or on purpose. */
export const NASTY: readonly ((chance: Chance) => unknown)[] = [
  () => null,
  () => true,
  () => '',
  () => ' ',
  () => '\u0000',
  () => 'a\u0000b',
  () => '\ud800',
  () => '\ufeff\u202e',
  () => "'; drop table monitors; --",
  () => '%',
  () => '_%\\',
  () => '../../etc/passwd',
  () => '<script>alert(1)</script>',
  () => '{{7*7}}',
  () => '__proto__',
  () => 'constructor',
  () => 'x'.repeat(100_000),
  () => '🦉'.repeat(300),
  () => 0,
  () => -1,
  () => 0.1,
  () => 1e308,
  () => -1e308,
  () => 2 ** 53,
  () => 2 ** 31,
  () => Number.MIN_VALUE,
  () => '0x10',
  () => '1e3',
  () => 'NaN',
  () => '2026-02-30T00:00:00Z',
  () => '9999-12-31T23:59:59Z',
  () => '0000-01-01T00:00:00Z',
  () => '+275760-09-13T00:00:00Z',
  () => '0198C0DE-7A11-7ABC-8DEF-0123456789AB',
  () => '00000000-0000-0000-0000-000000000000',
  () => [],
  () => [null],
  () => [[[[]]]],
  () => ({}),
  () => ({ length: 5 }),
  () => ({ toString: 1, valueOf: 2 }),
  () => ({ __proto__x: 1, constructor: 'x' }),
  () => Array.from({ length: 2_000 }, (_, index) => index),
  (chance) => nested(chance.int(10, 2_000)),
]

function nested(depth: number): unknown {
  let value: unknown = 1
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { a: value }
  return value
}
