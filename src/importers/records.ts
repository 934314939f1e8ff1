/** Answers of an API, saved as JSON files. */
import type { Fields } from './conversion.ts'
import type { SourceFile } from './importer.ts'
import { parseJson } from './parse.ts'
import { isFields, listFields } from './values.ts'

/**
 * Returns the objects of all files. A file is one object, a list, or an object with a list under one of the names.
 *
 * @param names fields that contain lists of objects
 * @throws ImportError
 */
export const readRecords = (files: readonly SourceFile[], names: readonly string[]): Fields[] =>
  files.flatMap((file) => toRecords(parseJson(file), names))

function toRecords(value: unknown, names: readonly string[]): Fields[] {
  if (!isFields(value)) return listFields(value)
  const lists = names.filter((name) => Array.isArray(value[name]))
  return lists.length === 0 ? [value] : lists.flatMap((name) => listFields(value[name]))
}
