/** References between resources, found by the fields of a resource. */
import type { Static, TObject, TSchema } from 'typebox'
import { toApiName } from '../platform/fields/api-name.ts'
import type { ResourceFields } from '../platform/fields/resource.ts'
import { REFERS_TO } from '../platform/fields/schema.ts'
import type { Shape } from '../platform/fields/translate.ts'
import { REFERENCE_FIELDS, type Referable, type Reference } from './document.ts'

/** Returns what replaces a reference; undefined removes it. */
type Replace = (collection: Referable, reference: string) => string | undefined

/** Returns a resource with other references, such as keys in place of ids. */
export const replaceReferences = <T extends TObject>(
  { schema }: Pick<ResourceFields<T>, 'schema'>,
  item: Static<T>,
  replace: Replace,
): Static<T> => replaceIn(schema, item, replace) as Static<T>

function replaceIn(schema: TSchema, value: unknown, replace: Replace): unknown {
  const { [REFERS_TO]: collection, items, properties } = schema as Shape
  if (value === null || value === undefined) return value
  if (collection !== undefined) {
    const find = (reference: string) => replace(collection as Referable, reference)
    return Array.isArray(value) ? value.flatMap((one: string) => find(one) ?? []) : (find(value as string) ?? null)
  }
  if (items?.properties) return (value as unknown[]).map((entry) => replaceIn(items as TSchema, entry, replace))
  if (!properties) return value
  const fields = Object.entries(properties).filter(([key]) => key in (value as object))
  return Object.fromEntries(
    fields.map(([key, inner]) => [key, replaceIn(inner as TSchema, (value as Record<string, unknown>)[key], replace)]),
  )
}

/** Lists the references of a resource of a document, with the fields of the document. */
export const listReferences = <T extends TObject>({ schema }: ResourceFields<T>, item: Static<T>): Reference[] =>
  listIn(schema, item, '')

function listIn(schema: TSchema, value: unknown, field: string): Reference[] {
  const { [REFERS_TO]: collection, items, properties } = schema as Shape
  if (value === null || value === undefined) return []
  if (collection !== undefined) {
    const toReference = (key: string, at: string) => ({ field: at, collection: collection as Referable, key })
    return Array.isArray(value)
      ? value.map((key: string, index) => toReference(key, `${field}.${index}`))
      : [toReference(value as string, field)]
  }
  if (items?.properties)
    return (value as unknown[]).flatMap((entry, index) => listIn(items as TSchema, entry, `${field}.${index}`))
  return Object.entries(properties ?? {}).flatMap(([key, inner]) => {
    const name = toApiName(key)
    const path = [field, REFERENCE_FIELDS[name] ?? name].filter(Boolean).join('.')
    return listIn(inner as TSchema, (value as Record<string, unknown>)[key], path)
  })
}
