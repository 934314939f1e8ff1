/**
 * Builds the dashboard into `web/dist` and precompresses its text files, so that the server only has to send them. Runs
 * at the end of `npm ci`.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build } from 'vite'
import { createCollector } from './release/shipped-packages.ts'

const WEB = join(import.meta.dirname, '../web')
const DIST = join(WEB, 'dist')

/** Bytes. Smaller files fit into one packet anyway, so compression gains nothing. Images are already compressed. */
const MIN_BYTES = 1_000

const packages = createCollector()
await build({
  configFile: join(WEB, 'vite.config.ts'),
  logLevel: 'warn',
  plugins: [packages.plugin],
})
packages.write('dashboard')
for (const file of globSync('**/*.{js,css,html,svg,webmanifest}', { cwd: DIST })) {
  const path = join(DIST, file)
  const bytes = readFileSync(path)
  if (bytes.length < MIN_BYTES) continue
  writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
}
