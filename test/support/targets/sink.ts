/** Receives and stores webhooks. */
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import type { Event } from '../../../src/core/incidents/event.ts'
import type { Cleanup } from '../database/stores.ts'

export interface Received {
  /** The header `webhook-id`. */
  id: string
  /** Undefined for a body that is no JSON. */
  event: Event
  method: string
  /** Path and query. */
  path: string
  headers: Record<string, string>
  body: string
}

/**
 * `hang` keeps the sender waiting until the test ends, `close` closes without a response, and `forever` sends an
 * endless response.
 */
export type SinkAnswer =
  | { status: number; headers?: Record<string, string>; body?: string }
  | 'reset'
  | 'close'
  | 'hang'
  | 'forever'

export interface Sink {
  url: string
  /** In the order of arrival, duplicates included. */
  received: Received[]
  /** @throws when the signature does not match the secret */
  verify(message: Received, secret: string): void
}

/** @param answer may wait before it answers; `received` already has the message */
export async function startSink(
  t: Cleanup,
  answer: (message: Received) => SinkAnswer | Promise<SinkAnswer> = () => ({ status: 204 }),
  port = 0,
): Promise<Sink> {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    const body = String(Buffer.concat(await request.toArray()))
    const headers = request.headers as Record<string, string>
    const { method = '', url: path = '' } = request
    const message = { id: headers['webhook-id']!, event: parseEvent(body), method, path, headers, body }
    received.push(message)
    const reply = await answer(message)
    if (reply === 'hang') return
    if (reply === 'reset') request.socket.resetAndDestroy()
    else if (reply === 'close') request.socket.end()
    else if (reply === 'forever') sendForever(response.writeHead(200))
    else response.writeHead(reply.status, reply.headers).end(reply.body)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    verify: ({ body, headers }, secret) => void new Webhook(secret).verify(body, headers),
  }
}

function parseEvent(body: string): Event {
  try {
    return JSON.parse(body)
  } catch {
    return undefined as never
  }
}

/** Sends data as fast as it is read. */
function sendForever(response: ServerResponse): void {
  const talk = (): void => {
    while (!response.destroyed && response.write('x'.repeat(10_000)));
  }
  response.on('drain', talk)
  talk()
}
