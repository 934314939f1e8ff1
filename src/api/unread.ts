/** Answers what could not be read as HTTP, in the shape of everything else. */
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { invalid, type Problem } from '../core/errors.ts'
import type { Api } from './deps.ts'
import { failure } from './errors.ts'

interface ClientError extends Error {
  code?: string
  /** The bytes that arrived last; as a rule the beginning is among them. */
  rawPacket?: unknown
}

/** @param headers of every answer */
export function answerUnread(error: ClientError, socket: Duplex, headers: Record<string, string | number>): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy(error)
    return
  }
  const body = JSON.stringify(failure(refusalOf(error)))
  const lines = Object.entries({
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 400 Bad Request\r\n${lines.join('')}\r\n${isHead(error) ? '' : body}`)
}

/** Whoever asks for the head alone takes a body for the beginning of another answer. */
const isHead = ({ rawPacket }: ClientError): boolean =>
  Buffer.isBuffer(rawPacket) && rawPacket.toString('latin1', 0, 5) === 'HEAD '

/**
 * Answers what Node would answer by itself, in a shape of its own.
 *
 * @param headersFor the headers of every answer to this address
 */
export function answerRest(api: Api, headersFor: (address: string) => Record<string, string | number>): void {
  api.addHook('onRequest', ({ raw }, _reply, done) => {
    // Source: RFC 9112, section 3.2
    const hosts = countHosts(raw.rawHeaders)
    if (hosts > 1) done(invalid({ field: 'Host', message: 'must be sent once' }))
    else if (hosts === 0 && raw.httpVersion === '1.1') done(invalid({ field: 'Host', message: 'is required' }))
    else done()
  })
  // An expectation that nobody knows may be passed over. Source: RFC 9110, section 10.1.1
  api.server.on('checkExpectation', (request, response) => api.server.emit('request', request, response))
  api.server.on('connect', (_request, socket) => {
    answerUnread(new Error('this is no proxy'), socket, headersFor((socket as Socket).remoteAddress ?? ''))
  })
}

/** `headers` holds only the first of several, and a proxy in between may have gone by another. @param raw names and values in turn */
function countHosts(raw: readonly string[]): number {
  let count = 0
  for (let index = 0; index < raw.length; index += 2)
    if (raw[index]!.length === 4 && raw[index]!.toLowerCase() === 'host') count++
  return count
}

function refusalOf({ code }: ClientError): Problem {
  if (code === 'HPE_HEADER_OVERFLOW') return invalid({ field: '', message: 'The headers are larger than 16 KiB' })
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return invalid({ field: '', message: 'The request did not arrive in time' })
  return invalid({ field: '', message: 'This could not be read as an HTTP request' })
}
