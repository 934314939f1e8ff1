/**
 * What a check or a webhook may connect to. The address is judged after resolution, right before the connection to that
 * very address, and again at every redirect: a name that was harmless a moment ago may point somewhere else by now.
 */
import ipaddr from 'ipaddr.js'
import { BoundedMap } from './bounded-map.ts'

const EGRESS_MODES = ['any', 'public'] as const
type EgressMode = (typeof EGRESS_MODES)[number]

export interface EgressOptions {
  mode: EgressMode
  /** CIDR blocks that are let through whatever the mode says. */
  allow?: readonly string[]
  /** CIDR blocks that are refused; stronger than `allow`. */
  deny?: readonly string[]
}

export interface EgressPolicy {
  /**
   * Whether users may learn nothing about the network around the server: neither where its name servers are, nor which
   * names exist only inside.
   */
  readonly hidesNetwork: boolean
  /** What is wrong with connecting to this IP address (`a private address`); null when it may be. Cheap: every check asks. */
  refuse(address: string): string | null
  /**
   * The same for a host as a user writes it: judges any spelling of a literal address (`[::1]`, `0x7f.1`,
   * `2130706433`, `127.0.0.1.`) and `localhost`. Other names pass: they are judged when they have been resolved.
   */
  refuseHost(host: string): string | null
}

type Address = ipaddr.IPv4 | ipaddr.IPv6
type Block = [Address, number]

/**
 * Where clouds hand credentials to whoever asks from inside. Refused whatever the configuration says.
 * AWS (instance, task, pod), Google, Azure (also its wire server), Alibaba, Tencent, Oracle, Scaleway, OpenStack, Akamai.
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

/** Names that every resolver takes for the loopback addresses. Source: RFC 6761, section 6.3 */
const LOCALHOST = /^(?:.+\.)?localhost\.?$/i

/** Verdicts kept. */
const CACHE_LIMIT = 10_000

/** @throws Error that names the first block which is not CIDR */
export function createEgressPolicy({ mode, allow = [], deny = [] }: EgressOptions): EgressPolicy {
  const allowed = allow.map(parseBlock)
  const denied = deny.map(parseBlock)
  const verdicts = new BoundedMap<string, string | null>(CACHE_LIMIT)
  const judgeNew = (address: string): string | null => judge(address, mode, allowed, denied)
  const refuse = (address: string): string | null => verdicts.getOrInsertComputed(address, judgeNew)

  const refuseHost = (host: string): string | null => {
    if (LOCALHOST.test(host)) return refuse('::1') && refuse('127.0.0.1')
    const literal = host.replace(/^\[|\]$|\.$/g, '')
    return ipaddr.isValid(literal) ? refuse(ipaddr.parse(literal).toString()) : null
  }

  return { hidesNetwork: mode === 'public', refuse, refuseHost }
}

function judge(text: string, mode: EgressMode, allowed: Block[], denied: Block[]): string | null {
  // A zone (`fe80::1%eth0`) says through which interface, not where to
  const bare = text.split('%', 1)[0]!
  if (!ipaddr.isValid(bare)) return 'a value that is not an IP address'
  const address = ipaddr.parse(bare)
  const embedded = extractIpv4(address)
  const forms = [address, ...embedded]
  if (forms.some((form) => METADATA.has(form.toNormalizedString()))) return 'a cloud metadata address'
  if (forms.some((form) => isWithin(form, denied) || isWithin(toDestination(form), denied))) return 'a denied address'
  const isAllowed = isWithin(address, allowed) || (embedded.length > 0 && embedded.every((v4) => isWithin(v4, allowed)))
  if (mode === 'any' || isAllowed) return null
  // Wherever a network's own translator leads, that is inside of it
  return refuseUnlessPublic(embedded.length === 1 ? embedded[0]! : address)
}

const LOOPBACK = { ipv4: ipaddr.parse('127.0.0.1'), ipv6: ipaddr.parse('::1') }

/** A connection to the unspecified address arrives at the loopback address. Source: Linux, ip(7) and ipv6(7) */
const toDestination = (address: Address): Address =>
  address.toByteArray().every((byte) => byte === 0) ? LOOPBACK[address.kind()] : address

const isWithin = (address: Address, blocks: Block[]): boolean =>
  blocks.some(([base, bits]) => base.kind() === address.kind() && address.match(base, bits))

/** The names of ipaddr.js, in words for people. What is not listed is some other reserved range. */
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

// Global unicast is 2000::/3 and nothing else so far. Source: RFC 4291, section 2.4, and IANA's IPv6 address space
const GLOBAL_UNICAST: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3]

function refuseUnlessPublic(address: Address): string | null {
  const range = address.range()
  const isGlobal = address instanceof ipaddr.IPv4 || address.match(GLOBAL_UNICAST[0], GLOBAL_UNICAST[1])
  if (range === 'unicast' && isGlobal) return null
  return RANGE_LABELS[range] ?? 'a reserved address'
}

/** For translators within a network, whose prefix may have any of the lengths of RFC 6052. Source: RFC 8215 */
const LOCAL_NAT64: [ipaddr.IPv6, number] = ipaddr.IPv6.parseCIDR('64:ff9b:1::/48')

/**
 * Forms that carry an IPv4 address to which some router or the kernel itself may deliver, and which of the 16 bytes hold
 * it. Mapped and compatible: RFC 4291, section 2.5.5. Translated: RFC 7915. NAT64: RFC 6052, section 2.2. 6to4: RFC 3056.
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

/** Every way to read it. `::` and `::1` lie in the compatible block, but are the unspecified and the loopback address. */
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
