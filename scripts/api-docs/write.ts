/** Second half of `npm run build`: writes the API documents to the path where the server reads them. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { DocsFile } from '../../src/api/platform/deps.ts'
import { describePackage, ROOT, writeList } from '../release/shipped-packages.ts'
import { renderDocument } from './document.ts'
import { renderReference } from './reference.ts'

const FOLDER = join(import.meta.dirname, '../../web/dist/docs')

const { page, script } = await renderReference()
const files: Record<DocsFile, string | Buffer> = {
  'openapi.json': await renderDocument(),
  'reference.html': page,
  'scalar.js': script,
  'scalar.js.gz': gzipSync(script, { level: 9 }),
}
mkdirSync(FOLDER, { recursive: true })
for (const [name, bytes] of Object.entries(files)) writeFileSync(join(FOLDER, name), bytes)

// The script is a bundle that its authors ship, with further packages inside, whose notices it contains
const reference = describePackage(join(ROOT, 'node_modules/@scalar/fastify-api-reference'))
const notices = script.toString().match(/\/\*[!*][^*]*(?:licen[cs]e|copyright)[\s\S]*?\*\//gi) ?? []
writeList('reference', [{ ...reference, text: [reference.text, ...new Set(notices)].join('\n\n') }])
