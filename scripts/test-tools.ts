/**
 * Installs the packages that only tests, checks and benches need, when they are missing or out of date. `npm ci` leaves
 * them out, because they are larger than all others together: a browser, a PostgreSQL, compilers.
 */
import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')

/** Folders with a package.json of their own. */
export const TOOL_FOLDERS = ['test', 'scripts/api-types']

const changedAt = (file: string): number => statSync(join(ROOT, file), { throwIfNoEntry: false })?.mtimeMs ?? 0

const isInstalled = (folder: string): boolean =>
  changedAt(`${folder}/node_modules/.package-lock.json`) >= changedAt(`${folder}/package-lock.json`)

function install(folder: string): void {
  process.stdout.write(`Installing the packages of ${folder}/, which npm ci leaves out: a minute, once\n`)
  const { status, error } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: join(ROOT, folder),
    stdio: 'inherit',
  })
  if (error || status !== 0) throw new Error(`npm ci failed in ${folder}/: run it there to see why`)
}

export function installTestTools(): void {
  for (const folder of TOOL_FOLDERS) if (!isInstalled(folder)) install(folder)
}

if (import.meta.main) installTestTools()
