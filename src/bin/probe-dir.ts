/** The folder of a probe: who it is, and what it could not deliver. It works without one, and forgets both with its end. */
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '../core/platform/start-error.ts'
import { createDataDir } from '../runtime/data-dir.ts'
import { describeDiskError } from '../runtime/disk-errors.ts'
import { lockFile } from '../store/platform/sqlite/file-lock.ts'

interface ProbeDir {
  /** What the probe calls itself. */
  probeId: string
  /** Lets another probe have the folder. */
  unlock: () => void
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/**
 * @param warn for what keeps nobody from checking
 * @throws StartError when another probe works there
 */
export function openProbeDir(dataDir: string, warn: (message: string) => void): ProbeDir {
  try {
    createDataDir(dataDir)
    const unlock = lockFile(join(dataDir, 'probe.lock'))
    if (unlock === null)
      throw new StartError(
        `Another probe is using ${dataDir}. Stop it, or set another folder for this probe with --data.`,
      )
    return { probeId: loadIdentity(join(dataDir, 'probe-id')), unlock }
  } catch (error) {
    if (error instanceof StartError && error.message.startsWith('Another')) throw error
    warn(
      `cannot use ${dataDir} (${describeDiskError(error, dataDir)}): this probe registers as a new probe and keeps undelivered results in memory only. ` +
        'Fix the problem, or set another folder with --data',
    )
    return { probeId: readIdentity(join(dataDir, 'probe-id')) ?? randomUUID(), unlock: () => {} }
  }
}

function loadIdentity(file: string): string {
  const known = readIdentity(file)
  if (known !== null) return known
  const made = randomUUID()
  writeFileSync(file, `${made}\n`, { mode: 0o600 })
  return made
}

/** Null for a file that is not there, or torn by a power cut: nothing depends on being the same for ever. */
function readIdentity(file: string): string | null {
  try {
    const text = readFileSync(file, 'utf8').trim()
    return UUID.test(text) ? text : null
  } catch {
    return null
  }
}

/** Keys of monitors mean something to one server only, and the region belongs to the results. */
export const getSpoolFolder = (dataDir: string, server: URL, region: string): string =>
  join(dataDir, `results-${region}@${server.host.replaceAll(/[^a-z0-9.-]/gi, '_')}`)

/** Folders with results of other servers or regions, which nobody delivers. */
export function listStrandedFolders(dataDir: string, own: string): string[] {
  try {
    return readdirSync(dataDir)
      .filter((name) => name.startsWith('results-'))
      .map((name) => join(dataDir, name))
      .filter((folder) => folder !== own && readdirSync(folder).length > 0)
  } catch {
    return []
  }
}
