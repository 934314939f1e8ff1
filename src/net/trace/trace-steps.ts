/** Trace steps of a check over a connection, built when a step is over. Only called for traced checks. */
import type { TLSSocket } from 'node:tls'
import { isSecretLike, MASK } from '../../core/platform/sealing/sealed-fields.ts'
import { listRequestSecrets, removeSecrets } from '../../core/results/failure-response.ts'
import type { HeaderLine, ReceiveStep, TlsStep, TraceLog } from '../../core/results/trace-step.ts'
import type { Connection } from '../connection/connection.ts'
import type { DialTarget, TlsRequirements } from '../connection/dial-target.ts'
import type { Failed } from '../connection/failure.ts'
import { decodeText } from '../http/decode-body.ts'
import type { RequestParts } from '../http/http-request.ts'
import type { HopRequest, ResponseReader } from '../http/http-response.ts'
import { describeCertificate } from '../tls/certificate-recorder.ts'
import { findHandshakeProblem } from '../tls/handshake.ts'
import type { TlsTrust } from '../tls/tls.ts'

/** Why a connection did not become ready. */
type Problem = Error | 'expired' | null

/** An attempt to open a connection or to shake hands, completed or failed. */
interface Attempt {
  connection: Connection
  /** `performance.now()` at the start. */
  startedAt: number
  problem: Problem
}

export function traceDial(log: TraceLog, target: DialTarget, trust: TlsTrust, attempt: Attempt): void {
  const { connection, startedAt, problem } = attempt
  const { address, port, connectedAt } = connection
  const endedAt = connectedAt ?? performance.now()
  const error = connectedAt === null ? describeProblem(problem) : null
  log.note({ kind: 'connect', address, port, error, ms: endedAt - startedAt }, endedAt)
  if (target.tls === null || connectedAt === null) return
  traceTls(log, { ...target, tls: target.tls }, trust, { connection, startedAt: connectedAt, problem })
}

/** Traces a handshake, completed or failed. The socket must still be open unless the handshake failed. */
export function traceTls(
  log: TraceLog,
  target: { host: string; port: number; tls: TlsRequirements },
  trust: TlsTrust,
  { connection, startedAt, problem }: Attempt,
): void {
  const socket = connection.socket as TLSSocket
  const certificate = problem === null ? describeCertificate(socket, target, trust) : null
  const agreed = problem === null ? readTlsParameters(socket) : NO_TLS_PARAMETERS
  const { verify: isVerified } = target.tls
  const ms = performance.now() - startedAt
  log.note({ kind: 'tls', ...agreed, certificate, isVerified, error: describeProblem(problem), ms })
}

type TlsParameters = Pick<TlsStep, 'serverName' | 'protocol' | 'cipher' | 'keyExchange' | 'alpn'>

const NO_TLS_PARAMETERS: TlsParameters = {
  serverName: null,
  protocol: null,
  cipher: null,
  keyExchange: null,
  alpn: null,
}

function readTlsParameters(socket: TLSSocket): TlsParameters {
  const key = socket.getEphemeralKeyInfo() as { name?: string } | null
  return {
    serverName: socket.servername || null,
    protocol: socket.getProtocol(),
    cipher: socket.getCipher().standardName,
    keyExchange: key?.name ?? null,
    alpn: socket.alpnProtocol || null,
  }
}

function describeProblem(problem: Problem): string | null {
  if (problem === null) return null
  if (problem === 'expired') return 'no answer'
  return findHandshakeProblem(problem) ?? (problem as NodeJS.ErrnoException).code ?? problem.message
}

/** @param head as sent */
export function traceRequest(log: TraceLog, head: string, { body }: RequestParts): void {
  const [requestLine = '', ...lines] = head.trimEnd().split('\r\n')
  const headers = lines.map((line): HeaderLine => {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon)
    return [name, isSecretLike(name.toLowerCase()) ? MASK : line.slice(colon + 2)]
  })
  log.note({ kind: 'send', requestLine, headers, bodyBytes: body?.length ?? 0 })
}

