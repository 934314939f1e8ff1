/** Sends what no polite client would. */
import { Agent, type IncomingMessage, request } from 'node:http'
import type { FuzzRequest } from './requests.ts'

const ANSWER_MS = 20_000

export interface FuzzAnswer {
  status: number
  headers: Record<string, unknown>
  text: string | null
}

export type Send = (request: FuzzRequest) => Promise<FuzzAnswer>

/** @throws Error when there is no answer */
export function makeSender(baseUrl: string): Send {
  const { hostname, port } = new URL(baseUrl)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return ({ method, target, headers, body }) => {
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
}

const lengthOf = (headers: Record<string, string>, body: string | Buffer | null) =>
  body === null ? headers : { ...headers, 'content-length': String(Buffer.byteLength(body)) }

async function read(response: IncomingMessage): Promise<FuzzAnswer> {
  const { statusCode: status = 0, headers } = response
  // A stream of events does not end by itself
  if (headers['content-type']?.startsWith('text/event-stream')) {
    response.destroy()
    return { status, headers, text: null }
  }
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk)
  return { status, headers, text: Buffer.concat(chunks).toString() }
}
