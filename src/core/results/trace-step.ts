/**
 * Steps of a check, from name resolution to the verdict, for users who want to see its details. Text from the target is
 * unchanged, so code that displays it must sanitize it first. Secrets are masked.
 */
import type { SeenCertificate } from './certificate.ts'

/** One DNS query and its result. */
export interface ResolveStep {
  kind: 'resolve'
  name: string
  recordType: string
  source: 'name_server' | 'cache' | 'last_known' | 'hosts_file' | 'localhost'
  /** Server that answered; null when no server answered, or when no server was queried. */
  server: string | null
  transport: 'udp' | 'tcp' | null
  /** `NOERROR`; null without an answer. */
  rcode: string | null
  /** Flags set in the answer, by the names of RFC 1035 and 4035: `aa`, `ra`. */
  flags: string[]
  answers: DnsRecord[]
  /** Queried servers in order, one entry for each attempt. */
  asked: string[]
  /** Servers that gave no usable answer: `192.0.2.53 REFUSED`. */
  rejections: string | null
  error: string | null
  ms: number
}

export interface DnsRecord {
  name: string
  type: string
  /** Null when unknown: from the cache or the hosts file. */
  ttlSeconds: number | null
  /** Usual text form: `10 mail.example.com`. */
  value: string
}

/** A connection that the egress policy denies. */
interface RefusedStep {
  kind: 'refused'
  address: string
  /** `a private address` */
  error: string
}

export interface ConnectStep {
  kind: 'connect'
  address: string
  port: number
  /** Error name of the system: `ECONNREFUSED`. */
  error: string | null
  ms: number
}

export interface TlsStep {
  kind: 'tls'
  /** Requested server name; null for a literal address. */
  serverName: string | null
  /** `TLSv1.3`; null, like the following fields, when the handshake failed. */
  protocol: string | null
  cipher: string | null
  /** `X25519` */
  keyExchange: string | null
  /** Protocol negotiated for the connection. */
  alpn: string | null
  /** Certificate with its verdict, even if an invalid certificate does not count as a failure. */
  certificate: SeenCertificate | null
  /** Whether an invalid certificate counts as a failure. */
  isVerified: boolean
  error: string | null
  ms: number
}

export type HeaderLine = [name: string, value: string]

export interface SendStep {
  kind: 'send'
  /** `GET / HTTP/1.1` */
  requestLine: string
  headers: HeaderLine[]
  bodyBytes: number
}

export interface ReceiveStep {
  kind: 'receive'
  /** `HTTP/1.1 200 OK`; null when no response arrived. */
  statusLine: string | null
  headers: HeaderLine[]
  /** Number of bytes read, before decoding. */
  bodyBytes: number
  /** `cut`: read up to a limit of bytes or time. `unread`: not needed, for example in a redirect. */
  body: 'whole' | 'cut' | 'unread' | 'broken_off'
  /** Beginning of the body; null when there is none, or it is compressed. */
  start: string | null
  /** From the request to the first byte; null when no byte arrived. */
  firstByteMs: number | null
  error: string | null
  /** From the request to the end of the response. */
  ms: number
}

export interface RedirectStep {
  kind: 'redirect'
  status: number
  /** Method of the next request. */
  method: string
  url: string
  /** Headers that were not sent again, because they were meant for another origin. */
  removedHeaders: string[]
}

/** Data sent and received on a connection that does not use HTTP, or does not use it yet. */
export interface TalkStep {
  kind: 'talk'
  /** Null when the check only read data. */
  sent: string | null
  received: string
  receivedBytes: number
  firstByteMs: number | null
  error: string | null
  ms: number
}

export interface SearchStep {
  kind: 'search'
  /** Length of the decoded text. */
  characters: number
  start: string
  keywords: { text: string; shouldContain: boolean; isFound: boolean }[]
}

export interface AssertStep {
  kind: 'assert'
  assertions: {
    /** `$.queue.depth: less than 100` */
    text: string
    effect: 'down' | 'degraded'
    /** Null if the assertion holds. */
    problem: string | null
  }[]
}

/** One echo request and its result. */
export interface PingStep {
  kind: 'ping'
  /** Counted from 1. */
  number: number
  address: string
  /** Payload after the ICMP header. */
  bytes: number
  ttl: number
  /** `no answer`, or the error that a router reported. */
  error: string | null
  /** Round-trip time; the waiting time when no answer arrived. */
  ms: number
}

export type TraceStep =
  | ResolveStep
  | RefusedStep
  | ConnectStep
  | TlsStep
  | SendStep
  | ReceiveStep
  | RedirectStep
  | TalkStep
  | SearchStep
  | AssertStep
  | PingStep

/** Receives the steps of a check. */
export interface TraceLog {
  /** @param endedAt `performance.now()`; defaults to now */
  note(step: TraceStep, endedAt?: number): void
}

/** A step, with its start relative to the start of the check. */
export interface RecordedStep {
  atMs: number
  step: TraceStep
}

/**
 * - `wait`: for a probe of the region
 * - `query`: one record of a DNS monitor; `ping`: one packet
 * - `request`: from the request to the first byte; `greeting`: until the first line of the service
 * - `verify`: the probe verifies its own connection before it reports a failure
 */
type PhaseKind = 'wait' | 'resolve' | 'connect' | 'tls' | 'greeting' | 'request' | 'read' | 'query' | 'ping' | 'verify'

/** A phase that begins, or the end of a phase with a number. A phase of another kind ends all earlier phases. */
export interface CheckPhase {
  kind: PhaseKind
  /** Name, address or record that the phase is about; null if there is none. */
  subject: string | null
  /** Position from 1 among the phases of this kind, which may run at the same time; absent if there is only one. */
  number?: number
  count?: number
  /** Present at the end of a phase with a number: why it failed, or null. */
  error?: string | null
}

export type PhaseListener = (phase: CheckPhase) => void

/** A phase with its time since the start of the check. */
export interface TimedPhase extends CheckPhase {
  atMs: number
}

export type TimedPhaseListener = (phase: TimedPhase) => void
