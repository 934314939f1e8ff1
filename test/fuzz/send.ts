/** Sends requests that ordinary clients do not send. */
import { Agent, type IncomingMessage, request } from 'node:http'
import { SMALL_BODY_LIMIT } from '../../src/api/platform/http/body-limit.ts'
import type { FuzzRequest } from './requests.ts'

const ANSWER_MS = 20_000

export interface FuzzAnswer {
  status: number
  headers: Record<string, unknown>
  text: string | null
}

export type Send = (request: FuzzRequest) => Promise<FuzzAnswer>

/** @throws Error when there is no response */
export function makeSender(baseUrl: string): Send {
  const { hostname, port } = new URL(baseUrl)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const sendOnce: Send = ({ method, target, headers, body }) => {
    const { promise, resolve, reject } = Promise.withResolvers<FuzzAnswer>()
    const sent = request({
      agent,
      host: hostname,
      port,
      method,
      path: target,
      headers: lengthOf(headers, body),
      timeout: ANSWER_MS,
    })
    sent.on('response', (response) => read(response).then(resolve, reject))
    sent.on('timeout', () => sent.destroy(new Error(`no answer in ${ANSWER_MS} ms`)))
    sent.on('error', reject)
    sent.end(body ?? undefined)
    return promise
  }
  return async (wanted) => {
    for (let left = SENDINGS - 1; ; left--)
      try {
        return await sendOnce(wanted)
      } catch (error) {
        if (left === 0 || !isCutShort(wanted, error as NodeJS.ErrnoException)) throw error
      }
  }
}

/** How often an oversized body is sent until its refusal is received. */
const SENDINGS = 5

/**
 * Whether a refusal may have been lost. The server does not read an oversized body to its end. A client that is
 * still writing may see a closed connection before the response.
 */
const isCutShort = ({ body }: FuzzRequest, { code }: NodeJS.ErrnoException): boolean =>
  body !== null && Buffer.byteLength(body) > SMALL_BODY_LIMIT && (code === 'EPIPE' || code === 'ECONNRESET')

const lengthOf = (headers: Record<string, string>, body: string | Buffer | null) =>
  body === null ? headers : { ...headers, 'content-length': String(Buffer.byteLength(body)) }

async function read(response: IncomingMessage): Promise<FuzzAnswer> {
  const { statusCode: status = 0, headers } = response
  // An event stream does not end
  if (headers['content-type']?.startsWith('text/event-stream')) {
    response.destroy()
    return { status, headers, text: null }
  }
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk)
  return { status, headers, text: Buffer.concat(chunks).toString() }
}
