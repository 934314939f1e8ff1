/** Writes the bundle again when a source file has changed after it, because tests and measurements run the bundle. */
import { execFileSync } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')

function isBundleCurrent(): boolean {
  const bundledAt = statSync(join(ROOT, 'dist/bin/main.js'), { throwIfNoEntry: false })?.mtimeMs
  if (bundledAt === undefined) return false
  const sources = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => extname(name) !== '')
    .map((name) => `src/${name}`)
  return ['package.json', 'scripts/bundle.ts', ...sources].every(
    (file) => statSync(join(ROOT, file)).mtimeMs <= bundledAt,
  )
}

export function ensureBundle(): void {
  if (!isBundleCurrent()) execFileSync(process.execPath, [join(import.meta.dirname, 'bundle.ts')], { stdio: 'inherit' })
}
