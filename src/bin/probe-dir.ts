/**
 * The folder of a probe: its identity and its undelivered results. A probe without a folder works, but loses both when
 * it ends.
 */
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '../core/platform/errors.ts'
import { createDataDir } from '../runtime/data-dir.ts'
import { describeDiskError } from '../runtime/disk-errors.ts'
import { lockFile } from '../store/platform/sqlite/file-lock.ts'

interface ProbeDir {
  /** The id under which the probe registers. */
  probeId: string
  /** Releases the folder for another probe. */
  unlock: () => void
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/**
 * @param warn reports problems that do not prevent checks
 * @throws StartError when another probe uses the folder
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

/** Returns null for a missing or damaged file. A new identity does no harm. */
function readIdentity(file: string): string | null {
  try {
    const text = readFileSync(file, 'utf8').trim()
    return UUID.test(text) ? text : null
  } catch {
    return null
  }
}

/**
 * Returns the spool folder of a server and region. Monitor keys are valid on one server only, and results belong to a
 * region.
 */
export const getSpoolFolder = (dataDir: string, server: URL, region: string): string =>
  join(dataDir, `results-${region}@${server.host.replaceAll(/[^a-z0-9.-]/gi, '_')}`)

/** Lists folders with undelivered results of other servers or regions. */
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
