/** Types of the API, made of its document. */
import openapiTypes, { astToString } from 'openapi-typescript'
import { createTestApp } from '../../test/support/api/app.ts'
import type { Cleanup } from '../../test/support/database/stores.ts'

export const TYPES_FILE = new URL('../../web/src/api/schema.d.ts', import.meta.url)

const HEADER = `/**
 * Written by \`npm run api-types\` from the document that the server itself gives. A test says when it is out of date.
 */
`

/** What the file should hold. */
export async function generateTypes(t: Cleanup): Promise<string> {
  const { call } = await createTestApp(t, 'sqlite')
  const { body: document } = await call('GET', '/api/openapi.json')
  return HEADER + astToString(await openapiTypes(document, { alphabetize: true, defaultNonNullable: false }))
}
