/** Questions and answers on the wire (RFC 1035), over dns-packet. Pure. */
import { type Answer, type DecodedPacket, decode, encode, type RecordType, type SoaAnswer } from 'dns-packet'

export interface Question {
  /** Lower case, without a trailing dot; '.' for the root. */
  name: string
  type: RecordType
}

export interface Reply {
  /** `NOERROR`, `NXDOMAIN`, `SERVFAIL` … */
  rcode: string
  answers: Answer[]
  authorities: Answer[]
}

/** A reply, or the system's code for why there will be none: `ECONNREFUSED`. */
export type Outcome = { reply: Reply } | { error: string }

/** A question under way. */
export interface Query {
  /** Forgets the question; its callback is not called any more. */
  cancel(): void
}

const RECURSION_DESIRED = 0x0100
const TRUNCATED = 0x0200
const HEADER_BYTES = 12

export function encodeQuestion(id: number, { name, type }: Question): Buffer {
  return encode({ type: 'query', id, flags: RECURSION_DESIRED, questions: [{ name, type, class: 'IN' }] })
}

/** What came back for one question: an answer, "ask again over TCP", or null for a packet that is not an answer to it. */
export type Decoded = Reply | 'truncated' | null

/**
 * A packet counts only with our id, our question and the response bit; anything else may come from someone who guesses
 * (RFC 5452, section 9.1) and must not even end the wait.
 */
export function decodeReply(packet: Buffer, id: number, question: Question): Decoded {
  if (packet.length < HEADER_BYTES || packet.readUInt16BE(0) !== id) return null
  // A truncated packet may end anywhere, so it is only good for its first question
  const isTruncated = (packet.readUInt16BE(2) & TRUNCATED) !== 0
  const message = tryDecode(isTruncated ? withoutRecords(packet) : packet)
  if (message?.type !== 'response' || !isSameQuestion(message, question)) return null
  if (isTruncated) return 'truncated'
  return { rcode: rcodeOf(message), answers: message.answers ?? [], authorities: message.authorities ?? [] }
}

function tryDecode(packet: Buffer): DecodedPacket | null {
  try {
    return decode(packet)
  } catch {
    return null
  }
}

/** The header says how many answers, authorities and additionals follow: none. */
function withoutRecords(packet: Buffer): Buffer {
  return Buffer.from(packet).fill(0, 6, HEADER_BYTES)
}

/** A server that cannot read the question may answer without it. */
function isSameQuestion(message: DecodedPacket, question: Question): boolean {
  const asked = message.questions ?? []
  if (asked.length === 0) return rcodeOf(message) !== 'NOERROR' && rcodeOf(message) !== 'NXDOMAIN'
  return asked.length === 1 && normalName(asked[0]!.name) === question.name && asked[0]!.type === question.type
}

/** dns-packet decodes the code, but its types do not know of it. */
const rcodeOf = (message: DecodedPacket): string => (message as unknown as { rcode: string }).rcode

export const normalName = (name: string): string =>
  name.length > 1 && name.endsWith('.') ? name.slice(0, -1).toLowerCase() : name.toLowerCase()

/** Most aliases followed from one name. */
export const CNAME_LIMIT = 16

/** What a reply says about the records of a name. */
export type RecordsAnswer =
  | { kind: 'records'; records: Answer[]; ttlSeconds: number }
  /** No such name. */
  | { kind: 'missing'; ttlSeconds: number }
  /** The name exists, but has no record of this type. */
  | { kind: 'empty'; ttlSeconds: number }
  /** The reply ends at an alias whose own records have to be asked for. */
  | { kind: 'alias'; name: string; ttlSeconds: number }
  /** Aliases that lead in a circle or too far. */
  | { kind: 'loop' }
  /** The server could not find out. */
  | { kind: 'failed'; rcode: string }

export function readRecords(reply: Reply, question: Question): RecordsAnswer {
  if (reply.rcode !== 'NOERROR' && reply.rcode !== 'NXDOMAIN') return { kind: 'failed', rcode: reply.rcode }
  // Who asks for an alias wants to know where it points, not what lies there
  const chain = question.type === 'CNAME' ? noAliases(question.name) : followAliases(reply.answers, question.name)
  if (chain === null) return { kind: 'loop' }
  const records = reply.answers.filter(
    (answer) => answer.type === question.type && normalName(answer.name) === chain.name,
  )
  if (records.length > 0) {
    const ttlSeconds = Math.min(chain.ttlSeconds, ...records.map(ttlOf))
    return { kind: 'records', records, ttlSeconds }
  }
  const ttlSeconds = Math.min(chain.ttlSeconds, negativeTtl(reply.authorities))
  if (reply.rcode === 'NXDOMAIN') return { kind: 'missing', ttlSeconds }
  const isFinal = chain.name === question.name || reply.authorities.some((record) => record.type === 'SOA')
  return isFinal ? { kind: 'empty', ttlSeconds } : { kind: 'alias', name: chain.name, ttlSeconds }
}

const noAliases = (name: string) => ({ name, ttlSeconds: Number.POSITIVE_INFINITY })

/** Seconds; the records that have none are not for the likes of us. */
const ttlOf = (record: Answer): number => ('ttl' in record ? (record.ttl ?? 0) : 0)

/** Where the aliases of one reply lead; null when they lead in a circle or too far. */
function followAliases(answers: Answer[], start: string): { name: string; ttlSeconds: number } | null {
  const aliases = new Map<string, { name: string; ttlSeconds: number }>()
  for (const answer of answers) {
    if (answer.type !== 'CNAME') continue
    aliases.set(normalName(answer.name), { name: normalName(answer.data), ttlSeconds: answer.ttl ?? 0 })
  }
  let name = start
  let ttlSeconds = Number.POSITIVE_INFINITY
  for (let hops = 0; hops <= CNAME_LIMIT; hops++) {
    const alias = aliases.get(name)
    if (alias === undefined) return { name, ttlSeconds }
    name = alias.name
    ttlSeconds = Math.min(ttlSeconds, alias.ttlSeconds)
  }
  return null
}

/** Seconds for which "no" holds: the smaller of the SOA record's own time and its minimum. Source: RFC 2308, section 5. */
function negativeTtl(authorities: Answer[]): number {
  const soa = authorities.find((record): record is SoaAnswer => record.type === 'SOA')
  return soa ? Math.min(soa.ttl ?? 0, soa.data.minimum ?? 0) : 0
}
