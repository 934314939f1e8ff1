/** Name servers in the spelling of registries. Pure. */
import { isIP } from 'node:net'
import { normalizeDomain } from './domain-name.ts'

/** Maximum number of stored name servers. At most 13 name servers fit into an answer, and few delegations have more. */
const MAX_SERVERS = 30

/**
 * `NS1.example.com. [192.0.2.1]` becomes `ns1.example.com`; texts that do not start with a name are left out. Sorted,
 * without duplicates.
 */
export function normalizeNameServers(texts: readonly string[]): string[] {
  const names = texts.map((text) => normalizeDomain(text.trim().split(/[\s,;([]/, 1)[0]!))
  const servers = names.filter((name) => name !== null && isIP(name) === 0) as string[]
  return [...new Set(servers)].sort().slice(0, MAX_SERVERS)
}
