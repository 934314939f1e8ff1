/**
 * The steps of a check, from a name to a verdict, for whoever wants to see how it came about. Plain data: what a target
 * said is in them as it came, so whoever shows it to people has to make it harmless first. Secrets are masked.
 */
import type { SeenCertificate } from './certificate.ts'

/** One DNS question, and what came of it. */
export interface ResolveStep {
  kind: 'resolve'
  name: string
  recordType: string
  source: 'name_server' | 'cache' | 'last_known' | 'hosts_file' | 'localhost'
  /** Who answered; null when nobody did, or nobody was asked. */
  server: string | null
  transport: 'udp' | 'tcp' | null
  /** `NOERROR`; null without an answer. */
  rcode: string | null
  /** Set in the answer, by the names of RFC 1035 and 4035: `aa`, `ra`. */
  flags: string[]
  answers: DnsRecord[]
  /** Servers in the order in which they were asked, one for each try. */
  asked: string[]
  /** Servers that were no use: `192.0.2.53 REFUSED`. */
  rejections: string | null
  error: string | null
  ms: number
}

export interface DnsRecord {
  name: string
  type: string
  /** Null where it is not known: from the cache or the hosts file. */
  ttlSeconds: number | null
  /** As people write it: `10 mail.example.com`. */
  value: string
}

/** The egress policy does not let a check go there. */
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
  /** The system's name for it: `ECONNREFUSED`. */
  error: string | null
  ms: number
}

export interface TlsStep {
  kind: 'tls'
  /** Asked for; null for a literal address. */
  serverName: string | null
  /** `TLSv1.3`; null, as what follows, when the handshake broke. */
  protocol: string | null
  cipher: string | null
  /** `X25519` */
  keyExchange: string | null
  /** The protocol agreed on for what follows. */
  alpn: string | null
  /** As it was judged, whether or not a bad one is a failure. */
  certificate: SeenCertificate | null
  /** Whether a bad certificate is a failure. */
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
  /** `HTTP/1.1 200 OK`; null when none came. */
  statusLine: string | null
  headers: HeaderLine[]
  /** Read, as they came. */
  bodyBytes: number
  /** `cut`: read as far as a check reads. `unread`: nobody waited for it, as behind a redirect. */
  body: 'whole' | 'cut' | 'unread' | 'broken_off'
  /** The beginning; null when there is none, or it is compressed. */
  start: string | null
  /** From the request to the first byte; null when none came. */
  firstByteMs: number | null
  error: string | null
  /** From the request to the end. */
  ms: number
}

export interface RedirectStep {
  kind: 'redirect'
  status: number
  /** Of the next request. */
  method: string
  url: string
  /** Headers that are kept back, because they were meant for another origin. */
  removedHeaders: string[]
}

/** Something said and heard on a connection that does not speak HTTP, or only begins to. */
export interface TalkStep {
  kind: 'talk'
  /** Null when only listened. */
  sent: string | null
  received: string
  receivedBytes: number
  firstByteMs: number | null
  error: string | null
  ms: number
}

export interface SearchStep {
  kind: 'search'
  /** Of the decoded text. */
  characters: number
  start: string
  keywords: { text: string; shouldContain: boolean; isFound: boolean }[]
}

/** One echo request, and what came of it. */
export interface PingStep {
  kind: 'ping'
  /** From 1. */
  number: number
  address: string
  /** Behind the ICMP header. */
  bytes: number
  ttl: number
  /** `no answer`, or what a router said. */
  error: string | null
  /** There and back; how long was waited where no answer came. */
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
  | PingStep

/** Who wants to know. */
export interface TraceLog {
  /** @param endedAt `performance.now()`; now when it is left out */
  note(step: TraceStep, endedAt?: number): void
}

/** A step, and when it began after the check did. */
export interface RecordedStep {
  atMs: number
  step: TraceStep
}
