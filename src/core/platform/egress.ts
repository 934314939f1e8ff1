/**
 * Egress policy: the addresses that a check or a webhook may connect to. The address is judged after resolution, right
 * before the connection to exactly this address, and again at every redirect. A name that was harmless a moment ago may
 * now point elsewhere.
 */
import ipaddr from 'ipaddr.js'
import { BoundedMap, getOrCreate } from './maps.ts'

const EGRESS_MODES = ['any', 'public'] as const
type EgressMode = (typeof EGRESS_MODES)[number]

export interface EgressOptions {
  mode: EgressMode
  /** CIDR blocks that are always allowed, regardless of the mode. */
  allow?: readonly string[]
  /** CIDR blocks that are denied; this overrides `allow`. */
  deny?: readonly string[]
}

export interface EgressPolicy {
  /**
   * Whether messages to users hide the server's network: the addresses of its name servers, and names that exist only
   * inside it.
   */
  readonly hidesNetwork: boolean
  /**
   * Returns why connecting to this IP address is denied (`a private address`); null when it is allowed. Called for
   * every check, so it is fast.
   */
  refuse(address: string): string | null
  /**
   * Does the same for a host as a user writes it. It judges any spelling of a literal address (`[::1]`, `0x7f.1`,
   * `2130706433`, `127.0.0.1.`) and `localhost`. Other names pass, because they are judged after resolution.
   */
  refuseHost(host: string): string | null
}

type Address = ipaddr.IPv4 | ipaddr.IPv6
type Block = [Address, number]

/**
 * Metadata endpoints where clouds issue credentials to any internal client. Denied regardless of the configuration. AWS
 * (instance, task, pod), Google, Azure (also its wire server), Alibaba, Tencent, Oracle, Scaleway, OpenStack, Akamai.
 */
const METADATA_ADDRESSES = [
  '169.254.169.254',
  'fd00:ec2::254',
  'fd20:ce::254',
  '169.254.170.2',
  '169.254.170.23',
  'fd00:ec2::23',
  '168.63.129.16',
  '100.100.100.200',
  'fd00:100::100:200',
  '169.254.0.23',
  '192.0.0.192',
  'fd00:c1::a9fe:a9fe',
  '169.254.42.42',
  'fd00:42::42',
  'fe80::a9fe:a9fe',
  'fd00:a9fe:a9fe::1',
].map((address) => ipaddr.parse(address).toNormalizedString())

const METADATA = new Set(METADATA_ADDRESSES)

/** Names that every resolver maps to the loopback addresses. Source: RFC 6761, section 6.3 */
const LOCALHOST = /^(?:.+\.)?localhost\.?$/i

/** Maximum number of cached verdicts. */
const CACHE_LIMIT = 10_000

/** @throws Error that names the first invalid CIDR block */
export function createEgressPolicy({ mode, allow = [], deny = [] }: EgressOptions): EgressPolicy {
  const allowed = allow.map(parseBlock)
  const denied = deny.map(parseBlock)
  const verdicts = new BoundedMap<string, string | null>(CACHE_LIMIT)
  const judgeNew = (address: string): string | null => judge(address, mode, allowed, denied)
  const refuse = (address: string): string | null => getOrCreate(verdicts, address, judgeNew)

  const refuseHost = (host: string): string | null => {
    if (LOCALHOST.test(host)) return refuse('::1') && refuse('127.0.0.1')
    const literal = host.replace(/^\[|\]$|\.$/g, '')
    return ipaddr.isValid(literal) ? refuse(ipaddr.parse(literal).toString()) : null
  }

  return { hidesNetwork: mode === 'public', refuse, refuseHost }
}

function judge(text: string, mode: EgressMode, allowed: Block[], denied: Block[]): string | null {
  // A zone (`fe80::1%eth0`) names the interface, not the destination
  const bare = text.split('%', 1)[0]!
  if (!ipaddr.isValid(bare)) return 'a value that is not an IP address'
  const address = ipaddr.parse(bare)
  const embedded = extractIpv4(address)
  const forms = [address, ...embedded]
  if (forms.some((form) => METADATA.has(form.toNormalizedString()))) return 'a cloud metadata address'
  if (forms.some((form) => isWithin(form, denied) || isWithin(toDestination(form), denied))) return 'a denied address'
  const isAllowed = isWithin(address, allowed) || (embedded.length > 0 && embedded.every((v4) => isWithin(v4, allowed)))
  if (mode === 'any' || isAllowed) return null
  // The translator of a local network leads to destinations inside that network
  return refuseUnlessPublic(embedded.length === 1 ? embedded[0]! : address)
}

