/** The id of a server and of its probe: the same after a restart, and different for every other server. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { resolve } from 'node:path'
import type { Config } from '../config/config.ts'

/** Two servers of one machine have two ports; two machines, two names or two ids. */
export function computeServerIdentity({ dataDir, host, port }: Pick<Config, 'dataDir' | 'host' | 'port'>): string {
  // Any free port: a server for the moment
  if (port === 0) return crypto.randomUUID()
  const identity = [hostname(), readMachineId(), resolve(dataDir), host, port].join('\n')
  return toUuid(createHash('sha256').update(identity).digest('hex'))
}

/** A UUID of the version for hashes of one's own. Source: RFC 9562, section 5.8 */
function toUuid(hex: string): string {
  const text = `${hex.slice(0, 12)}8${hex.slice(13, 16)}8${hex.slice(17, 32)}`
  return text.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** Empty where there is none, as in most containers: those have a host name of their own. */
function readMachineId(): string {
  try {
    return readFileSync('/etc/machine-id', 'utf8').trim()
  } catch {
    return ''
  }
}
