/**
 * Decides whether a failure is caused by the target or by the probe's connection. A probe judges its own connection by
 * *witnesses*: hosts that passed a check recently, and its name servers. `docs/trouble.md` describes the consequences.
 */
import ipaddr from 'ipaddr.js'
import { SECOND_MS } from '../platform/time/time.ts'

/** A host that answered a check, and the method of that check. */
export interface Witness {
  /** Literal IP address, without brackets. */
  address: string
  method: 'tcp' | 'ping' | 'dns'
  /** 0 for `ping`. */
  port: number
}

/** Distance of a host. When a distant host answers, nearer hosts can be reached too, but not the reverse. */
export const LINK = 0
const PRIVATE = 1
export const PUBLIC = 2
export type Scope = typeof LINK | typeof PRIVATE | typeof PUBLIC

/** Route from the probe's machine to an address. */
export interface RoutePath {
  /** Local address that packets leave from: it differs between IPv4 and IPv6, and between interfaces. */
  localAddress: string
  /** Interface of that address and IP version, for display: `eth0 (IPv4)`. Empty when unknown. */
  interfaceName: string
  /** Whether the address belongs to a network of this machine, so that no router is on the path. */
  isOnLink: boolean
}

/** Position of a host in the network, as seen from the probe. */
interface NetworkPosition extends Omit<RoutePath, 'isOnLink'> {
  scope: Scope
  /** Hosts of one network may fail together for reasons unrelated to the probe. */
  network: string
}

/** Past trouble of the probe's connection, and the failures it may explain. Monotonic ms. */
export interface ConnectionTrouble {
  /** Last positive evidence before the trouble. */
  since: number
  /** First positive evidence after the trouble; null while it lasts. */
  until: number | null
  /** Nearest distance that is affected; nearer hosts may still answer. */
  scope: Scope
  reason: string
}

/**
 * How long the connection is distrusted after trouble: links that return often fail again, and name servers repeat
 * cached failures.
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

/** Returns the number of leading bits that two addresses share; 0 for different IP versions. */
function countSharedBits(a: string, b: string): number {
  const [bytes, others] = [a, b].map((address) => ipaddr.process(address).toByteArray())
  if (bytes!.length !== others!.length) return 0
  const first = bytes!.findIndex((byte, i) => byte !== others![i])
  return first < 0 ? 8 * bytes!.length : 8 * first + Math.clz32(bytes![first]! ^ others![first]!) - 24
}

/** Hosts that share fewer bits are too far apart to expect a common path. */
const MIN_SHARED_BITS = 8

/** Returns the witness with the most similar address, the last one of several; undefined when none is near. */
export function findNearest<W extends Witness>(witnesses: readonly W[], address: string): W | undefined {
  let [nearest, most]: [W | undefined, number] = [undefined, MIN_SHARED_BITS]
  for (const witness of witnesses) {
    const bits = countSharedBits(witness.address, address)
    if (bits >= most) [nearest, most] = [witness, bits]
  }
  return nearest
}

/**
 * Returns the first 16 bits of an IPv4 address or the first 32 of an IPv6 address. A /32 is the allocation of one
 * provider (RFC 6177), and most IPv4 blocks of one data centre lie in one /16.
 *
 * Smaller networks would treat two racks behind one router as unrelated, and blame the probe for their common failure.
 * Hosts on the probe's own link share no router: each counts as a separate network.
 */
function toSite(address: ipaddr.IPv4 | ipaddr.IPv6): string {
  const bytes = address.toByteArray()
  return bytes.slice(0, bytes.length === 4 ? 2 : 4).join('.')
}

/** Trouble explains failures that overlap it, at its distance and beyond, and failures that begin shortly after it. */
export const isExplainedBy = (
  { since, until, scope }: ConnectionTrouble,
  position: Pick<NetworkPosition, 'scope'>,
  from: number,
  to: number,
) => scope <= position.scope && since < to && (until === null || from < until + DISTRUST_MS)

/** A witness in the memory of the probe. Times are monotonic ms. */
export interface RememberedWitness extends Witness, NetworkPosition {
  passedAt: number
  /** -Infinity before the first request. */
  askedAt: number
}

/** The part of the connection that is suspected. */
export interface PathQuestion<W extends NetworkPosition> extends Pick<NetworkPosition, 'localAddress' | 'scope'> {
  /** The interface by which the suspected host was reached last, if it is gone; null while it exists. */
  lostInterface: string | null
  /** Returns whether a witness may fail for the same reason as the suspected hosts. */
  isRelated: (witness: W) => boolean
  /** Number of other networks that must fail before the path is in trouble although others work. */
  minFailedNetworks: number
}

/**
 * Orders the witnesses that are distant enough by their value as evidence. Witnesses on the same path that are
 * unrelated to the suspected hosts come first. The first of each network precedes the second of any; recent witnesses
 * precede older ones.
 */
export function sortWitnesses<W extends RememberedWitness>(witnesses: readonly W[], question: PathQuestion<W>): W[] {
  const seen = new Map<string, number>()
  const computeRank = (witness: W): number => {
    const repeats = seen.get(witness.network) ?? 0
    seen.set(witness.network, repeats + 1)
    const isElsewhere = witness.localAddress !== question.localAddress
    const group = isElsewhere ? 2 : question.isRelated(witness) ? 1 : 0
    return group * 1_000 + repeats
  }
  return witnesses
    .filter(({ scope }) => scope >= question.scope)
    .sort((a, b) => b.passedAt - a.passedAt)
    .map((witness) => ({ witness, rank: computeRank(witness) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ witness }) => witness)
}

/** Evidence when all requested witnesses on the suspected path have failed. */
export interface PathSilence {
  /** Number of networks of unrelated witnesses that failed on the same path. */
  unrelatedFailed: number
  /** Number of further witnesses that failed: related ones, and witnesses on other paths. */
  othersFailed: number
  /** Whether a host answered on another path, or a name server did without using this path. */
  isAnsweredElsewhere: boolean
  /** Whether the name servers stopped answering. */
  areNamesLost: boolean
}

/**
 * Returns whether silence on a path means trouble of the probe.
 *
 * Unrelated hosts that fail together share only the path, so the path is in trouble even if other paths work. With
 * related hosts only, any other answer proves that the probe is connected. Without a witness there is no evidence
 * against the probe.
 *
 * @param minFailedNetworks from the question: without a known failing host, its own network may be among the failed
 * ones
 */
export function isTrouble(pathSilence: PathSilence, minFailedNetworks: number): boolean {
  const { unrelatedFailed, othersFailed, isAnsweredElsewhere, areNamesLost } = pathSilence
  if (unrelatedFailed >= minFailedNetworks) return true
  return !isAnsweredElsewhere && (unrelatedFailed > 0 || othersFailed > 0 || areNamesLost)
}
