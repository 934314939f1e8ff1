/** One request and its response over a separate connection, which is always closed afterwards. */
import { isIP } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { ProbeError } from '../../core/results/verdict.ts'
import type { Connection, Receiver } from '../connection/connection.ts'
import { type CheckContext, dial } from '../connection/dial.ts'
import type { DialTarget, TlsRequirements } from '../connection/dial-target.ts'
import { type Failed, fail, failTimeout, judgeSystemError } from '../connection/failure.ts'
import { refuseHostSyntax } from '../connection/host.ts'
import { dialThrough } from '../proxy/dial-through.ts'
import {
  describeLoginProblem,
  failProxy,
  formatProxy,
  isForwardedBy,
  PROXY_AUTHENTICATION_REQUIRED,
} from '../proxy/proxy-server.ts'
import { findHandshakeProblem } from '../tls/handshake.ts'
import { traceRequest, traceResponse } from '../trace/trace-steps.ts'
import { BadResponse } from './http-head.ts'
import { formatRequestHead, UnsafeRequest } from './http-request.ts'
import { type HopRequest, includeEveryByte, type RequestTls, ResponseReader } from './http-response.ts'
import { describeCertificateRequest, explainHandshake, type RefusedConnection } from './tls-refusal.ts'

/** Result of a hop. A failure may come with a partial response: a status without the whole body. */
export interface HopResult extends Partial<Failed> {
  response: ResponseReader | null
  /** Whether the server asked for a client certificate, and then refused the request by its status. */
  wasAsked?: boolean
  /** Whether the server refused the request by its status, and may have wanted to ask for a client certificate after it. */
  mayAskLate?: boolean
  /** Requirement of the server that the request may not have met: a client certificate. */
  note?: string | null
  /** Time for the explanation of a refusal, which is not the target's. */
  explanationMs?: number
}

/** OpenSSL answers a request for a certificate after the handshake only before TLS 1.3. */
const NOT_ASKED =
  'the server did not ask for the client certificate of the monitor; if it asks after the request, set the maximum TLS ' +
  'version of the monitor to 1.2'

/** Offered because a few servers require ALPN. A length and a name. Source: RFC 7301, section 3.1 */
export const HTTP_ALPN = Buffer.from('\x08http/1.1', 'latin1')

/** @throws ProbeError for trouble on the probe's side */
export async function exchange(request: HopRequest, context: CheckContext): Promise<HopResult> {
  const { url } = request
  const head = writeHead(request)
  if (typeof head !== 'string') return { ...head, response: null }
  const endpoint = toHostAndPort(url)
  const isTarget = request.tls?.options ? isSameEndpoint(endpoint, toHostAndPort(request.tls.target)) : false
  const tls = url.protocol === 'https:' ? toTlsRequirements(request, endpoint.host, isTarget, context) : null
  const { ipVersion, address } = request
  const target = { ...endpoint, ipVersion, address, tls }
  const result = await send(target, request, head, context)
  if (isTarget && result.mayAskLate && request.tls?.options?.clientCertificate) return { ...result, note: NOT_ASKED }
  if (tls === null || request.tls === undefined || !isRefused(result, request.tls)) return result
  const { clientCertificate, ...others } = request.tls.options ?? {}
  const options = isTarget ? { clientCertificate, ...others } : others
  const openPlain = (asking: CheckContext) => open({ ...target, tls: null }, request, asking)
  return explainRefusal(result, { serverName: tls.serverName ?? endpoint.host, options, openPlain }, context)
}

async function send(target: DialTarget, request: HopRequest, head: string, context: CheckContext): Promise<HopResult> {
  const connection = await open(target, request, context)
  if ('failure' in connection) return { ...connection, response: null }
  if (request.answerTimeoutMs === undefined) return talk(connection, request, head, context)
  const deadline = context.tools.deadline(request.answerTimeoutMs)
  try {
    return await talk(connection, request, head, { ...context, deadline })
  } finally {
    deadline.clear()
  }
}

const open = (target: DialTarget, { proxy, url }: HopRequest, context: CheckContext): Promise<Connection | Failed> =>
  proxy ? dialThrough(proxy, target, isForwardedBy(proxy, url), context) : dial(target, context)

type Endpoint = ReturnType<typeof toHostAndPort>

const isSameEndpoint = (a: Endpoint, b: Endpoint): boolean => a.host === b.host && a.port === b.port

/** @param isTarget whether the server may receive the client certificate and the server name */
function toTlsRequirements(
  { verifyTls, headers, tls }: HopRequest,
  host: string,
  isTarget: boolean,
  { tools }: CheckContext,
): TlsRequirements {
  const named = isTarget ? tls?.options?.serverName : undefined
  const serverName = named ?? (isIP(host) === 0 ? null : findHostHeader(headers))
  return {
    verify: verifyTls,
    alpn: HTTP_ALPN,
    ...(serverName !== null && { serverName }),
    ...(tls?.options && { own: tools.tls.getOwn(tls.options, isTarget) }),
  }
}

