/**
 * Sends one request to the server and reads its answer, as JSON over HTTPS. Connections are reused. A connection that
 * goes silent is closed in time, together with all idle ones.
 */
import * as http from 'node:http'
import * as https from 'node:https'
import type { SecureContext } from 'node:tls'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { SECOND_MS } from '../../core/platform/time/time.ts'
import { UnregisteredError } from '../../core/probes/protocol.ts'
import { Refusal } from '../push/refusal.ts'

export interface ServerConnectionOptions {
  /** URL of the server; its path, if any, precedes the API path. */
  server: URL
  token: string
  version: string
  /** Trusted authorities; if absent, the default ones. */
  secureContext?: SecureContext
}

export interface ServerAnswer {
  /** The data in the envelope. */
  data: unknown
  /** Time from the ready connection to the start of the answer, ms. */
  tookMs: number
}

/** Limit for the name lookup, connection and handshake. */
const CONNECT_MS = 8 * SECOND_MS

/** Limit between two pieces of an answer. */
const SILENCE_MS = 10 * SECOND_MS

/** Maximum size of an answer, compressed and uncompressed: a list of assignments comes in far smaller parts. */
const MAX_BYTES = 64 * 1024 * 1024

/** Smaller bodies gain nothing from compression. */
const COMPRESS_FROM_BYTES = 4 * 1024

/** Idle connections are closed before common proxies close them, so that no request uses a closing connection. */
const IDLE_MS = 20 * SECOND_MS

const compress = promisify(gzip)
const decompress = promisify(gunzip)

export class ServerConnection {
  readonly #options: ServerConnectionOptions
  readonly #client: typeof http | typeof https
  readonly #agent: http.Agent
  #isClosed = false

  constructor(options: ServerConnectionOptions) {
    const { protocol } = options.server
    this.#options = options
    this.#client = protocol === 'https:' ? https : http
    const agentOptions = {
      keepAlive: true,
      keepAliveMsecs: 5 * SECOND_MS,
      maxSockets: 8,
      maxFreeSockets: 2,
      timeout: IDLE_MS,
    }
    this.#agent =
      protocol === 'https:'
        ? new https.Agent({ ...agentOptions, ...toAgentOptions(options) })
        : new http.Agent(agentOptions)
  }

  /**
   * @param path below `/api/probe/`
   * @param timeoutMs limit until the answer begins.
   * @throws Refusal for an invalid answer, Error for a failed connection; both with a readable message
   */
  async request(path: string, body: unknown, timeoutMs: number): Promise<ServerAnswer> {
    const text = Buffer.from(JSON.stringify(body))
    const isCompressed = text.length >= COMPRESS_FROM_BYTES
    const bytes = isCompressed ? await compress(text, { level: 1 }) : text
    try {
      return await this.#exchange(path, bytes, isCompressed, timeoutMs)
    } catch (error) {
      // The server closed an idle connection at the moment of its use. Every request may be sent twice
      if (!(error instanceof StaleConnection) || this.#isClosed) throw error
      return this.#exchange(path, bytes, isCompressed, timeoutMs)
    }
  }

  /** Closes all connections. Pending requests fail. */
  close(): void {
    this.#isClosed = true
    this.#agent.destroy()
  }

  async #exchange(path: string, bytes: Buffer, isCompressed: boolean, timeoutMs: number): Promise<ServerAnswer> {
    const { server, token, version } = this.#options
    const request = this.#client.request(`${server.href.replace(/\/+$/, '')}/api/probe/${path}`, {
      method: 'POST',
      agent: this.#agent,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'content-length': bytes.length,
        ...(isCompressed && { 'content-encoding': 'gzip' }),
        accept: 'application/json',
        'accept-encoding': 'gzip',
        'user-agent': `Watchkeeper-probe/${version}`,
      },
    })
    const reading = await exchange(request, bytes, timeoutMs).catch((error: Error) => {
      if (error instanceof SilenceError) this.#dropIdle()
      throw error
    })
    const { tookMs, ...read } = reading
    return { data: readAnswer(read, server), tookMs }
  }

  /** When one connection goes silent, the idle ones are probably dead too. */
  #dropIdle(): void {
    for (const socket of Object.values(this.#agent.freeSockets).flat()) socket?.destroy()
  }
}

const toAgentOptions = ({ secureContext }: ServerConnectionOptions): https.AgentOptions =>
  secureContext ? { secureContext } : {}

class StaleConnection extends Error {}
class SilenceError extends Error {}

