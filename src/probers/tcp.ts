/**
 * A login that ends a check of a MySQL or MariaDB server. After 100 connections without a login, the server locks the
 * address of the client out (`max_connect_errors`). A login with a wrong name does not count. Pure.
 */
import { isIPv6 } from 'node:net'
import { type Static, Type } from 'typebox'
import type { TlsTerms } from '../core/monitors/monitor.ts'
import { BoundedMap } from '../core/platform/maps.ts'
import { type Failure, type Observation, PASSED, toFailedVerdict } from '../core/results/verdict.ts'
import { formatEndpoint } from '../net/connection/connection.ts'
import { type Conversation, runConversation } from '../net/connection/conversation.ts'
import { type CheckContext, dial } from '../net/connection/dial.ts'
import type { TlsRequirements } from '../net/connection/dial-target.ts'
import type { Farewell } from '../net/connection/lingering.ts'
import { quoteExcerpt } from '../net/http/http-head.ts'
import { formatRequestHead } from '../net/http/http-request.ts'
import { HTTP_ALPN } from '../net/http/http1.ts'
import { refuseHostTarget } from './check-target.ts'
import { AddressSetting, createNameServerContext, DnsServerSetting, refuseDnsServer } from './name-server.ts'
import { describeNearMatch } from './near-match.ts'
import { defineProber } from './prober.ts'
import {
  describeMissingGreeting,
  GREETINGS,
  type Greeting,
  isOtherGreeting,
  judgeGreeting,
  START_TLS,
  type StartTlsProtocol,
  startTls,
} from './starttls.ts'

export const TCP_PROTOCOLS = ['smtp', 'pop3', 'imap', 'ftp', 'ssh', 'http', 'https', 'generic'] as const

const MAX_EXPECT = 255
const MAX_SEND = 4096

export const TcpSettings = Type.Object(
  {
    port: Type.Integer({ title: 'Port', minimum: 1, maximum: 65_535, examples: [443] }),
    protocol: Type.Enum(TCP_PROTOCOLS, {
      title: 'Protocol',
      default: 'generic',
      description: 'Protocol of the service at the port',
    }),
    protocolValidation: Type.Optional(
      Type.Object(
        {
          enabled: Type.Boolean({
            title: 'Validate protocol',
            description: 'If off, an accepted connection is enough\n\nIf on, the service must also use the protocol.',
          }),
          send: Type.Optional(
            Type.String({
              title: 'Data to send',
              maxLength: MAX_SEND,
              description: 'Sent on connect. Generic protocol only',
            }),
          ),
          expect: Type.Optional(
            Type.String({
              title: 'Expected response',
              minLength: 1,
              maxLength: MAX_EXPECT,
              description:
                'Any response passes if empty. Generic protocol only\n\nText that the response must contain.',
            }),
          ),
        },
        { title: 'Protocol validation', additionalProperties: false },
      ),
    ),
    dnsServer: DnsServerSetting,
    address: AddressSetting,
  },
  { additionalProperties: false },
)
export type TcpSettings = Static<typeof TcpSettings>

/** Checks that a port accepts connections and, if configured, that its protocol answers. */
export const tcp = defineProber({
  settings: TcpSettings,
  refuseTarget: refuseHostTarget,
  refuseSettings: (settings, _target, egress) => refuseDnsServer(settings, egress),
  observe: async (target, settings, context): Promise<Observation> => {
    const resolving = createNameServerContext(settings, context)
    const failure = 'failure' in resolving ? resolving.failure : await runTcpCheck(target, settings, resolving)
    const { deadline, trace } = context
    return {
      durationMs: deadline.getElapsedMs(),
      timings: trace.timings,
      remoteAddress: trace.remoteAddress,
      statusCode: null,
      failure,
    }
  },
  tlsEndpoint: (target, settings, terms) =>
    findTlsMode(settings, terms) === 'none' ? null : formatEndpoint(target, settings.port),
  judge: ({ failure }) => (failure ? toFailedVerdict(failure) : PASSED),
})

