/** Properties that failing monitors share, which may explain why they fail. */
import type { Monitor } from '../monitors/monitor.ts'
import { MINUTE_MS, type UnixMs } from '../platform/time/time.ts'

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

/**
 * Number of monitors with a common property that form a cause. Two at one address are enough. Networks and monitor
 * groups are large, so their members often fail for unrelated reasons.
 */
const MIN_MONITORS: Record<CauseKind, number> = {
  address: 2,
  host: 2,
  certificate: 2,
  parent: 2,
  network: 5,
  group: 5,
}

/** A failure of a monitor. */
export interface Failing {
  id: string
  /** Key of its monitor; null when it has none. */
  monitor: number | null
  facts: CauseFacts
}

/**
 * Returns, by id, the cause of each failure that shares one with enough other failures. The kind that explains most
 * comes first.
 *
 * @param count number of different monitors of a group: a monitor that fails repeatedly is no common cause
 */
export function assignCauses<T extends Failing>(
  failures: readonly T[],
  count: (group: readonly T[], cause: Cause) => number = (group) => new Set(group.map(({ monitor }) => monitor)).size,
): Map<string, Cause> {
  const causes = new Map<string, Cause>()
  for (const kind of CAUSE_KINDS) {
    const unexplained = failures.filter(({ id, facts }) => facts[kind] !== null && !causes.has(id))
    for (const [value, group] of Map.groupBy(unexplained, ({ facts }) => facts[kind]!)) {
      const cause = { kind, value }
      if (count(group, cause) >= MIN_MONITORS[kind]) for (const { id } of group) causes.set(id, cause)
    }
  }
  return causes
}

/** Incidents further apart are not one event. */
const STORM_GAP_MS = 5 * MINUTE_MS

/** Fewer incidents are read faster one by one. */
const MIN_STORM = 3

/** Unresolved incidents with a common cause that began at about the same time. */
export interface Storm<T> extends Cause {
  /** Oldest first. */
  incidents: T[]
}

/**
 * Folds unresolved incidents with a common cause, as the alerts about them are grouped.
 *
 * @returns the largest first
 */
export function groupIncidents<T extends Failing & { startedAt: UnixMs }>(incidents: readonly T[]): Storm<T>[] {
  const causes = assignCauses(incidents)
  const explained = incidents.filter(({ id }) => causes.has(id))
  return [...Map.groupBy(explained, ({ id }) => `${causes.get(id)!.kind} ${causes.get(id)!.value}`).values()]
    .flatMap((group) => splitByGaps(group.toSorted((a, b) => a.startedAt - b.startedAt)))
    .filter((group) => group.length >= MIN_STORM)
    .map((group) => ({ ...causes.get(group[0]!.id)!, incidents: group }))
    .sort((a, b) => b.incidents.length - a.incidents.length)
}

/** @param incidents oldest first */
function splitByGaps<T extends { startedAt: UnixMs }>(incidents: readonly T[]): T[][] {
  const parts: T[][] = []
  for (const incident of incidents) {
    const last = parts.at(-1)
    if (last && incident.startedAt - last.at(-1)!.startedAt <= STORM_GAP_MS) last.push(incident)
    else parts.push([incident])
  }
  return parts
}

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
