import { isIPv6 } from 'node:net'
import { type Static, Type } from 'typebox'
import { type Failure, failed, type Observation, PASSED } from '../core/results/verdict.ts'
import { endpoint } from '../net/connection/connection.ts'
import { type Conversation, converse } from '../net/connection/conversation.ts'
import { type CheckContext, dial } from '../net/connection/dial.ts'
import { excerpt } from '../net/http/http-head.ts'
import { requestHead } from '../net/http/http-request.ts'
import { GREETINGS, hearGreeting, isOtherGreeting, missingGreeting } from './greetings.ts'
import { refuseHostTarget } from './host-target.ts'
import { defineProber } from './prober.ts'
import { startTls } from './starttls.ts'
import { type TlsWay, tlsWayOf, wishOf } from './tcp-tls.ts'

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
