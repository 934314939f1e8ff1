/** Writes the bundle again when a source file has changed after it, because tests and measurements run the bundle. */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { isCurrent } from './is-current.ts'

export function ensureBundle(): void {
  if (!isCurrent('dist/bin/main.js', ['package.json', 'scripts/bundle.ts', 'src']))
    execFileSync(process.execPath, [join(import.meta.dirname, 'bundle.ts')], { stdio: 'inherit' })
}
