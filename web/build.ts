/**
 * Builds the dashboard into `web/dist`, and compresses there what is worth it, so that the server only has to send it.
 * Runs at the end of `npm ci`.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build } from 'vite'

const DIST = join(import.meta.dirname, 'dist')

/** What compresses no better than it is: images, and files smaller than one packet. */
const SMALLEST = 1_000

await build({ configFile: join(import.meta.dirname, 'vite.config.ts'), logLevel: 'warn' })
for (const file of globSync('**/*.{js,css,html,svg,webmanifest}', { cwd: DIST })) {
  const path = join(DIST, file)
  const bytes = readFileSync(path)
  if (bytes.length < SMALLEST) continue
  writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
}