function exchange(
  request: http.ClientRequest,
  bytes: Buffer,
  timeoutMs: number,
): Promise<RawAnswer & { tookMs: number }> {
  const { promise, resolve, reject } = Promise.withResolvers<RawAnswer & { tookMs: number }>()
  const timers = { connect: undefined as NodeJS.Timeout | undefined, silence: undefined as NodeJS.Timeout | undefined }
  let stream: http.ClientRequest | http.IncomingMessage = request
  const giveUp = (what: string) => stream.destroy(new SilenceError(what))
  const expect = (ms: number, what: string) => {
    clearTimeout(timers.silence)
    timers.silence = setTimeout(() => giveUp(`${what} within ${ms / SECOND_MS} s`), ms)
  }
  let readyAt = performance.now()
  expect(timeoutMs, 'no response')
  request.on('socket', (socket) => {
    if (!socket.connecting) return
    timers.connect = setTimeout(() => giveUp(`no connection within ${CONNECT_MS / SECOND_MS} s`), CONNECT_MS)
    socket.once('encrypted' in socket ? 'secureConnect' : 'connect', () => {
      clearTimeout(timers.connect)
      readyAt = performance.now()
    })
  })
  request.on('response', (response) => {
    const tookMs = performance.now() - readyAt
    const next = () => expect(SILENCE_MS, 'the response stalled')
    stream = response
    next()
    read(response, next).then((body) => resolve({ ...readHead(response), body, tookMs }), reject)
  })
  request.on('error', (error: NodeJS.ErrnoException) => {
    const isStale = request.reusedSocket && ['ECONNRESET', 'EPIPE'].includes(error.code ?? '')
    reject(isStale ? new StaleConnection(error.message) : toReadableError(error))
  })
  request.end(bytes)
  return promise.finally(() => {
    clearTimeout(timers.connect)
    clearTimeout(timers.silence)
  })
}

/** Adds advice to errors whose message in Node gives none. */
function toReadableError(error: NodeJS.ErrnoException & { errors?: Error[] }): Error {
  const { code = '', message, errors = [] } = error
  if (error instanceof SilenceError) return error
  if (UNTRUSTED.has(code))
    return new Error(`${code}: its certificate is from an unknown authority; add the authority with --ca-file`)
  if (code === 'EPROTO') return new Error(`no TLS at this address: ${message.split('\n', 1)[0]}`)
  // One error for each address that was tried
  return new Error([message, ...errors.map((each) => each.message)].filter((text) => text !== '').join('; '), {
    cause: error,
  })
}

/** Source: https://nodejs.org/api/tls.html#x509-certificate-error-codes */
const UNTRUSTED: ReadonlySet<string> = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])

const readHead = ({ statusCode = 0, headers }: http.IncomingMessage): Omit<RawAnswer, 'body'> => ({
  status: statusCode,
  retryAfter: headers['retry-after'],
  location: headers.location,
})

/** @throws Error when it is truncated or longer than any answer of a server */
async function read(response: http.IncomingMessage, onPiece: () => void): Promise<string> {
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of response) {
    onPiece()
    pieces.push(piece as Buffer)
    length += (piece as Buffer).length
    if (length > MAX_BYTES) throw new Error(`the response is longer than ${MAX_BYTES} bytes`)
  }
  const whole = Buffer.concat(pieces)
  const isCompressed = response.headers['content-encoding'] === 'gzip'
  return (isCompressed ? await decompress(whole, { maxOutputLength: MAX_BYTES }) : whole).toString()
}

interface RawAnswer {
  status: number
  body: string
  retryAfter?: string | undefined
  location?: string | undefined
}

/** API error codes with a meaning for the probe. */
const INVALID_TOKEN = 'INVALID_TOKEN'
const CONFLICT = 'CONFLICT'
const VALIDATION_ERROR = 'VALIDATION_ERROR'

interface Envelope {
  success: boolean
  data?: unknown
  error?: { code?: string; message?: string }
}

/**
 * Interprets an HTTP answer: data, or an error. Pure.
 *
 * @returns the data in the envelope
 * @throws Refusal, or UnregisteredError when the probe has to register again
 */
function readAnswer(raw: RawAnswer, server: URL): unknown {
  const envelope = parseEnvelope(raw.body)
  const { status } = raw
  if (envelope === null) throw toForeignRefusal(raw, server)
  if (envelope.success && status >= 200 && status < 300) return envelope.data
  const { code = 'no code', message = 'no reason' } = envelope.error ?? {}
  const detail = `${status} ${code}: ${message}`
  if (status === 401 && code === INVALID_TOKEN) throw new Refusal('token', detail)
  if (status === 409 && code === CONFLICT) throw new UnregisteredError(detail)
  // Too large is permanent as well: the same bytes stay too large
  if ((status === 400 && code === VALIDATION_ERROR) || status === 413) throw new Refusal('content', detail)
  throw new Refusal('later', detail, parseRetryAfterMs(raw.retryAfter))
}

function parseEnvelope(body: string): Envelope | null {
  try {
    const parsed = JSON.parse(body) as Partial<Envelope> | null
    return typeof parsed?.success === 'boolean' ? (parsed as Envelope) : null
  } catch {
    return null
  }
}

/** Refusal by another program: a proxy in front of the server, or another web site. */
function toForeignRefusal({ status, location, retryAfter, body }: RawAnswer, server: URL): Error {
  // Proxies have separate limits
  if (status === 413) return new Refusal('content', '413: a proxy in front of the server rejects requests of this size')
  if (location !== undefined)
    return new Refusal('later', `${status}: ${server.origin} redirects to ${location}; use that address`)
  if (status === 404) return new Refusal('later', `404: no Watchkeeper server that accepts probes at ${server.href}`)
  const start = body
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 80)
  return new Refusal('later', `${status}: not a response from Watchkeeper: "${start}"`, parseRetryAfterMs(retryAfter))
}

/** This server and common proxies send seconds, not a date. Source: RFC 9110, section 10.2.3 */
const parseRetryAfterMs = (seconds: string | undefined): number | null =>
  seconds !== undefined && /^\d{1,6}$/.test(seconds) ? Number(seconds) * SECOND_MS : null
