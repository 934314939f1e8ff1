/** The API's documents, rendered from the current sources, so that no test depends on a build. */
import { gzipSync } from 'node:zlib'
import { renderDocument } from '../../../scripts/api-docs/document.ts'
import type { ReadDocs } from '../../../src/api/platform/deps.ts'

let document: Promise<Buffer> | undefined

export const readSourceDocs: ReadDocs = async (file) => {
  if (file !== 'openapi.json') return readReference(file)
  document ??= renderDocument().then((json) => Buffer.from(json))
  return document
}

/** Loads the reference only for the few tests that read it: its script has 3 MB. */
async function readReference(file: 'reference.html' | 'scalar.js' | 'scalar.js.gz'): Promise<Buffer> {
  const { renderReference } = await import('../../../scripts/api-docs/reference.ts')
  const { page, script } = await renderReference()
  if (file === 'reference.html') return Buffer.from(page)
  return file === 'scalar.js' ? script : gzipSync(script)
}
