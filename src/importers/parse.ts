/** Parses files of unknown origin. */
import { parse } from 'csv-parse/sync'
import { parseFile } from '../core/provisioning/document-text.ts'
import type { Fields } from './conversion.ts'
import { ImportError, type SourceFile } from './importer.ts'
import { isFields, listFields } from './values.ts'

/** Larger than the configuration of thousands of monitors. */
const MAX_BYTES = 32 * 1024 * 1024

/** YAML takes much longer to parse; 10,000 endpoints of Gatus take 3 MiB. */
const MAX_YAML_BYTES = 8 * 1024 * 1024

/** @throws ImportError */
export function parseJson(file: SourceFile): unknown {
  try {
    return JSON.parse(decodeText(file))
  } catch (error) {
    if (error instanceof ImportError) throw error
    // The message of the parser contains a part of the file
    throw new ImportError(`${file.name} is not complete JSON: export it again.`)
  }
}

/**
 * @param prepare changes the text before it is parsed
 * @throws ImportError
 */
export function parseYaml(file: SourceFile, prepare = (text: string): string => text): unknown {
  const parsed = parseFile(file.name, prepare(decodeText(file, MAX_YAML_BYTES)))
  if (!Array.isArray(parsed)) return parsed.value
  const line = parsed[0]?.position.line ?? 1
  throw new ImportError(`${file.name} is not valid YAML in line ${line}: correct it or export it again.`)
}

/**
 * Returns the rows by the names of their columns.
 *
 * @throws ImportError
 */
export function parseCsv(file: SourceFile): Fields[] {
  try {
    return parse(decodeText(file), { columns: true, bom: true, trim: true, skip_empty_lines: true })
  } catch (error) {
    if (error instanceof ImportError) throw error
    throw new ImportError(`${file.name} is not complete CSV: export it again.`)
  }
}

export const isCsv = ({ name }: SourceFile): boolean => name.toLowerCase().endsWith('.csv')

function decodeText({ name, bytes }: SourceFile, limit = MAX_BYTES): string {
  if (bytes.length > limit)
    throw new ImportError(`${name} has more than ${limit / 1024 / 1024} MiB: check that it is the right file.`)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new ImportError(`${name} is no UTF-8 text: check that it is the right file.`)
  }
}

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
