/** Sends one request to a Watchkeeper server and describes the response. */
import * as http from 'node:http'
import * as https from 'node:https'
import type { SecureContext, TLSSocket } from 'node:tls'
import type { UnixMs } from '../core/platform/time/time.ts'

export interface Visit {
  status: number
  isWatchkeeper: boolean
  /** The process that answered: all of its responses carry the same value. Null when the header is missing. */
  process: string | null
  /** Expiry of the certificate; null without TLS. */
  certificateEnds: UnixMs | null
  /** The redirect target; null when there is none. */
  location: string | null
  /** The beginning of the response body. */
  body: string
}

const MAX_BYTES = 64 * 1024
const TIMEOUT_MS = 6_000

/**
 * @param secureContext trusted authorities; absent: the default authorities
 * @throws Error, such as for an untrusted certificate
 */
export function visit(url: string, secureContext?: SecureContext): Promise<Visit> {
  const { promise, resolve, reject } = Promise.withResolvers<Visit>()
  const client = url.startsWith('https:') ? https : http
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const request = client.get(url, {
    signal,
    agent: false,
    headers: { 'user-agent': 'Watchkeeper' },
    ...(secureContext && { secureContext }),
  })
  request.on('error', (error) =>
    reject(signal.aborted ? new Error(`no response within ${TIMEOUT_MS / 1000} s`) : error),
  )
  request.on('response', (response) => {
    const certificateEnds = getCertificateEnd(response.socket)
    let body = ''
    response.setEncoding('utf8')
    response.on('data', (piece: string) => {
      body += piece
      if (body.length > MAX_BYTES) response.destroy()
    })
    response.on('close', () => resolve({ ...readHead(response), certificateEnds, body }))
  })
  return promise
}

function readHead({ statusCode = 0, headers }: http.IncomingMessage): Omit<Visit, 'certificateEnds' | 'body'> {
  const id = /^([0-9a-f]{12})-[0-9a-z]+$/.exec(String(headers['x-request-id'] ?? ''))
  return {
    status: statusCode,
    isWatchkeeper: headers['x-api-version'] !== undefined,
    process: id?.[1] ?? null,
    location: headers.location ?? null,
  }
}

function getCertificateEnd(socket: http.IncomingMessage['socket']): number | null {
  if (!('getPeerCertificate' in socket)) return null
  return Date.parse((socket as TLSSocket).getPeerCertificate().valid_to)
}