async function runTcpCheck(host: string, settings: TcpSettings, context: CheckContext): Promise<Failure | null> {
  const mode = findTlsMode(settings, context.tlsTerms)
  const requirements = toTlsRequirements(settings, context.tlsTerms)
  const tls = mode === 'direct' ? requirements : null
  const { port, address } = settings
  const connection = await dial({ host, port, ipVersion: 'auto', address, tls }, context)
  if ('failure' in connection) return connection.failure
  if (typeof mode === 'object') {
    const { lenientEndpoints } = context.tools.tls
    const isLenient = lenientEndpoints.has(connection.endpoint)
    const server = { host, port: connection.port, tls: requirements }
    const failure = await startTls(connection, mode, server, context)
    // A failed handshake cannot be repeated on the same connection
    const isRepeated = failure !== null && !isLenient && lenientEndpoints.has(connection.endpoint)
    return isRepeated ? runTcpCheck(host, settings, context) : failure
  }
  const conversation = createConversation(host, settings, mode)
  if (conversation) return (await runConversation(connection, conversation, context))?.failure ?? null
  connection.end(createFarewell(connection.endpoint))
  return null
}

/** Endpoints that greeted as MySQL servers. */
const mysqlEndpoints = new BoundedMap<string, true>(10_000)

/** A server that is not known to be a MySQL server may greet only after this end. */
const createFarewell = (endpoint: string): Farewell =>
  mysqlEndpoints.has(endpoint)
    ? { answer: createMysqlAnswer }
    : { observe: (bytes) => isMysqlGreeting(bytes) && mysqlEndpoints.set(endpoint, true) }

/** Maximum bytes until the protocol is recognized; banners before an SSH version are the longest. */
const MAX_ANSWER = 16 * 1024

/** Null when only an open port is required. */
function createConversation(
  host: string,
  { port, protocol, protocolValidation }: TcpSettings,
  mode: TlsMode,
): Conversation | null {
  if (!protocolValidation?.enabled) return null
  if (protocol === 'generic') return createCustomConversation(protocolValidation.send, protocolValidation.expect)
  const isWeb = protocol === 'http' || protocol === 'https'
  const greeting: Greeting = GREETINGS[isWeb ? 'http' : protocol]
  return {
    goodbye: greeting.goodbye,
    send: isWeb ? createWebRequest(mode === 'direct' ? 'https' : 'http', host, port) : null,
    judgeReply: (bytes) => judgeGreeting(bytes, greeting),
    describeMissing: (bytes) => describeMissingGreeting(bytes, greeting),
    maxBytes: MAX_ANSWER,
    isWrongAtDeadline: isOtherGreeting,
  }
}

function createWebRequest(scheme: 'http' | 'https', host: string, port: number): Buffer {
  const url = new URL(`${scheme}://${isIPv6(host) ? `[${host}]` : host}:${port}/`)
  return Buffer.from(formatRequestHead({ method: 'GET', url, headers: {}, body: null, acceptsCoding: false }), 'latin1')
}

/** Without an expected text, any answer is good. */
function createCustomConversation(send: string | undefined, expect: string | undefined): Conversation | null {
  if (!send && !expect) return null
  const expected = Buffer.from(expect ?? '')
  return {
    send: send ? Buffer.from(send) : null,
    judgeReply: (bytes) => (bytes.includes(expected) ? 'good' : 'more'),
    describeMissing: (bytes) => {
      if (bytes.length === 0) return 'no answer'
      const similar = describeNearMatch(bytes.toString(), expect ?? '')
      return `${quoteExcerpt(expect ?? '')} not found in ${bytes.length} bytes${similar === null ? '' : `, but it is there ${similar}`}`
    },
    maxBytes: MAX_ANSWER,
    bidFarewell: (received) => (!send && isMysqlGreeting(received) ? { answer: createMysqlAnswer, received } : {}),
    // More bytes may always arrive, so a wrong answer shows only at the deadline
    isWrongAtDeadline: (bytes) => bytes.length > 0,
  }
}

/** Start of TLS: immediately, after a command of the protocol, or never. */
type TlsMode = 'direct' | StartTlsProtocol | 'none'

