/** Converts an upload, which may be hostile. Servers run this in a process of its own. */
import type { FastifySchema } from 'fastify'
import type { Static } from 'typebox'
import { toEnvelope } from '../platform/envelope.ts'
import { readJson } from '../platform/http/body.ts'
import { createValidator } from '../platform/validation/validation.ts'
import { ImportBody, MAX_IMPORT_FILES, OWN_KIND } from './import.ts'
import { readFiles } from './read-files.ts'

/** A file has two values, and the body three. */
const MAX_VALUES = 3 * MAX_IMPORT_FILES + 3

const validate = createValidator({ schema: ImportBody as FastifySchema, method: 'POST', url: '', httpPart: 'body' })

/**
 * @param body of the request; may be empty
 * @param now Unix ms
 * @returns the body of the response
 * @throws Problem VALIDATION_ERROR
 */
export function convertUpload(body: Buffer, now: number) {
  const checked = validate(body.length > 0 ? readJson(body, { mostValues: MAX_VALUES }) : {}) as
    | { value: Static<typeof ImportBody> }
    | { error: Error }
  if ('error' in checked) throw checked.error
  const { kind, files } = checked.value
  const sources = files.map(({ name, content }) => ({ name, bytes: Buffer.from(content, 'base64') }))
  return toEnvelope(readFiles(kind === OWN_KIND ? null : kind, sources, now))
}
