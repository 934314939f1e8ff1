/** Questions and replies on the wire (RFC 1035, section 4). Pure. */
import { MAX_NAME_BYTES, normalizeName, writeName } from './dns-name.ts'
import { DnsReader, type DnsRecord, type RecordType, readValue, TYPE_NUMBERS } from './dns-record.ts'

export interface Question {
  /** Lower case, without a trailing dot; '.' for the root. */
  name: string
  type: RecordType
  /** Requests that the server mark an answer proved by DNSSEC (AD). Source: RFC 6840, section 5.7 */
  requestsAuthenticData?: boolean
}

export interface Reply {
  /** `NOERROR`, `NXDOMAIN`, `SERVFAIL` …, or UNREADABLE. */
  rcode: string
  /** The second 16-bit word of the header, unchanged. */
  flags: number
  /** Records of the requested type, and aliases. */
  answers: DnsRecord[]
  /** How long a negative answer is valid; null when no record states it. */
  negativeTtlSeconds: number | null
  /** Whether an answer without records names other name servers instead. */
  isReferral?: boolean
}

/** A reply, or the system's error code: `ECONNREFUSED`. */
export type Outcome = { reply: Reply } | { error: string; isOverTcp?: boolean }

/** A pending question. */
export interface Query {
  /** Cancels the question; its callback is not called any more. */
  cancel(): void
}

/** Used instead of a response code when an answer to the question is malformed. */
export const UNREADABLE = 'UNREADABLE'

const UNREADABLE_REPLY: Reply = { rcode: UNREADABLE, flags: 0, answers: [], negativeTtlSeconds: null }

const HEADER_BYTES = 12
const RECURSION_DESIRED = 0x0100
/** In a reply: DNSSEC proves the answer. In a question: the client understands this bit. */
export const AUTHENTIC_DATA = 0x0020
/** The server answers from its own data. */
export const AUTHORITATIVE = 0x0400
const TRUNCATED = 0x0200
/** The response bit, and the opcode, which is 0 for a query. */
const RESPONSE_BITS = 0xf800
const RESPONSE = 0x8000
const RCODE_BITS = 0x000f
const CLASS_IN = 1

/**
 * Announces that answers over UDP may be longer than 512 bytes, but short enough to avoid fragmentation. Source: RFC
 * 6891, section 6.1.2. The size is the one of DNS Flag Day 2020
 */
const EDNS = Buffer.from('000029' + '04d0' + '00000000' + '0000', 'hex')
const TYPE_OPT = 41

const SCRATCH = Buffer.alloc(HEADER_BYTES + MAX_NAME_BYTES + 4 + EDNS.length)

/**
 * @param hasEdns false for servers that do not accept EDNS
 * @throws RangeError for an invalid name
 */
export function encodeQuestion(id: number, { name, type, requestsAuthenticData }: Question, hasEdns: boolean): Buffer {
  SCRATCH.writeUInt16BE(id, 0)
  SCRATCH.writeUInt16BE(requestsAuthenticData ? RECURSION_DESIRED | AUTHENTIC_DATA : RECURSION_DESIRED, 2)
  SCRATCH.fill(0, 4, HEADER_BYTES)
  SCRATCH[5] = 1
  SCRATCH[11] = hasEdns ? 1 : 0
  let end = writeName(name, SCRATCH, HEADER_BYTES)
  end = SCRATCH.writeUInt16BE(TYPE_NUMBERS[type], end)
  end = SCRATCH.writeUInt16BE(CLASS_IN, end)
  if (hasEdns) end += EDNS.copy(SCRATCH, end)
  const packet = Buffer.allocUnsafe(end)
  SCRATCH.copy(packet, 0, 0, end)
  return packet
}

/** The decoded packet: an answer, "ask again over TCP", or null for a packet that does not answer the question. */
type DecodedReply = Reply | 'truncated' | null

/**
 * Decodes a packet. It counts only with the right id, the right question and the response bit. Any other packet may
 * come from an attacker who guesses (RFC 5452, section 9.1) and must not end the wait.
 *
 * @param sent the packet with the question
 */
export function decodeReply(packet: Buffer, sent: Buffer, question: Question): DecodedReply {
  if (packet.length < HEADER_BYTES || packet[0] !== sent[0] || packet[1] !== sent[1]) return null
  const flags = packet.readUInt16BE(2)
  if ((flags & RESPONSE_BITS) !== RESPONSE) return null
  const questions = packet.readUInt16BE(4)
  // A server that cannot parse the question may answer without it
  if (questions === 0) return toBareReply(flags)
  const end = findQuestionEnd(sent)
  if (questions !== 1 || !isSame(packet, sent, HEADER_BYTES, end)) return null
  // A truncated packet may end anywhere
  if ((flags & TRUNCATED) !== 0) return 'truncated'
  try {
    return readSections(packet, end, flags, question)
  } catch {
    return UNREADABLE_REPLY
  }
}

function toBareReply(flags: number): Reply | null {
  const rcode = toRcodeName(flags & RCODE_BITS)
  return rcode === 'NOERROR' || rcode === 'NXDOMAIN' ? null : { rcode, flags, answers: [], negativeTtlSeconds: null }
}

