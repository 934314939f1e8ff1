/** Answers what could not be read as HTTP, in the shape of everything else. */
import type { Socket } from 'node:net'
import { invalid, type Problem } from '../core/errors.ts'
import { failure } from './errors.ts'

interface ClientError extends Error {
  code?: string
}

/** @param headers of every answer */
export function answerUnread(error: ClientError, socket: Socket, headers: Record<string, string | number>): void {
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
  socket.end(`HTTP/1.1 400 Bad Request\r\n${lines.join('')}\r\n${body}`)
}

function refusalOf({ code }: ClientError): Problem {
  if (code === 'HPE_HEADER_OVERFLOW') return invalid({ field: '', message: 'The headers are larger than 16 KiB' })
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return invalid({ field: '', message: 'The request did not arrive in time' })
  return invalid({ field: '', message: 'This could not be read as an HTTP request' })
}
