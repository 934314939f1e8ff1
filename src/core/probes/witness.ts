/**
 * Whose trouble a failure is, the target's or the probe's own. A probe judges its own connection by *witnesses*: hosts
 * that passed a check lately, and its name servers. `docs/trouble.md` states what comes of them.
 */
import ipaddr from 'ipaddr.js'
import { SECOND_MS } from '../platform/time/time.ts'

/** A host that answered a check, and how it was reached. */
export interface Witness {
  /** Literal, without brackets. */
  address: string
  method: 'tcp' | 'ping' | 'dns'
  /** 0 for `ping`. */
  port: number
}

/** How far away a host is. A farther host that answers shows that nearer ones can be reached too, and not the reverse. */
export const LINK = 0
const PRIVATE = 1
export const PUBLIC = 2
export type Scope = typeof LINK | typeof PRIVATE | typeof PUBLIC

/** How the routing table of the probe's machine leads to an address. */
export interface RoutePath {
  /** The local address that packets leave from: it differs between IPv4 and IPv6, and between interfaces. */
  localAddress: string
  /** The interface of that address and the IP version, for people: `eth0 (IPv4)`. Empty where it is not known. */
  interfaceName: string
  /** Whether the address belongs to a network that this machine is part of, so that no router is on the way. */
  isOnLink: boolean
}

/** A place in the network, as seen from the probe. */
interface NetworkPosition extends Omit<RoutePath, 'isOnLink'> {
  scope: Scope
  /** Hosts of one network may fail together for reasons of their own. */
  network: string
}

/** What of a trouble is remembered: the failures that it may explain. Monotonic ms. */
export interface ConnectionTrouble {
  /** The last positive evidence before it. */
  since: number
  /** The first positive evidence after it; null while it lasts. */
  until: number | null
  /** Nearer hosts may be well. */
  scope: Scope
  reason: string
}

/**
 * After trouble the connection is distrusted for this long: lines that come back go away again, and name servers repeat
 * failures that they kept.
 */
export const DISTRUST_MS = 12 * SECOND_MS

export function toNetworkPosition(
  address: string,
  { localAddress, interfaceName, isOnLink }: RoutePath,
): NetworkPosition {
  const parsed = ipaddr.process(address)
  const scope = isOnLink ? LINK : parsed.range() === 'unicast' ? PUBLIC : PRIVATE
  return { localAddress, interfaceName, scope, network: isOnLink ? address : toSite(parsed) }
}

/** Bits that two addresses share from the left on; 0 for two IP versions. */
function countSharedBits(a: string, b: string): number {
  const [bytes, others] = [a, b].map((address) => ipaddr.process(address).toByteArray())
  if (bytes!.length !== others!.length) return 0
  const first = bytes!.findIndex((byte, i) => byte !== others![i])
  return first < 0 ? 8 * bytes!.length : 8 * first + Math.clz32(bytes![first]! ^ others![first]!) - 24
}

/** Hosts that share fewer bits are too far apart to be on one path because of their addresses. */
const MIN_SHARED_BITS = 8

/** Returns the witness whose address is most like this one, of several the last; undefined when none is near. */
export function findNearest<W extends Witness>(witnesses: readonly W[], address: string): W | undefined {
  let [nearest, most]: [W | undefined, number] = [undefined, MIN_SHARED_BITS]
  for (const witness of witnesses) {
    const bits = countSharedBits(witness.address, address)
    if (bits >= most) [nearest, most] = [witness, bits]
  }
  return nearest
}

/**
 * The first 16 bits of an IPv4 address or the first 32 of an IPv6 address: a /32 is what one provider is given
 * (RFC 6177), and most IPv4 blocks of one data centre lie in one /16. Narrower networks would take two racks behind one
 * router for strangers, whose common failure then looks like the probe's. Hosts on the probe's own link have no router in
 * common: each is a network of its own.
 */
function toSite(address: ipaddr.IPv4 | ipaddr.IPv6): string {
  const bytes = address.toByteArray()
  return bytes.slice(0, bytes.length === 4 ? 2 : 4).join('.')
}

/** A trouble explains what it overlaps, at its own distance and beyond, and what begins soon after it. */
export const isExplainedBy = (
  { since, until, scope }: ConnectionTrouble,
  position: Pick<NetworkPosition, 'scope'>,
  from: number,
  to: number,
) => scope <= position.scope && since < to && (until === null || from < until + DISTRUST_MS)

/** A witness as the probe remembers it. Times are monotonic ms. */
export interface RememberedWitness extends Witness, NetworkPosition {
  passedAt: number
  /** -Infinity before the first time. */
  askedAt: number
}

/** The part of the connection that is in question. */
export interface PathQuestion<W extends NetworkPosition> extends Pick<NetworkPosition, 'localAddress' | 'scope'> {
  /** The interface by which the host in doubt was reached last, when it is gone; null while it is there. */
  lostInterface: string | null
  /** Whether a witness may fail for the same reason as the hosts in doubt. */
  isRelated: (witness: W) => boolean
  /** How many other networks must fail before the path is in trouble although others work. */
  minFailedNetworks: number
}

/**
 * Orders the witnesses that are far enough away by how much they say: those on the same path and unrelated to the hosts
 * in doubt first, one of each network before the second of any, recent ones before others.
 */
export function sortWitnesses<W extends RememberedWitness>(earned: readonly W[], question: PathQuestion<W>): W[] {
  const seen = new Map<string, number>()
  const rankOf = (witness: W): number => {
    const repeats = seen.get(witness.network) ?? 0
    seen.set(witness.network, repeats + 1)
    const isElsewhere = witness.localAddress !== question.localAddress
    const group = isElsewhere ? 2 : question.isRelated(witness) ? 1 : 0
    return group * 1_000 + repeats
  }
  return earned
    .filter(({ scope }) => scope >= question.scope)
    .sort((a, b) => b.passedAt - a.passedAt)
    .map((witness) => ({ witness, rank: rankOf(witness) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ witness }) => witness)
}

/** What is known when all witnesses that were asked have failed on the path in question. */
export interface PathSilence {
  /** Networks of unrelated witnesses that failed on the same path. */
  unrelatedFailed: number
  /** Further witnesses that failed: related ones, and those on other paths. */
  othersFailed: number
  /** Whether a host answered on another path, or a name server did by a way that is not this path. */
  isAnsweredElsewhere: boolean
  /** Whether the name servers do not answer although they did. */
  areNamesLost: boolean
}

/**
 * What silence on one path means.
 *
 * Unrelated hosts that fail together have the path in common, so the path is in trouble even when others work. With
 * related hosts only, any other answer shows that the probe is connected. Without a witness there is no case against the
 * probe.
 *
 * @param fewest of the question: without a known failing host, its own network may be among those that fail
 */
export function isTrouble(pathSilence: PathSilence, minFailedNetworks: number): boolean {
  const { unrelatedFailed, othersFailed, isAnsweredElsewhere, areNamesLost } = pathSilence
  if (unrelatedFailed >= minFailedNetworks) return true
  return !isAnsweredElsewhere && (unrelatedFailed > 0 || othersFailed > 0 || areNamesLost)
}
