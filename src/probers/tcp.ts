import { isIPv6 } from 'node:net'
import { type Static, Type } from 'typebox'
import type { TlsTerms } from '../core/monitors/tls-terms.ts'
import { type Failure, failed, type Observation, PASSED } from '../core/results/verdict.ts'
import { endpoint } from '../net/connection/connection.ts'
import { type Conversation, converse } from '../net/connection/conversation.ts'
import { type CheckContext, dial } from '../net/connection/dial.ts'
import type { TlsWish } from '../net/connection/dial-target.ts'
import { excerpt } from '../net/http/http-head.ts'
import { requestHead } from '../net/http/http-request.ts'
import { HTTP_ALPN } from '../net/http/http1.ts'
import { GREETINGS, hearGreeting, isOtherGreeting, missingGreeting } from './greetings.ts'
import { refuseHostTarget } from './host-target.ts'
import { defineProber } from './prober.ts'
import { START_TLS, type StartTls, startTls } from './starttls.ts'

export const TCP_PROTOCOLS = ['smtp', 'pop3', 'imap', 'ftp', 'ssh', 'http', 'https', 'generic'] as const

const MAX_EXPECT = 255
const MAX_SEND = 4096

export const TcpSettings = Type.Object(
  {
    port: Type.Integer({ title: 'Port', minimum: 1, maximum: 65_535, examples: [443] }),
    protocol: Type.Enum(TCP_PROTOCOLS, {
      title: 'Protocol',
      default: 'generic',
      description: 'What is spoken at the port',
    }),
    protocolValidation: Type.Optional(
      Type.Object(
        {
          enabled: Type.Boolean({
            title: 'Check the protocol',
            description: 'Off: the port accepts a connection. On: it speaks the protocol too',
          }),
          send: Type.Optional(
            Type.String({
              title: 'Send',
              maxLength: MAX_SEND,
              description: 'Said first. Of generic; others pass it over',
            }),
          ),
          expect: Type.Optional(
            Type.String({
              title: 'Expect',
              minLength: 1,
              maxLength: MAX_EXPECT,
              description: 'Part of the answer; any will do without it. Of generic; others pass it over',
            }),
          ),
        },
        { title: 'Protocol check', additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
)
export type TcpSettings = Static<typeof TcpSettings>

/** A port accepts connections and, when asked for, speaks its protocol. */
export const tcp = defineProber({
  settings: TcpSettings,
  refuseTarget: refuseHostTarget,
  observe: async (target, settings, context): Promise<Observation> => {
    const failure = await speak(target, settings, context)
    const { deadline, trace } = context
    return {
      durationMs: deadline.elapsedMs(),
      timings: trace.timings,
      remoteAddress: trace.remoteAddress,
      statusCode: null,
      failure,
    }
  },
  tlsEndpoint: (target, settings, terms) =>
    tlsWayOf(settings, terms) === 'none' ? null : endpoint(target, settings.port),
  judge: ({ failure }) => (failure ? failed(failure) : PASSED),
})

async function speak(host: string, settings: TcpSettings, context: CheckContext): Promise<Failure | null> {
  const way = tlsWayOf(settings, context.tlsTerms)
  const wish = wishOf(settings, context.tlsTerms)
  const tls = way === 'direct' ? wish : null
  const connection = await dial({ host, port: settings.port, ipVersion: 'auto', tls }, context)
  if ('failure' in connection) return connection.failure
  if (typeof way === 'object') return startTls(connection, way, host, wish, context)
  const conversation = conversationOf(host, settings, way)
  if (conversation) return (await converse(connection, conversation, context))?.failure ?? null
  connection.close()
  return null
}

/** Bytes in which the protocol must show; banners before an SSH version are the longest. */
const MAX_ANSWER = 16 * 1024

/** Null when an open port is all that is asked for. */
function conversationOf(
  host: string,
  { port, protocol, protocolValidation }: TcpSettings,
  way: TlsWay,
): Conversation | null {
  if (!protocolValidation?.enabled) return null
  if (protocol === 'generic') return ownConversation(protocolValidation.send, protocolValidation.expect)
  const isWeb = protocol === 'http' || protocol === 'https'
  const greeting = GREETINGS[isWeb ? 'http' : protocol]
  return {
    say: isWeb ? webRequest(way === 'direct' ? 'https' : 'http', host, port) : null,
    hear: (bytes) => hearGreeting(bytes, greeting),
    missing: (bytes) => missingGreeting(bytes, greeting),
    maxBytes: MAX_ANSWER,
    isWrongAtDeadline: isOtherGreeting,
  }
}

function webRequest(scheme: 'http' | 'https', host: string, port: number): Buffer {
  const url = new URL(`${scheme}://${isIPv6(host) ? `[${host}]` : host}:${port}/`)
  return Buffer.from(requestHead({ method: 'GET', url, headers: {}, body: null, acceptsCoding: false }), 'latin1')
}

/** Without anything to expect, any answer to what is sent will do. */
function ownConversation(send: string | undefined, expect: string | undefined): Conversation | null {
  if (!send && !expect) return null
  const wanted = Buffer.from(expect ?? '')
  return {
    say: send ? Buffer.from(send) : null,
    hear: (bytes) => (bytes.includes(wanted) ? 'good' : 'more'),
    missing: (bytes) =>
      bytes.length === 0 ? 'no answer' : `${excerpt(expect ?? '')} not found in ${bytes.length} bytes`,
    maxBytes: MAX_ANSWER,
    // More may always come, so a wrong answer shows only when nothing has for long enough
    isWrongAtDeadline: (bytes) => bytes.length > 0,
  }
}

/** At once, after a word of the protocol, or never. */
type TlsWay = 'direct' | StartTls | 'none'

/** Where TLS comes first by custom, whatever follows. Source: the port numbers of IANA, and the last ones by habit */
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
 * Without a certificate watch only a check that validates https shakes hands. With one, every protocol that knows TLS
 * does, and what is generic is taken to speak it at once.
 */
export function tlsWayOf({ port, protocol, protocolValidation }: TcpSettings, terms: TlsTerms | undefined): TlsWay {
  if (!terms?.handshake) return protocol === 'https' && protocolValidation?.enabled ? 'direct' : 'none'
  if (protocol === 'ssh') return 'none'
  if (protocol === 'https' || protocol === 'generic' || DIRECT_PORTS.has(port)) return 'direct'
  return protocol === 'http' ? 'none' : START_TLS[protocol]
}

/** A handshake for its own sake is judged as its watch says; one that https needs must be good, as ever. */
const wishOf = ({ protocol }: TcpSettings, terms: TlsTerms | undefined): TlsWish => ({
  verify: terms?.handshake ? terms.verify === true : true,
  ...((protocol === 'https' || protocol === 'http') && { alpn: HTTP_ALPN }),
})
