/** Properties that failing monitors share, which may explain why they fail. */
import type { Monitor } from '../monitors/monitor.ts'

/** Kinds of causes. The kind that explains most comes first. */
export const CAUSE_KINDS = ['address', 'host', 'certificate', 'parent', 'network', 'group'] as const
export type CauseKind = (typeof CAUSE_KINDS)[number]

export interface Cause {
  kind: CauseKind
  value: string
}

/** Location and dependency of a failing monitor; null where unknown. */
export type CauseFacts = Record<CauseKind, string | null>

export const NO_FACTS: CauseFacts = Object.freeze({
  address: null,
  host: null,
  certificate: null,
  parent: null,
  network: null,
  group: null,
})

/**
 * A cause is reported when at least this many monitors share it, or at least two monitors and this share of all of
 * them.
 */
const MIN_SHARED = 3
const MIN_SHARED_RATIO = 0.3

/** Maximum number of reported causes. A longer list would explain nothing. */
const MAX_CAUSES = 5

export interface SharedCause extends Cause {
  count: number
}

/** Returns the properties that several monitors share, the most shared first. */
export function findCommonCauses(facts: readonly CauseFacts[]): SharedCause[] {
  const isShared = (count: number) => count >= MIN_SHARED || (count > 1 && count >= MIN_SHARED_RATIO * facts.length)
  return CAUSE_KINDS.flatMap((kind) => [...countBy(facts, kind)].map(([value, count]) => ({ kind, value, count })))
    .filter(({ count }) => isShared(count))
    .filter((cause, _, all) => !isImplied(cause, all))
    .sort((a, b) => b.count - a.count || CAUSE_KINDS.indexOf(a.kind) - CAUSE_KINDS.indexOf(b.kind))
    .slice(0, MAX_CAUSES)
}

/**
 * Returns whether another cause already explains this one. Monitors that share an address are always in one network.
 */
const isImplied = ({ kind, count }: SharedCause, all: readonly SharedCause[]): boolean =>
  kind === 'network' && all.some((other) => other.kind === 'address' && other.count === count)

/** Counts the monitors by value. A host that equals its address counts only as an address. */
function countBy(facts: readonly CauseFacts[], kind: CauseKind): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { [kind]: value, address } of facts)
    if (value !== null && !(kind === 'host' && value === address)) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}

/**
 * Returns the kinds of properties that two failing monitors share. A network is left out if they share its address, and
 * a host if it is this address.
 */
export const compareFacts = (a: CauseFacts, b: CauseFacts): CauseKind[] =>
  CAUSE_KINDS.filter((kind) => a[kind] !== null && a[kind] === b[kind]).filter(
    (kind, _, shared) =>
      !(shared.includes('address') && (kind === 'network' || (kind === 'host' && a.host === a.address))),
  )

/**
 * Returns the host of a monitor.
 *
 * @returns the name or address without port and brackets; null for a heartbeat, which has no host
 */
export function getHost({ type, target }: Pick<Monitor, 'type' | 'target'>): string | null {
  if (type === 'HEARTBEAT') return null
  return (URL.parse(target)?.hostname || target).replace(/^\[(.*)\]$/, '$1').toLowerCase()
}

/** The smallest networks that are routed on the Internet: RFC 4271 practice for IPv4, RFC 6177 for IPv6. */
const IPV4_OCTETS = 3
const IPV6_GROUPS = 3

/**
 * Returns the network of an address.
 *
 * @returns the /24 or /48; null for an address of this machine, which forms no network
 */
export function getNetwork(address: string | null): string | null {
  if (address === null || address.startsWith('127.') || address.startsWith('::')) return null
  if (!address.includes(':')) return `${address.split('.').slice(0, IPV4_OCTETS).join('.')}.0/24`
  const groups = address.split('::')[0]!.split(':')
  const network = Array.from({ length: IPV6_GROUPS }, (_, index) => groups[index] || '0')
  return `${network.join(':')}::/48`
}
