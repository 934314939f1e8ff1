/** Converts an upload, which may be hostile. Servers run this in a process of its own. */
import type { FastifySchema } from 'fastify'
import type { Static } from 'typebox'
import { createInvalid, type Issue, StartError } from '../../core/platform/errors.ts'
import type { UnixMs } from '../../core/platform/time/time.ts'
import { type DocumentFile, type PlacedIssue, parseFile } from '../../core/provisioning/document-text.ts'
import { mergeFiles } from '../../core/provisioning/merge-files.ts'
import { listPlaceholders } from '../../core/provisioning/placeholders.ts'
import { formatSubscribers, type ImportResult } from '../../importers/conversion.ts'
import type { SourceFile } from '../../importers/importer.ts'
import { findKind, importConfiguration } from '../../importers/index.ts'
import type { ImportKind } from '../../importers/kinds.ts'
import type { ImportReport } from '../../importers/report.ts'
import { toEnvelope } from '../platform/envelope.ts'
import { readJson } from '../platform/http/body.ts'
import { createValidator } from '../platform/validation/validation.ts'
import { ANY_KIND, ImportBody, MAX_IMPORT_FILES, OWN_KIND } from './import.ts'

/** A file has two values, and the body three. */
const MAX_VALUES = 3 * MAX_IMPORT_FILES + 3

const validate = createValidator({ schema: ImportBody as FastifySchema, method: 'POST', url: '', httpPart: 'body' })

/**
 * @param body of the request; may be empty
 * @returns the body of the response
 * @throws Problem VALIDATION_ERROR
 */
export function convertUpload(body: Buffer, now: UnixMs) {
  const checked = validate(body.length > 0 ? readJson(body, { mostValues: MAX_VALUES }) : {}) as
    | { value: Static<typeof ImportBody> }
    | { error: Error }
  if ('error' in checked) throw checked.error
  const { kind, files } = checked.value
  const sources = files.map(({ name, content }) => ({ name, bytes: Buffer.from(content, 'base64') }))
  const known = kind === ANY_KIND ? recognize(sources) : kind
  return toEnvelope({ kind: known, ...readFiles(known === OWN_KIND ? null : known, sources, now) })
}

/** Documents of this service have a version at their top, which is a number. Their texts may quote other products. */
const OWN_SIGN = /^(?:version|[ \t{]*"version")[ \t]*:[ \t]*\d/m

/** @throws Problem VALIDATION_ERROR when the contents show no product */
function recognize(files: readonly SourceFile[]): typeof OWN_KIND | ImportKind {
  if (files.some(({ bytes }) => OWN_SIGN.test(Buffer.from(bytes.subarray(0, MAX_DOCUMENT_BYTES)).toString('latin1'))))
    return OWN_KIND
  const kind = findKind(files)
  if (kind !== null) return kind
  throw createInvalid({ field: 'files', message: 'are of no known product: choose the product that they come from' })
}

/** All documents together. 10,000 monitors take about 3 MB, and a MiB takes about a second. */
const MAX_DOCUMENT_BYTES = 4 * 1024 * 1024

/**
 * Converts files to a configuration document.
 *
 * @param kind product of the files; null for configuration documents of this service
 * @throws Problem VALIDATION_ERROR
 */
export function readFiles(kind: ImportKind | null, files: readonly SourceFile[], now: UnixMs) {
  const { document, secrets, subscribers, report } = kind === null ? readOwn(files) : convertForeign(kind, files, now)
  const missing = listPlaceholders(document).filter((name) => !Object.hasOwn(secrets, name))
  return {
    document: document as Record<string, unknown>,
    values: secrets,
    missing,
    subscribers_csv: subscribers.length === 0 ? null : formatSubscribers(subscribers),
    report,
  }
}

interface Conversion {
  document: unknown
  secrets: Record<string, string>
  subscribers: ImportResult['subscribers']
  report: ImportReport | null
}

/** @throws Problem VALIDATION_ERROR */
function convertForeign(kind: ImportKind, files: readonly SourceFile[], now: number): Conversion {
  try {
    return importConfiguration(kind, files, now)
  } catch (error) {
    throw error instanceof StartError ? createInvalid({ field: 'files', message: error.message }) : error
  }
}

/** @throws Problem VALIDATION_ERROR with the positions of the mistakes */
function readOwn(files: readonly SourceFile[]): Conversion {
  const size = files.reduce((sum, { bytes }) => sum + bytes.length, 0)
  if (size > MAX_DOCUMENT_BYTES)
    throw createInvalid({ field: 'files', message: 'have more than 4 MiB together: use "watchkeeper apply"' })
  const parsed = files.map(({ name, bytes }) => parseFile(name, Buffer.from(bytes).toString()))
  const issues = parsed.filter((file) => Array.isArray(file)).flat()
  if (issues.length > 0) throw createInvalid(issues.map(toIssue))
  const merged = mergeFiles(parsed as DocumentFile[])
  if (Array.isArray(merged)) throw createInvalid(merged.map(toIssue))
  return { document: merged.document, secrets: {}, subscribers: [], report: null }
}

const toIssue = ({ file, position, field, message }: PlacedIssue): Issue => ({
  field: field || 'files',
  message: `${message} (${file}, line ${position.line}, column ${position.column})`,
})
