/** Fields of a configuration document. */
import { REFERENCE_FIELDS } from '../../core/provisioning/document.ts'

export type Fields = Record<string, unknown>

/** Leaves out absent values, and values that equal the default of their field. */
export const omitDefaults = (fields: Fields, defaults: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([field, value]) => value != null && JSON.stringify(value) !== JSON.stringify(defaults[field]),
    ),
  )

/** Replaces the names of the API by the names of the document. */
export const renameReferences = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).map(([field, value]) => [REFERENCE_FIELDS[field] ?? field, value]))