/** Ports that conventionally start with TLS. Source: the IANA port registry; the last ones by convention */
const DIRECT_PORTS: ReadonlySet<number> = new Set([
  443, // https
  465, // submissions
  563, // nntps
  636, // ldaps
  853, // domain-s
  989, // ftps-data
  990, // ftps
  992, // telnets
  993, // imaps
  995, // pop3s
  2083, // radsec
  3269, // msft-gc-ssl
  5061, // sips
  5223, // xmpp
  5671, // amqps
  5986, // wsmans
  6514, // syslog-tls
  6697, // ircs-u
  8443, // pcsync-https
  8883, // secure-mqtt
  9443, // tungsten-https
])

/**
 * Decides how TLS starts. Without a certificate watch, only a check that validates https shakes hands. With a watch,
 * every protocol that supports TLS does; generic ports are assumed to start with TLS.
 */
export function findTlsMode({ port, protocol, protocolValidation }: TcpSettings, terms: TlsTerms | undefined): TlsMode {
  if (!terms?.handshake) return protocol === 'https' && protocolValidation?.enabled ? 'direct' : 'none'
  if (protocol === 'ssh') return 'none'
  if (protocol === 'https' || protocol === 'generic' || DIRECT_PORTS.has(port)) return 'direct'
  return protocol === 'http' ? 'none' : START_TLS[protocol]
}

/**
 * A handshake for a certificate watch is judged by the watch's settings. A handshake for https always requires a valid
 * certificate.
 */
const toTlsRequirements = ({ protocol }: TcpSettings, terms: TlsTerms | undefined): TlsRequirements => ({
  verify: terms?.handshake ? terms.verify === true : true,
  ...((protocol === 'https' || protocol === 'http') && { alpn: HTTP_ALPN }),
})

/** Type of a packet, its first byte after the header. Source: MySQL's client/server protocol, "Connection Phase". */
const GREETING = 0x0a
const SWITCH_REQUEST = 0xfe

const HEADER_BYTES = 4

/** The server's log names it. It needs no account. */
const USER = 'watchkeeper'

/** CLIENT_LONG_PASSWORD, CLIENT_PROTOCOL_41, CLIENT_SECURE_CONNECTION and CLIENT_PLUGIN_AUTH. */
const CAPABILITIES = 0x1 | 0x200 | 0x8000 | 0x80000

const MAX_PACKET_BYTES = 2 ** 24
const UTF8MB4 = 45
const RESERVED_BYTES = 23

/** Returns whether bytes begin with the greeting of a MySQL server: packet 0, protocol 10, a version as text. */
const isMysqlGreeting = (bytes: Buffer): boolean =>
  bytes.length > HEADER_BYTES + 2 &&
  bytes[3] === 0 &&
  bytes[4] === GREETING &&
  /^\d+\./.test(bytes.toString('latin1', 5, 16))

/** Returns the answer to a packet of the server; null when the login has ended. */
function createMysqlAnswer(bytes: Buffer): Buffer | null {
  const next = (bytes[3] ?? 0) + 1
  if (isMysqlGreeting(bytes)) return toPacket(next, createLogin(bytes))
  return bytes[HEADER_BYTES] === SWITCH_REQUEST ? toPacket(next, Buffer.alloc(0)) : null
}

/** @param greeting its last text is the method of authentication that the server prefers */
function createLogin(greeting: Buffer): Buffer {
  const [, method = 'mysql_native_password'] = /([a-z0-9_]+)\0?$/.exec(greeting.toString('latin1')) ?? []
  const head = Buffer.alloc(9)
  head.writeUInt32LE(CAPABILITIES, 0)
  head.writeUInt32LE(MAX_PACKET_BYTES, 4)
  head.writeUInt8(UTF8MB4, 8)
  // After the name, an answer of length 0
  return Buffer.concat([head, Buffer.alloc(RESERVED_BYTES), Buffer.from(`${USER}\0\0${method}\0`)])
}

function toPacket(sequence: number, payload: Buffer): Buffer {
  const header = Buffer.alloc(HEADER_BYTES)
  header.writeUIntLE(payload.length, 0, 3)
  header.writeUInt8(sequence & 0xff, 3)
  return Buffer.concat([header, payload])
}
