/** Fields of a configuration document. */
import type { Static, TObject, TSchema } from 'typebox'
import { toApiName } from '../../core/platform/fields/api-name.ts'
import type { ResourceFields } from '../../core/platform/fields/resource.ts'
import { createTranslator, type Shape } from '../../core/platform/fields/translate.ts'
import { REFERENCE_FIELDS } from '../../core/provisioning/document.ts'
import { type Keys, withKeys } from '../../services/provisioning/kind.ts'

export type Fields = Record<string, unknown>

/** Leaves out absent values, and values that equal the default of their field. */
export const omitDefaults = (fields: Fields, defaults: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([field, value]) => value != null && JSON.stringify(value) !== JSON.stringify(defaults[field]),
    ),
  )

/** Writes a resource by its fields, with keys in place of ids. Values that equal the defaults are left out. */
export const writeResource = <T extends TObject>(fields: ResourceFields<T>, item: Static<T>, keys: Keys): Fields =>
  writeFields(fields.schema, withKeys(fields, item, keys))

/** Writes an object by its fields. */
export const writeFields = (schema: TSchema, value: unknown): Fields =>
  writeShape(schema, createTranslator(schema, 'api')(value) as Fields)

function writeShape(schema: TSchema, fields: Fields): Fields {
  const written = Object.entries((schema as Shape).properties!).map(([key, shape]) => {
    const name = toApiName(key)
    return { name, shape, value: writeValue(shape, fields[name]) }
  })
  return Object.fromEntries(
    written
      .filter(({ shape, value }) => value != null && JSON.stringify(value) !== JSON.stringify(shape.default))
      .map(({ name, value }) => [REFERENCE_FIELDS[name] ?? name, value]),
  )
}

function writeValue({ items, ...shape }: Shape, value: unknown): unknown {
  if (value == null) return value
  if (items?.properties) return (value as Fields[]).map((entry) => writeShape(items as TSchema, entry))
  return shape.properties ? writeShape(shape as TSchema, value as Fields) : value
}

/** Replaces the names of the API by the names of the document. */
export const renameReferences = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).map(([field, value]) => [REFERENCE_FIELDS[field] ?? field, value]))