/** The end of the question in a sent packet. */
function findQuestionEnd(sent: Buffer): number {
  let at = HEADER_BYTES
  while (sent[at] !== 0) at += sent[at]! + 1
  return at + 5
}

/**
 * Compares bytes without regard to the case of letters. The numbers of the types and the class in use are outside the
 * range of letters.
 */
function isSame(packet: Buffer, sent: Buffer, start: number, end: number): boolean {
  for (let at = start; at < end; at++)
    if (packet[at] !== sent[at] && toLowerCase(packet[at]) !== toLowerCase(sent[at])) return false
  return true
}

const toLowerCase = (byte = -1): number => (byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte)

/** @throws RangeError for malformed records */
function readSections(packet: Buffer, start: number, flags: number, question: Question): Reply {
  const rcode = flags & RCODE_BITS
  const reader = new DnsReader(packet, start)
  const answers: DnsRecord[] = []
  for (let left = packet.readUInt16BE(6); left > 0; left--) {
    const record = readAnswer(reader, question)
    if (record !== null) answers.push(record)
  }
  if (answers.length > 0) return { rcode: toRcodeName(rcode), flags, answers, negativeTtlSeconds: null }
  const { negativeTtlSeconds, namesServers } = readAuthority(reader, packet.readUInt16BE(8))
  let upperBits = 0
  for (let left = packet.readUInt16BE(10); left > 0; left--) upperBits |= readUpperBits(reader)
  const isReferral = namesServers && negativeTtlSeconds === null && (flags & AUTHORITATIVE) === 0
  return {
    rcode: toRcodeName(upperBits | rcode),
    flags,
    answers,
    negativeTtlSeconds,
    ...(isReferral && { isReferral }),
  }
}

/** Null for a record that was not requested. */
function readAnswer(reader: DnsReader, question: Question): DnsRecord | null {
  const start = reader.at
  reader.skipName()
  const type = reader.readU16()
  const recordClass = reader.readU16()
  const ttlSeconds = readTtl(reader)
  const end = reader.readU16() + reader.at
  const isAlias = type === TYPE_NUMBERS.CNAME
  if (recordClass !== CLASS_IN || (!isAlias && type !== TYPE_NUMBERS[question.type])) {
    skipTo(reader, end)
    return null
  }
  const value = readValue(isAlias ? 'CNAME' : question.type, reader, end)
  return { name: readOwner(reader, start, question), type: isAlias ? 'CNAME' : question.type, ttlSeconds, value }
}

/** Most answers refer to the question for their name. */
const TO_QUESTION = 0xc000 | HEADER_BYTES

function readOwner({ packet }: DnsReader, start: number, question: Question): string {
  if (packet.readUInt16BE(start) === TO_QUESTION) return question.name
  return normalizeName(new DnsReader(packet, start).readName())
}

/** Reads the records that explain an answer without records. */
function readAuthority(reader: DnsReader, count: number): { negativeTtlSeconds: number | null; namesServers: boolean } {
  let negativeTtlSeconds: number | null = null
  let namesServers = false
  for (let left = count; left > 0; left--) {
    reader.skipName()
    const type = reader.readU16()
    reader.readU16()
    const ttlSeconds = readTtl(reader)
    const end = reader.readU16() + reader.at
    skipTo(reader, end)
    if (type === TYPE_NUMBERS.NS) namesServers = true
    // The smaller of the record's own TTL and its minimum. Source: RFC 2308, section 5
    if (type === TYPE_NUMBERS.SOA) negativeTtlSeconds = Math.min(ttlSeconds, reader.packet.readUInt32BE(end - 4))
  }
  return { negativeTtlSeconds, namesServers }
}

/** Upper bits of the response code, if a record holds them. Source: RFC 6891, section 6.1.3 */
function readUpperBits(reader: DnsReader): number {
  reader.skipName()
  const type = reader.readU16()
  reader.readU16()
  const upperBits = reader.readU8() << 4
  reader.at += 3
  skipTo(reader, reader.readU16() + reader.at)
  return type === TYPE_OPT ? upperBits : 0
}

/** A negative TTL counts as 0. Source: RFC 2181, section 8 */
function readTtl(reader: DnsReader): number {
  const seconds = reader.readU32()
  return seconds > 0x7fffffff ? 0 : seconds
}

function skipTo(reader: DnsReader, end: number): void {
  if (end > reader.packet.length) throw new RangeError('an incomplete record')
  reader.at = end
}

/** Source: the IANA registry of DNS response codes */
const RCODES = 'NOERROR FORMERR SERVFAIL NXDOMAIN NOTIMP REFUSED YXDOMAIN YXRRSET NXRRSET NOTAUTH NOTZONE'.split(' ')

/** The server does not support this EDNS version. Source: RFC 6891, section 9 */
const BADVERS = 16

const toRcodeName = (rcode: number): string => (rcode === BADVERS ? 'BADVERS' : (RCODES[rcode] ?? `RCODE${rcode}`))