const LOOPBACK = { ipv4: ipaddr.parse('127.0.0.1'), ipv6: ipaddr.parse('::1') }

/** A connection to the unspecified address arrives at the loopback address. Source: Linux, ip(7) and ipv6(7) */
const toDestination = (address: Address): Address =>
  address.toByteArray().every((byte) => byte === 0) ? LOOPBACK[address.kind()] : address

const isWithin = (address: Address, blocks: Block[]): boolean =>
  blocks.some(([base, bits]) => base.kind() === address.kind() && address.match(base, bits))

/** Labels for the ranges of ipaddr.js. Ranges without a label are other reserved ranges. */
const RANGE_LABELS: Record<string, string> = {
  unspecified: 'an unspecified address',
  broadcast: 'a broadcast address',
  multicast: 'a multicast address',
  linkLocal: 'a link-local address',
  loopback: 'a loopback address',
  carrierGradeNat: 'a carrier-grade NAT address',
  private: 'a private address',
  uniqueLocal: 'a unique-local address',
}

// Global unicast is currently only 2000::/3. Source: RFC 4291, section 2.4, and IANA's IPv6 address space
const GLOBAL_UNICAST: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3]

function refuseUnlessPublic(address: Address): string | null {
  const range = address.range()
  const isGlobal = address instanceof ipaddr.IPv4 || address.match(GLOBAL_UNICAST[0], GLOBAL_UNICAST[1])
  if (range === 'unicast' && isGlobal) return null
  return RANGE_LABELS[range] ?? 'a reserved address'
}

/** For NAT64 translators within a network. Their prefix may have any length that RFC 6052 defines. Source: RFC 8215 */
const LOCAL_NAT64: [ipaddr.IPv6, number] = ipaddr.IPv6.parseCIDR('64:ff9b:1::/48')

/**
 * Address forms that contain an IPv4 address to which a router or the kernel may deliver, and the positions of its
 * bytes. Mapped and compatible: RFC 4291, section 2.5.5. Translated: RFC 7915. NAT64: RFC 6052, section 2.2. 6to4: RFC
 * 3056.
 */
const EMBEDDING: { block: [ipaddr.IPv6, number]; at: readonly number[] }[] = [
  { block: ipaddr.IPv6.parseCIDR('::ffff:0:0/96'), at: [12, 13, 14, 15] },
  { block: ipaddr.IPv6.parseCIDR('::/96'), at: [12, 13, 14, 15] },
  { block: ipaddr.IPv6.parseCIDR('::ffff:0:0:0/96'), at: [12, 13, 14, 15] },
  { block: ipaddr.IPv6.parseCIDR('64:ff9b::/96'), at: [12, 13, 14, 15] },
  { block: LOCAL_NAT64, at: [12, 13, 14, 15] },
  { block: LOCAL_NAT64, at: [9, 10, 11, 12] },
  { block: LOCAL_NAT64, at: [7, 9, 10, 11] },
  { block: LOCAL_NAT64, at: [6, 7, 9, 10] },
  { block: ipaddr.IPv6.parseCIDR('2002::/16'), at: [2, 3, 4, 5] },
]

/**
 * Returns every IPv4 address that this address may contain. `::` and `::1` lie in the compatible block, but are the
 * unspecified and the loopback address.
 */
function extractIpv4(address: Address): ipaddr.IPv4[] {
  if (address instanceof ipaddr.IPv4 || address.range() === 'unspecified' || address.range() === 'loopback') return []
  const bytes = address.toByteArray()
  const forms = EMBEDDING.filter(({ block }) => address.match(block[0], block[1]))
  return forms.map(({ at }) => new ipaddr.IPv4(at.map((index) => bytes[index]!)))
}

function parseBlock(text: string): Block {
  try {
    return text.includes('/') ? ipaddr.parseCIDR(text) : toWholeBlock(ipaddr.parse(text))
  } catch {
    throw new Error(`"${text}" is not an address block such as 10.0.0.0/8 or fd00::/8`)
  }
}

const toWholeBlock = (address: Address): Block => [address, address instanceof ipaddr.IPv4 ? 32 : 128]
