/** ICMP echo requests, replies and errors in wire format (RFC 792, RFC 4443). Pure. */
import type { IpFamily } from '../dns/resolver.ts'

/** Header of an echo: type, code, checksum, id and sequence number. */
const ECHO_HEADER_BYTES = 8

const ECHO_REQUEST: Record<IpFamily, number> = { 4: 8, 6: 128 }
const ECHO_REPLY: Record<IpFamily, number> = { 4: 0, 6: 129 }

const IPV4_MIN_HEADER_BYTES = 20
const IPV6_HEADER_BYTES = 40

/** Fields that a request and its reply share. */
export interface Echo {
  id: number
  sequence: number
  /** For a quoted request only the returned part, possibly empty. */
  payload: Buffer
}

/** Error that a router or host on the path reports for a request. */
export interface IcmpError {
  /** Name in the operating system: `EHOSTUNREACH`. */
  code: string
  /** `host unreachable` */
  message: string
}

type IcmpMessage =
  | { kind: 'reply'; echo: Echo }
  /** `to`: destination of the request. */
  | { kind: 'error'; echo: Echo; to: Buffer; error: IcmpError }

export function encodeEcho(family: IpFamily, { id, sequence, payload }: Echo): Buffer {
  const packet = Buffer.allocUnsafe(ECHO_HEADER_BYTES + payload.length)
  packet.fill(0, 1, 4)
  packet[0] = ECHO_REQUEST[family]
  packet.writeUInt16BE(id, 4)
  packet.writeUInt16BE(sequence, 6)
  payload.copy(packet, ECHO_HEADER_BYTES)
  // Over IPv6 the kernel computes the checksum, because it also covers the addresses. Source: RFC 3542, section 3.1
  if (family === 4) packet.writeUInt16BE(computeChecksum(packet), 2)
  return packet
}

/** Source: RFC 1071 */
export function computeChecksum(bytes: Buffer): number {
  let sum = 0
  for (let at = 0; at + 1 < bytes.length; at += 2) sum += bytes.readUInt16BE(at)
  if (bytes.length % 2 === 1) sum += bytes.at(-1)! << 8
  while (sum > 0xffff) sum = (sum & 0xffff) + (sum >>> 16)
  return ~sum & 0xffff
}

/** @returns null for any packet that is neither a reply nor an error about an echo request */
export function decodeIcmp(family: IpFamily, packet: Buffer): IcmpMessage | null {
  if (packet.length < ECHO_HEADER_BYTES) return null
  const [type, code] = [packet[0]!, packet[1]!]
  if (type === ECHO_REPLY[family]) return { kind: 'reply', echo: readEcho(packet) }
  const error = describeError(family, type, code)
  const quoted = error && readQuoted(family, packet.subarray(ECHO_HEADER_BYTES))
  return quoted ? { kind: 'error', ...quoted, error } : null
}

const readEcho = (packet: Buffer): Echo => ({
  id: packet.readUInt16BE(4),
  sequence: packet.readUInt16BE(6),
  payload: packet.subarray(ECHO_HEADER_BYTES),
})

/** The ICMP part of an IPv4 packet; null when it is too short to hold one. */
export function removeIpHeader(packet: Buffer): Buffer | null {
  const length = packet.length < IPV4_MIN_HEADER_BYTES ? 0 : (packet[0]! & 0x0f) * 4
  return length < IPV4_MIN_HEADER_BYTES || packet.length < length + ECHO_HEADER_BYTES ? null : packet.subarray(length)
}

/** A request of this probe, quoted in an error: its IP header and at least 8 bytes more. */
function readQuoted(family: IpFamily, packet: Buffer): { echo: Echo; to: Buffer } | null {
  const isV4 = family === 4
  const icmp = isV4 ? removeIpHeader(packet) : packet.subarray(IPV6_HEADER_BYTES)
  const echo = icmp && readRequest(family, icmp)
  return echo && { echo, to: isV4 ? packet.subarray(16, 20) : packet.subarray(24, 40) }
}

/** A request of this probe as it was sent; null for any other packet. */
export const readRequest = (family: IpFamily, icmp: Buffer): Echo | null =>
  icmp.length >= ECHO_HEADER_BYTES && icmp[0] === ECHO_REQUEST[family] ? readEcho(icmp) : null

const UNREACHABLE: IcmpError = { code: 'EHOSTUNREACH', message: 'destination unreachable' }

/** Codes of "destination unreachable". Source: RFC 792, RFC 1122, section 3.2.2.1, and RFC 1812, section 5.2.7.1 */
const UNREACHABLE_V4: Record<number, IcmpError> = {
  0: { code: 'ENETUNREACH', message: 'network unreachable' },
  1: { code: 'EHOSTUNREACH', message: 'host unreachable' },
  2: { code: 'ENOPROTOOPT', message: 'protocol unreachable' },
  3: { code: 'ECONNREFUSED', message: 'port unreachable' },
  4: { code: 'EMSGSIZE', message: 'packet too big' },
  9: { code: 'ENETUNREACH', message: 'network prohibited' },
  10: { code: 'EHOSTUNREACH', message: 'host prohibited' },
  13: { code: 'EHOSTUNREACH', message: 'prohibited by a filter' },
}

/** Source: RFC 4443, section 3.1 */
const UNREACHABLE_V6: Record<number, IcmpError> = {
  0: { code: 'ENETUNREACH', message: 'no route' },
  1: { code: 'EACCES', message: 'prohibited by a filter' },
  3: { code: 'EHOSTUNREACH', message: 'address unreachable' },
  4: { code: 'ECONNREFUSED', message: 'port unreachable' },
}

/** Error types by family. */
const DESTINATION_UNREACHABLE: Record<IpFamily, number> = { 4: 3, 6: 1 }
const TIME_EXCEEDED: Record<IpFamily, number> = { 4: 11, 6: 3 }
const PARAMETER_PROBLEM: Record<IpFamily, number> = { 4: 12, 6: 4 }
const PACKET_TOO_BIG_V6 = 2

/** Types that a socket should accept. */
export const WANTED_TYPES: Record<IpFamily, readonly number[]> = {
  4: [ECHO_REPLY[4], DESTINATION_UNREACHABLE[4], TIME_EXCEEDED[4], PARAMETER_PROBLEM[4]],
  6: [ECHO_REPLY[6], DESTINATION_UNREACHABLE[6], PACKET_TOO_BIG_V6, TIME_EXCEEDED[6], PARAMETER_PROBLEM[6]],
}

/** @returns null for a type that is no error */
export function describeError(family: IpFamily, type: number, code: number): IcmpError | null {
  if (type === DESTINATION_UNREACHABLE[family])
    return (family === 4 ? UNREACHABLE_V4 : UNREACHABLE_V6)[code] ?? UNREACHABLE
  if (type === TIME_EXCEEDED[family]) return { code: 'EHOSTUNREACH', message: 'time to live exceeded' }
  if (type === PARAMETER_PROBLEM[family]) return { code: 'EPROTO', message: 'parameter problem' }
  return family === 6 && type === PACKET_TOO_BIG_V6 ? { code: 'EMSGSIZE', message: 'packet too big' } : null
}