/** Whether the refusal may be about TLS. A server may also refuse a client certificate by closing the connection. */
function isRefused({ handshakeError, wasAsked, response, failure }: HopResult, { options }: RequestTls): boolean {
  const isClosed = response !== null && response.head === null && failure?.cause === 'connection_error'
  return handshakeError !== undefined || wasAsked === true || (isClosed && options?.clientCertificate !== undefined)
}

async function explainRefusal(
  result: HopResult,
  refused: RefusedConnection,
  context: CheckContext,
): Promise<HopResult> {
  const { failure, handshakeError, wasAsked = false } = result
  const startedAt = performance.now()
  const explained =
    failure && handshakeError
      ? { failure: await explainHandshake(failure, handshakeError, refused, context) }
      : { note: await describeCertificateRequest(refused, wasAsked, context) }
  return { ...result, ...explained, explanationMs: performance.now() - startedAt }
}

/**
 * The name in the Host header. An address selects no certificate, so a server with several sites needs the name for TLS
 * as well.
 */
function findHostHeader(headers: HopRequest['headers']): string | null {
  for (const header in headers) {
    if (header.toLowerCase() !== 'host') continue
    const name = headers[header]!.trim().replace(/:\d*$/, '')
    return isIP(name) === 0 && refuseHostSyntax(name) === null ? name : null
  }
  return null
}

/** Sends the request over an open connection and reads the response. */
async function talk(
  connection: Connection,
  request: HopRequest,
  head: string,
  context: CheckContext,
): Promise<HopResult> {
  const receiver = new ResponseReceiver(connection, request, context)
  const ending = await receiver.finish(request, head)
  receiver.recordTimings()
  const { response } = receiver
  const failed = ending === 'complete' ? failLogin(request, response) : await receiver.explain(ending)
  if (context.trace.log) traceResponse(context.trace.log, request, receiver, failed)
  const { wasAsked, mayAskLate } = receiver
  return { ...failed, response, wasAsked, mayAskLate, note: describeForwarding(request, response) }
}

/** A proxy that receives the request itself also answers when it does not reach the target. */
function describeForwarding({ proxy, url }: HopRequest, { head }: ResponseReader): string | null {
  return head && head.status >= 500 && isForwardedBy(proxy, url) ? `through the proxy ${formatProxy(proxy)}` : null
}

/** A proxy that receives the request itself answers in place of the target when it wants a login. */
function failLogin({ proxy, url }: HopRequest, { head }: ResponseReader): Failed | null {
  if (head?.status !== PROXY_AUTHENTICATION_REQUIRED || !isForwardedBy(proxy, url)) return null
  return failProxy(proxy, `${describeLoginProblem(proxy)} (status 407)`)
}

/** @returns a failure for a request that HTTP cannot carry, before anything is sent */
function writeHead(request: HopRequest): string | Failed {
  try {
    return formatRequestHead(request)
  } catch (error) {
    if (error instanceof UnsafeRequest) return fail('connection_error', `request not sent: ${error.message}`)
    throw error
  }
}

/** Host and port of a URL; the host without brackets. */
export const toHostAndPort = ({ protocol, hostname, port }: URL): { host: string; port: number } => ({
  host: removeBrackets(hostname),
  port: port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port),
})

const removeBrackets = (hostname: string): string => (hostname.startsWith('[') ? hostname.slice(1, -1) : hostname)

/** End of a response: complete, an invalid or truncated response, a system error, or the deadline. */
type ResponseEnding = 'complete' | { problem: string } | { error: Error } | 'expired'

/** Share of the time limit within which bytes must have arrived for a body to be still flowing. */
const STREAMING_SHARE = 0.25

/** How long an optional body without a stated length is read. A page has ended by then, and a stream goes on. */
const MAX_FLOW_MS = 3_000

/** Statuses of a server that requires a client certificate, or another one. nginx invented 495 and 496. */
const REFUSALS: ReadonlySet<number> = new Set([400, 401, 403, 495, 496])

/** A server sends signature algorithms only when it asks for a certificate. A closed socket has null. */
function wasAskedForCertificate({ socket }: Connection): boolean {
  const algorithms = (socket as TLSSocket).getSharedSigalgs() as string[] | null
  return algorithms !== null && algorithms.length > 0
}

/** Sends the request, feeds the response to its reader and records the times. */
class ResponseReceiver implements Receiver {
  readonly connection: Connection
  readonly response: ResponseReader
  private readonly context: CheckContext
  readonly sentAt: number
  /** How long a body may flow that need not be read. */
  private readonly maxFlowMs: number
  /** See `HopResult`. */
  wasAsked = false
  mayAskLate = false
  private readonly tls: RequestTls | null
  firstByteAt: number | null = null
  /** `performance.now()` of the last bytes of a body without a stated length. */
  private lastBytesAt = -Infinity
  private streamedBytes = 0
  private settle: ((ending: ResponseEnding) => void) | null = null