/**
 * Response headers that may hold secrets. Narrower than the list for requests: `WWW-Authenticate` or `Surrogate-Key`
 * hold no secrets.
 */
const SECRET_RESPONSE_HEADER = /^set-cookie2?$|^authorization$|token|secret|session|passw|api-?key/i

/** Times are `performance.now()`. */
interface ReadResponse {
  response: ResponseReader
  sentAt: number
  firstByteAt: number | null
}

/** @param failed why the response is incomplete */
export function traceResponse(
  log: TraceLog,
  request: HopRequest,
  { response, sentAt, firstByteAt }: ReadResponse,
  failed: Failed | null,
): void {
  const { head, bodyBytes } = response
  const error = failed && removePhase(failed)
  const hide = createSecretFilter(request.headers)
  log.note({
    kind: 'receive',
    statusLine: head?.headers.getFirstLine() ?? null,
    headers: (head?.headers.list() ?? []).map(([name, value]) => [
      name,
      SECRET_RESPONSE_HEADER.test(name) ? MASK : hide(value),
    ]),
    bodyBytes,
    body: describeBodyState(request, response, error),
    start: readBodyStart(response, hide),
    firstByteMs: firstByteAt === null ? null : firstByteAt - sentAt,
    error,
    ms: performance.now() - sentAt,
  })
}

/** A step already states its location. */
const removePhase = ({ failure }: Failed): string => failure.message.replace(/^\S+ \S+(?: via \S+)?: /, '')

function describeBodyState(
  { skipsBody }: HopRequest,
  { head, isWhole }: ResponseReader,
  error: string | null,
): ReceiveStep['body'] {
  if (head !== null && skipsBody(head)) return 'unread'
  if (isWhole) return 'whole'
  return error === null ? 'cut' : 'broken_off'
}

/** Maximum bytes of a body that are shown; characters if it is text. */
const START_BYTES = 512

/** Longer than any secret, so that none is cut in two before the search. */
const SCANNED_BYTES = START_BYTES + 8 * 1024

function readBodyStart(response: ResponseReader, hide: (text: string) => string): string | null {
  const { headers } = response.head ?? {}
  const coding = headers?.get('content-encoding')?.toLowerCase() ?? 'identity'
  const body = response.getBody()
  if (body.length === 0 || coding !== 'identity') return null
  const text = decodeText(body.subarray(0, SCANNED_BYTES), headers?.get('content-type'))
  return hide(text).slice(0, START_BYTES)
}

/** Some targets echo the request. */
export function createSecretFilter(...request: Parameters<typeof listRequestSecrets>): (text: string) => string {
  const secrets = listRequestSecrets(...request)
  return (text) => removeSecrets(text, secrets)
}

export function traceRedirect(
  log: TraceLog,
  status: number,
  from: RequestParts,
  { method, url, headers }: RequestParts,
): void {
  const removedHeaders = Object.keys(from.headers).filter((name) => !(name in headers))
  log.note({ kind: 'redirect', status, method, url: url.href, removedHeaders })
}

/** Times are `performance.now()`. */
interface ConversationRecord {
  getBytes(): Buffer
  startedAt: number
  firstByteAt: number | null
}

export function traceConversation(
  log: TraceLog,
  sent: Buffer | null,
  conversation: ConversationRecord,
  failed: Failed | null,
): void {
  const { startedAt, firstByteAt } = conversation
  const received = conversation.getBytes()
  log.note({
    kind: 'talk',
    sent: sent && toText(sent),
    received: toText(received),
    receivedBytes: received.length,
    firstByteMs: firstByteAt === null ? null : firstByteAt - startedAt,
    error: failed && removePhase(failed),
    ms: performance.now() - startedAt,
  })
}

const toText = (bytes: Buffer): string => bytes.toString('utf8', 0, START_BYTES)
