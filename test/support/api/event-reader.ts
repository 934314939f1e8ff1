/** Reads Server-Sent Events off a real connection, as a browser would. */
import { once } from 'node:events'
import { type IncomingMessage, request as send } from 'node:http'
import { waitUntil } from '../time/until.ts'

export interface ServerEvent {
  id: string | null
  type: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into events as they are
  data: any
}

export interface EventReader {
  status: number
  headers: IncomingMessage['headers']
  /** In order of arrival; blocks without data are left out. */
  events: ServerEvent[]
  /** The event id that a browser would reconnect with. */
  lastId: () => string | null
  /** Comments so far. */
  comments: () => number
  /** Waits until this number of events arrived. */
  take(count: number): Promise<ServerEvent[]>
  /** Resolves when the server has ended the connection. */
  ended: Promise<void>
  /** Stops reading. */
  pause(): void
  resume(): void
  close(): void
}

/** @param body sent as JSON with POST; absent for GET */
export async function readEvents(url: string, headers: Record<string, string>, body?: object): Promise<EventReader> {
  const request = send(url, {
    method: body ? 'POST' : 'GET',
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    agent: false,
  })
  request.end(body && JSON.stringify(body))
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  const events: ServerEvent[] = []
  let [rest, lastId, comments] = ['', null as string | null, 0]
  response.setEncoding('utf8')
  response.on('data', (text: string) => {
    const blocks = (rest + text).split('\n\n')
    rest = blocks.pop()!
    for (const block of blocks) {
      const fields = new Map(block.split('\n').map((line) => splitField(line)))
      if (fields.has('')) comments++
      lastId = fields.get('id') ?? lastId
      const data = fields.get('data')
      if (data !== undefined)
        events.push({ id: lastId, type: fields.get('event') ?? 'message', data: JSON.parse(data) })
    }
  })
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  response.on('error', () => {})
  response.once('close', resolve)
  return {
    status: response.statusCode!,
    headers: response.headers,
    events,
    lastId: () => lastId,
    comments: () => comments,
    take: async (count) => {
      await waitUntil(() => events.length >= count, `event number ${count} of ${events.length}`)
      return events
    },
    ended,
    pause: () => response.pause(),
    resume: () => response.resume(),
    close: () => request.destroy(),
  }
}

/** `name: value`; a comment has no name. */
function splitField(line: string): [string, string] {
  const colon = line.indexOf(':')
  return [line.slice(0, colon), line.slice(colon + 1).trimStart()]
}
