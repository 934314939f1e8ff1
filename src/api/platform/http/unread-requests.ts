/** Answers requests that are not valid HTTP in the format of all other errors. */

import type { IncomingMessage } from 'node:http'
import type { Server, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { createInvalid, type Problem } from '../../../core/platform/errors.ts'
import type { ConnectionLimits } from '../../../core/platform/limits/connection-limits.ts'
import type { Api } from '../api.ts'
import { toFailure } from '../errors.ts'

interface ClientError extends Error {
  code?: string
  /** The bytes that arrived last, usually with the beginning of the request. */
  rawPacket?: unknown
}

/**
 * Answers, and closes the connection soon after, even if the client does not close its side.
 *
 * @param headers of every response
 */
export function replyUnread(
  error: ClientError,
  socket: Socket,
  headers: Record<string, string | number>,
  lingering: Pick<LingeringSockets, 'close'>,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy(error)
    return
  }
  const body = JSON.stringify(toFailure(toRefusal(error)))
  const lines = Object.entries({
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`HTTP/1.1 400 Bad Request\r\n${lines.join('')}\r\n${isHead(error) ? '' : body}`)
  lingering.close(socket, error.code === 'ERR_HTTP_REQUEST_TIMEOUT')
}

/** A client that sent HEAD would read a body as the start of the next response. */
const isHead = ({ rawPacket }: ClientError): boolean =>
  Buffer.isBuffer(rawPacket) && rawPacket.toString('latin1', 0, 5) === 'HEAD '

/**
 * Handles requests that Node would answer itself, in the format of all other errors.
 *
 * @param answer writes a refusal to a connection without a request, and closes it
 */
export function handleNodeRefusals(api: Api, answer: (error: Error, socket: Duplex) => void): void {
  api.addHook('onRequest', ({ raw }, _reply, done) => {
    // Source: RFC 9112, section 3.2
    const hosts = countHosts(raw.rawHeaders)
    if (hosts > 1) done(createInvalid({ field: 'Host', message: 'must be sent once' }))
    else if (hosts === 0 && raw.httpVersion === '1.1') done(createInvalid({ field: 'Host', message: 'is required' }))
    else done()
  })
  // A server may ignore an unsupported expectation. Source: RFC 9110, section 10.1.1
  api.server.on('checkExpectation', (request, response) => api.server.emit('request', request, response))
  api.server.on('connect', (_request, socket) => answer(new Error('this server is not a proxy'), socket))
}

/**
 * Counts the Host headers. `headers` contains only the first, and a proxy may have used another.
 *
 * @param raw names and values in turn
 */
function countHosts(raw: readonly string[]): number {
  let count = 0
  for (let index = 0; index < raw.length; index += 2)
    if (raw[index]!.length === 4 && raw[index]!.toLowerCase() === 'host') count++
  return count
}

function toRefusal({ code }: ClientError): Problem {
  if (code === 'HPE_HEADER_OVERFLOW')
    return createInvalid({ field: '', message: 'The request headers are larger than 16 KiB' })
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return createInvalid({ field: '', message: 'The request did not arrive in time' })
  return createInvalid({ field: '', message: 'The request is not valid HTTP' })
}

/** Maximum number of discarded bytes of a connection, above the largest body of any route. */
const MAX_DISCARDED_BYTES = 64 * 1024 * 1024

/** Without these bytes, the connection of a refused request stays open for the next request. */
const KEPT_OPEN_BYTES = 64 * 1024

/** Largest silence of the client, and the longest time in total. */
type LingerLimits = Pick<ConnectionLimits, 'lingerMs' | 'requestMs'>

/**
 * Closes connections whose client still sends. A connection that is closed while data arrives is reset, and the client
 * may then lose the response. The server therefore ends its own side, and discards what arrives until the client
 * closes.
 */
export class LingeringSockets {
  readonly #limits: LingerLimits
  readonly #sockets = new Set<Socket>()
  #isStopping = false

  constructor(limits: LingerLimits) {
    this.#limits = limits
  }

  /** @param findRequest returns the last request of a connection */
  watch(server: Server, findRequest: (socket: Socket) => IncomingMessage | undefined): void {
    server.on('connection', (socket: Socket) => {
      // Node closes a connection with this function after its last response
      const { destroySoon } = socket
      socket.destroySoon = () => {
        if (!this.#isStopping && findRequest(socket)?.complete === false) this.close(socket)
        else destroySoon.call(socket)
      }
    })
  }

  /**
   * Sends the written bytes. The connection closes when the client closes it, stays silent, or sends too much.
   *
   * @param isLate whether the client has already had the time of a request
   */
  close(socket: Socket, isLate = false): void {
    if (socket.destroyed || this.#sockets.has(socket)) return
    const { lingerMs, requestMs } = this.#limits
    const destroy = () => socket.destroy()
    const timer = setTimeout(destroy, isLate ? lingerMs : requestMs).unref()
    this.#sockets.add(socket)
    socket.once('close', () => {
      clearTimeout(timer)
      this.#sockets.delete(socket)
    })
    socket.setTimeout(lingerMs, destroy)
    let left = MAX_DISCARDED_BYTES
    // Without its listeners, Node parses no further request of the connection
    socket.removeAllListeners('data')
    socket.on('data', ({ length }: Buffer) => {
      left -= length
      if (left < 0) destroy()
    })
    socket.once('end', destroy)
    socket.end()
    socket.resume()
  }

  /** Waits for no client any more, because the server stops. */
  stop(): void {
    this.#isStopping = true
    for (const socket of this.#sockets) socket.destroy()
  }
}

/** Returns whether the rest of the body is too large to be read for the sake of the next request. */
export const isLargeUnread = ({ complete, headers }: IncomingMessage): boolean =>
  !complete && (headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > KEPT_OPEN_BYTES)
