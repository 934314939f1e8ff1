/** The file in which a probe stores the state of its network connection across restarts. */
import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DnsHealthCheck, DnsHealthState } from '../../net/dns/dns-health-check.ts'
import type { ConnectionStateStore } from './connection-state.ts'

/** A longer file was not written by this program. */
const MAX_BYTES = 256 * 1024

/**
 * Opens the file. If it is damaged or cannot be written, only the stored state is lost.
 *
 * @param thread number of the probe's thread; each has a file
 */
export function openConnectionStateFile(
  folder: string,
  names: Pick<DnsHealthCheck, 'getState' | 'restore'>,
  thread = 1,
): ConnectionStateStore {
  const file = join(folder, thread === 1 ? 'probe-connection.json' : `probe-connection-${thread}.json`)
  return {
    load: () => {
      const saved = tryQuietly(() => (statSync(file).size > MAX_BYTES ? null : JSON.parse(readFileSync(file, 'utf8'))))
      tryQuietly(() => names.restore((saved?.names ?? {}) as DnsHealthState))
      return saved
    },
    save: (connectionState) => {
      const draft = `${file}.${process.pid}`
      tryQuietly(() => {
        writeFileSync(draft, JSON.stringify({ ...connectionState, names: names.getState() }), { mode: 0o600 })
        renameSync(draft, file)
      }) ?? tryQuietly(() => rmSync(draft, { force: true }))
    },
  }
}

function tryQuietly<T>(attempt: () => T): T | null {
  try {
    return attempt()
  } catch {
    return null
  }
}
