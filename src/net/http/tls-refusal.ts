/** Explains why a server refuses the TLS of a check: its requirements, and the options of the monitor. */
import { isIP } from 'node:net'
import { type Failure, ProbeError } from '../../core/results/verdict.ts'
import type { Connection } from '../connection/connection.ts'
import { runConversation } from '../connection/conversation.ts'
import type { CheckContext } from '../connection/dial.ts'
import type { Failed } from '../connection/failure.ts'
import { describeClientCertificate, formatNames } from '../tls/certificate.ts'
import { findHandshakeProblem } from '../tls/handshake.ts'
import { encodeClientHello, parseServerOffer, type ServerOffer } from '../tls/server-offer.ts'
import type { MonitorTls } from '../tls/tls.ts'
import { Trace } from '../trace/trace.ts'

/** The refused connection of a check. */
export interface RefusedConnection {
  /** A name, or a literal address. */
  serverName: string
  /** The options that applied to this server. */
  options: Pick<MonitorTls, 'clientCertificate' | 'minVersion' | 'maxVersion'>
  /** Opens another connection to the server, without TLS. */
  openPlain(context: CheckContext): Promise<Connection | Failed>
}

const WRONG_VERSION = /_(ALERT_PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL|WRONG_SSL_VERSION)$/

const WEAK: readonly (readonly [code: RegExp, reason: string])[] = [
  [/_DH_KEY_TOO_SMALL$/, 'the server uses a short Diffie-Hellman key'],
  [/_UNSAFE_LEGACY_RENEGOTIATION_DISABLED$/, 'the server does not support secure renegotiation (RFC 5746)'],
]

/** Alerts about a client certificate that was sent. */
const CERTIFICATE_ALERT =
  /_ALERT_((BAD|UNSUPPORTED)_CERTIFICATE|CERTIFICATE_(REVOKED|EXPIRED|UNKNOWN)|UNKNOWN_CA|DECRYPT_ERROR)$/

/** The alert about a missing certificate. Before TLS 1.3, servers send a handshake failure or an alert about a bad certificate. */
const MISSING_ALERT = /_ALERT_CERTIFICATE_REQUIRED$/

/** Alerts with other causes too. */
const GENERAL_ALERT = /_ALERT_(HANDSHAKE_FAILURE|ACCESS_DENIED)$/

/** Returns the failure of a handshake, with a better reason if there is one. */
export async function explainHandshake(
  failure: Failure,
  error: Error,
  refused: RefusedConnection,
  context: CheckContext,
): Promise<Failure> {
  const { code = '' } = error as NodeJS.ErrnoException
  const known = findHandshakeProblem(error) ?? ''
  const alert = known.replace('the server refused: ', '')
  const reason = findWeakness(code) ?? (await explainByOffer(code, alert, refused, context))
  return reason === null ? failure : { ...failure, message: failure.message.replace(known, () => reason) }
}

function findWeakness(code: string): string | null {
  const weak = WEAK.find(([pattern]) => pattern.test(code))
  return weak
    ? `${weak[1]}, which is accepted only with the weak TLS of old devices or without certificate verification`
    : null
}

async function explainByOffer(
  code: string,
  alert: string,
  refused: RefusedConnection,
  context: CheckContext,
): Promise<string | null> {
  const { clientCertificate } = refused.options
  if (WRONG_VERSION.test(code)) return describeVersions(await readOffer(refused, isChosen, context), refused.options)
  const isAboutCertificate = CERTIFICATE_ALERT.test(code)
  const isMissing = MISSING_ALERT.test(code)
  if (!isAboutCertificate && !isMissing && !GENERAL_ALERT.test(code)) return null
  const { authorities } = await readOffer(refused, isAsked, context)
  const isCertain = clientCertificate === undefined ? isMissing : isAboutCertificate
  if (authorities === null && !isCertain) return null
  if (clientCertificate === undefined)
    return `the server requires a client certificate${formatAccepted(' of', authorities)}, and the monitor has none`
  const why = isAboutCertificate ? `: ${alert}` : ''
  const accepted = formatAccepted('; it accepts certificates of', authorities)
  return `the server refused the client certificate ${describeClientCertificate(clientCertificate)}${why}${accepted}`
}

function describeVersions({ version }: ServerOffer, { minVersion, maxVersion }: MonitorTls): string | null {
  const minimum = minVersion ?? '1.2'
  const offer = version === null ? '' : `the server offers TLS ${version}, and `
  const isTooOld = version !== null && version < minimum
  if (!isTooOld && maxVersion !== undefined)
    return `no common TLS version: ${offer}the maximum TLS version of the monitor is ${maxVersion}`
  if (!isTooOld && minVersion === undefined) return null
  return `no common TLS version: ${isTooOld ? offer : ''}the minimum TLS version of the monitor is ${minimum}`
}

const formatAccepted = (reason: string, authorities: string[] | null): string =>
  authorities?.length ? `${reason} ${formatNames(authorities)}` : ''

/** Describes the request of a server for a client certificate; null when there is no sign of such a request. */
export async function describeCertificateRequest(
  refused: RefusedConnection,
  wasAsked: boolean,
  context: CheckContext,
): Promise<string | null> {
  const { authorities } = await readOffer(refused, isAsked, context)
  if (authorities === null && !wasAsked) return null
  const { clientCertificate } = refused.options
  const offered =
    clientCertificate === undefined
      ? 'the monitor has none'
      : `the monitor has ${describeClientCertificate(clientCertificate)}`
  return `the server asked for a client certificate${formatAccepted(' of', authorities)}, and ${offered}`
}

/** A refusal is explained in this time or not at all. */
const MAX_OFFER_MS = 2_000
const MAX_OFFER_BYTES = 64 * 1024

const isChosen = ({ version }: ServerOffer): boolean => version !== null
const isAsked = ({ authorities }: ServerOffer): boolean => authorities !== null

const NO_OFFER: ServerOffer = { version: null, authorities: null, isComplete: true }

/**
 * Asks the server once more, because Node does not expose the offer of a server.
 *
 * @param isEnough whether nothing else of the offer is needed
 */
async function readOffer(
  { serverName, openPlain }: RefusedConnection,
  isEnough: (offer: ServerOffer) => boolean,
  context: CheckContext,
): Promise<ServerOffer> {
  const { deadline: whole, tools } = context
  const deadline = tools.deadline(Math.max(1, Math.min(MAX_OFFER_MS, whole.totalMs - whole.getElapsedMs())))
  const asking = { ...context, deadline, trace: new Trace() }
  let offer = NO_OFFER
  try {
    const connection = await openPlain(asking)
    if ('failure' in connection) return NO_OFFER
    const conversation = {
      send: encodeClientHello(isIP(serverName) === 0 ? serverName : null),
      judgeReply(bytes: Buffer) {
        offer = parseServerOffer(bytes)
        return offer.isComplete || isEnough(offer) ? ('good' as const) : ('more' as const)
      },
      maxBytes: MAX_OFFER_BYTES,
      describeMissing: () => 'no offer',
    }
    await runConversation(connection, conversation, asking)
  } catch (error) {
    if (!(error instanceof ProbeError)) throw error
  } finally {
    deadline.clear()
  }
  return offer
}
