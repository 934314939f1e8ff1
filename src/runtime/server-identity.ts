/** The id of a server and of its probe. It survives restarts and differs between servers. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { resolve } from 'node:path'
import type { Config } from '../config/config.ts'

/** Computes the id. Two servers on one machine differ by port; two machines differ by host name or machine id. */
export function computeServerIdentity({ dataDir, host, port }: Pick<Config, 'dataDir' | 'host' | 'port'>): string {
  // Port 0 takes any free port: the server is temporary
  if (port === 0) return crypto.randomUUID()
  const identity = [hostname(), readMachineId(), resolve(dataDir), host, port].join('\n')
  return toUuid(createHash('sha256').update(identity).digest('hex'))
}

/** Formats a hash as a UUID of version 8. Source: RFC 9562, section 5.8 */
function toUuid(hex: string): string {
  const text = `${hex.slice(0, 12)}8${hex.slice(13, 16)}8${hex.slice(17, 32)}`
  return text.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/**
 * Returns an empty string when there is no machine id, as in most containers. A container has a distinct host name
 * instead.
 */
function readMachineId(): string {
  try {
    return readFileSync('/etc/machine-id', 'utf8').trim()
  } catch {
    return ''
  }
}
