/** Sends many requests with a limit on concurrency and number. */
import { Agent, request } from 'node:http'

export interface RawRequest {
  method?: string
  path: string
  headers?: Record<string, string>
  body?: string
}

export interface RawResponse {
  /** 0 when the connection broke. */
  status: number
  headers: Record<string, string | string[] | undefined>
  body: string
  ms: number
}

export type Sender = (request: RawRequest) => Promise<RawResponse>

const TIMEOUT_MS = 60_000

/** A client with persistent connections; a broken connection is a response with the status 0. */
export function createSender(baseUrl: string, { connections = 1, localAddress = '127.0.0.1' } = {}): Sender {
  const { hostname, port } = new URL(baseUrl)
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  return ({ method = 'GET', path, headers = {}, body }) => {
    const begunAt = performance.now()
    const { promise, resolve } = Promise.withResolvers<RawResponse>()
    const end = (status: number, received: RawResponse['headers'], text: string) =>
      resolve({ status, headers: received, body: text, ms: performance.now() - begunAt })
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const options = { agent, hostname, port, method, path, localAddress, headers: { ...headers, ...length } }
    const sent = request({ ...options, timeout: TIMEOUT_MS }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk) => chunks.push(chunk))
      response.on('end', () => end(response.statusCode!, response.headers, Buffer.concat(chunks).toString()))
      response.on('error', () => end(0, {}, 'the response broke off'))
    })
    sent.on('timeout', () => sent.destroy(new Error(`no response in ${TIMEOUT_MS} ms`)))
    sent.on('error', (error) => end(0, {}, error.message))
    sent.end(body)
    return promise
  }
}

/**
 * Runs the work `times` times, at most `parallel` at once.
 *
 * @returns the results in the order of their numbers
 */
export async function repeat<T>(times: number, parallel: number, work: (number: number) => Promise<T>): Promise<T[]> {
  const results: T[] = []
  let next = 0
  const worker = async () => {
    while (next < times) {
      const number = next++
      results[number] = await work(number)
    }
  }
  await Promise.all(Array.from({ length: parallel }, worker))
  return results
}

/** Counts the statuses: `200: 5, 429: 1`. */
export function countStatuses(responses: readonly { status: number }[]): string {
  const counts = new Map<number, number>()
  for (const { status } of responses) counts.set(status, (counts.get(status) ?? 0) + 1)
  const sorted = [...counts].sort(([a], [b]) => a - b)
  return sorted.map(([status, count]) => `${status}: ${count}`).join(', ')
}