  constructor(connection: Connection, request: HopRequest, context: CheckContext) {
    this.connection = connection
    // A trace shows how the body begins
    this.response = new ResponseReader(context.trace.log ? { ...request, keepsBytes: includeEveryByte } : request)
    this.context = context
    const { optionalBodyMs = Infinity } = request
    this.maxFlowMs = Math.max(optionalBodyMs, Math.min(MAX_FLOW_MS, context.deadline.totalMs * STREAMING_SHARE))
    this.tls = request.url.protocol === 'https:' ? (request.tls ?? null) : null
    this.sentAt = performance.now()
  }

  /** @param head head of the request */
  finish(request: HopRequest, head: string): Promise<ResponseEnding> {
    return new Promise((resolve) => {
      this.settle = resolve
      this.context.deadline.watch(() => this.complete(this.isStreaming(request) ? 'complete' : 'expired'))
      this.connection.receiveWith(this)
      this.send(request, head)
    })
  }

  onBytes(chunk: Buffer, length: number): void {
    if (this.firstByteAt === null) this.recordFirstByte()
    try {
      if (this.response.push(chunk, length)) this.complete('complete')
      else this.continueReading()
    } catch (error) {
      this.complete(error instanceof BadResponse ? { problem: error.message } : { error: error as Error })
    }
  }

  /**
   * Whether the body has no stated length and still flows: it may never end, and the server works. A body that stopped
   * is a timeout, whether it has a length or not.
   */
  private isStreaming({ optionalBodyMs }: HopRequest): boolean {
    const { deadline, memory } = this.context
    return (
      optionalBodyMs !== undefined &&
      performance.now() - this.lastBytesAt < deadline.totalMs * STREAMING_SHARE &&
      !memory.hasWaited
    )
  }

  private recordFirstByte(): void {
    this.firstByteAt = performance.now()
    this.context.trace.onPhase?.({ kind: 'read', subject: null })
  }

  /** Continues reading only when there is memory for the kept bytes. */
  private continueReading(): void {
    // Trailers and other framing do not count
    if (this.response.isUnlimited && this.response.bodyBytes > this.streamedBytes) {
      this.streamedBytes = this.response.bodyBytes
      this.lastBytesAt = performance.now()
      if (this.lastBytesAt - this.sentAt > this.maxFlowMs) return void this.complete('complete')
    }
    const { keptBytes, maxKeptBytes } = this.response
    if (!this.context.memory.reserve(keptBytes, maxKeptBytes, () => this.connection.resume())) this.connection.pause()
  }

  onEnd(): void {
    const problem = this.response.finish()
    this.complete(problem === null ? 'complete' : { problem })
  }

  onError(error: Error): void {
    this.complete({ error })
  }

  recordTimings(): void {
    const { trace } = this.context
    if (this.firstByteAt === null) return
    trace.add('firstByteMs', this.sentAt, this.firstByteAt)
    trace.add('downloadMs', this.firstByteAt)
  }

  /** @throws ProbeError for trouble on the probe's side, including bugs of this program */
  async explain(ending: Exclude<ResponseEnding, 'complete'>): Promise<Failed> {
    const phase = `read ${this.connection.endpoint}`
    if (ending === 'expired' && this.context.memory.hasWaited)
      throw new ProbeError(`${phase}: the probe had too many large responses in memory to read this one in time`)
    if (ending === 'expired') return failTimeout(phase, this.context.deadline, this.describeProgress())
    if ('problem' in ending) return fail('connection_error', `${phase}: ${ending.problem}`)
    const handshake = findHandshakeProblem(ending.error)
    if (handshake !== null) return { ...fail('ssl_error', `${phase}: ${handshake}`), handshakeError: ending.error }
    return judgeSystemError(phase, this.connection.address, ending.error)
  }

  private isRefusal(): boolean {
    const { head } = this.response
    if (this.tls === null || head === null) return false
    return REFUSALS.has(head.status) && !this.tls.expectedStatus?.includes(head.status)
  }

  /** Describes the progress at the deadline. */
  private describeProgress(): string {
    if (this.firstByteAt === null) return 'no answer'
    return this.response.head === null ? 'headers not complete' : `body not complete (${this.response.bodyBytes} bytes)`
  }

  /** Sends head and body in one write, so that they leave in one packet if they fit. */
  private send(request: HopRequest, head: string): void {
    const { log, onPhase } = this.context.trace
    onPhase?.({ kind: 'request', subject: null })
    if (log) traceRequest(log, head, request)
    if (request.body === null) this.connection.write(head)
    else this.connection.write(Buffer.concat([Buffer.from(head, 'latin1'), request.body]))
  }

  /**
   * Ends the exchange. Nothing is read afterwards, and the connection is closed before the verdict is known. Only a
   * body that was not read to its end may have bytes on the way.
   */
  private complete(ending: ResponseEnding): void {
    this.context.deadline.clearWatch()
    if (this.isRefusal()) {
      this.wasAsked = wasAskedForCertificate(this.connection)
      this.mayAskLate = !this.wasAsked && (this.connection.socket as TLSSocket).getProtocol() === 'TLSv1.3'
    }
    if (this.response.isWhole) this.connection.close()
    else this.connection.end()
    this.settle?.(ending)
    this.settle = null
  }
}
