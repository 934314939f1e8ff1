/** Live events: what happens in a project, while it happens, as Server-Sent Events. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { MOST_STREAMS, MOST_STREAMS_OF_USER, refuseStream } from '../../core/live/stream-shares.ts'
import { Problem } from '../../core/platform/errors.ts'
import { SECOND_MS } from '../../core/platform/time/time.ts'
import type { GuardedAccess } from '../platform/access.ts'
import { unavailable } from '../platform/errors.ts'
import type { Resource } from '../platform/resource.ts'
import { EventStream } from './event-stream.ts'
import { eventBlock } from './live-event-text.ts'

const ACCESS: GuardedAccess = { permission: 'can_view', scope: 'project' }

/** Also how often it is asked whether the reader is still welcome. */
const BEAT_EVERY_MS = 15 * SECOND_MS

/** When a reader whose connection broke is to come back. */
const RETRY_MS = 2_000

/** Seconds after which one who found no room may try again. */
const RETRY_AFTER_SECONDS = 30

const DESCRIPTION = `Answers \`text/event-stream\` and goes on until either side ends it. Events of the project:

| Event | Data |
| - | - |
| \`monitor.status\` | \`{ monitor_id, from_status, to_status, reason, started_at }\`, as in the status history |
| \`monitor.result\` | \`{ monitor_id, result }\`, the result as in the list of results |
| \`monitor.created\`, \`monitor.updated\`, \`monitor.deleted\` | \`{ monitor_id }\` |
| \`incident.opened\`, \`incident.acknowledged\`, \`incident.updated\`, \`incident.resolved\`, \`incident.reopened\` | \`{ organization_id, project_id, monitor, incident, update }\`, the \`data\` of a webhook |
| \`incident.deleted\` | \`{ incident_id }\` |
| \`reset\` | \`{}\`: events were missed; read anew whatever is shown |

Every event has an id. Whoever comes back with the last one he saw, in \`Last-Event-ID\` or \`last_event_id\`, is sent
what happened since; where that is no longer known, the first event is \`reset\`. Without an id the stream begins with
what happens next, so open it first and read the present state after. A comment is sent every 15 seconds; who does not
read is cut off. A stream ends when its credential does: come back with a new one. One user may hold
${MOST_STREAMS_OF_USER} streams and one organization half of the ${MOST_STREAMS} of a server; both shares shrink as the server fills, and beyond them the answer is
429 with \`Retry-After\`. Behind a load balancer every server tells what happens at any of them; only the one that gave an id can go on
from it, at others the first event is \`reset\`.`

const EventText = Type.String({
  examples: [
    'id: 5f0c1d2e3a4b-7\nevent: monitor.status\ndata: {"monitor_id":"0198c0de-7a11-7abc-8def-0123456789ab","from_status":"up","to_status":"down","reason":"down in 1 of 1 regions","started_at":"2026-01-31T12:00:00.000Z"}\n\n',
  ],
})

const Query = Type.Object({
  last_event_id: Type.Optional(
    Type.String({ maxLength: 100, description: 'Where the header `Last-Event-ID` cannot be sent; the header wins' }),
  ),
})

export const events: Resource = (api, { context, stillMay }) => {
  const streams = new Set<EventStream>()
  /** Streams of each user and of each organization. */
  const held = new Tally()

  api.addHook('preClose', async () => {
    for (const stream of streams) stream.end()
  })

  api.get(
    '/api/events',
    {
      config: { access: ACCESS, waitsForNews: true },
      schema: {
        tags: ['Events'],
        summary: 'Follow what happens, as it happens',
        description: DESCRIPTION,
        querystring: Query,
        response: {
          200: { description: 'A stream of events', content: { 'text/event-stream': { schema: EventText } } },
        },
      },
    },
    async (request, reply) => {
      reply.headers(STREAM_HEADERS)
      if (request.method === 'HEAD') return reply.send('')
      const { userId, organizationId } = request.actor
      checkRoom(userId, organizationId)
      const stream = open(request)
      streams.add(stream)
      context.meter.set('eventStreams', {}, streams.size)
      for (const holder of [userId, organizationId]) held.add(holder, 1)
      stream.once('close', () => {
        streams.delete(stream)
        context.meter.set('eventStreams', {}, streams.size)
        for (const holder of [userId, organizationId]) held.add(holder, -1)
      })
      return follow(reply, stream)
    },
  )

  /** @throws Problem RATE_LIMIT_EXCEEDED, SERVICE_UNAVAILABLE */
  function checkRoom(userId: string, organizationId: string): void {
    const [ofUser, ofOrganization] = [held.of(userId), held.of(organizationId)]
    const refusal = refuseStream({ all: streams.size, ofUser, ofOrganization })
    if (refusal === null) return
    if (refusal === 'server') throw unavailable('This server holds as many event streams as it can')
    const count = refusal === 'user' ? ofUser : ofOrganization
    const message = `The share of this ${refusal} is used up: ${count} event streams are open. Close one, or try again later`
    throw new Problem('RATE_LIMIT_EXCEEDED', message, undefined, RETRY_AFTER_SECONDS)
  }

  function open(request: FastifyRequest): EventStream {
    const since = sinceOf(request)
    const { watch, isResumed } = context.live.watch(request.project.id, () => stream.notify(), since)
    const stream = new EventStream(watch, opening(watch.position(), since !== null && !isResumed))
    const beats = setInterval(() => void beat(request, stream), BEAT_EVERY_MS)
    stream.once('close', () => clearInterval(beats))
    return stream
  }

  async function beat(request: FastifyRequest, stream: EventStream): Promise<void> {
    // Who cannot be judged because the database is away stays: others could not be let in either
    const isWelcome = await stillMay(request, ACCESS).catch(() => true)
    if (stream.destroyed) return
    if (isWelcome) stream.beat()
    else stream.end()
  }
}

/** Counts of names; a name without any is forgotten. */
class Tally {
  readonly #counts = new Map<string, number>()

  of(name: string): number {
    return this.#counts.get(name) ?? 0
  }

  add(name: string, change: 1 | -1): void {
    const count = this.of(name) + change
    if (count > 0) this.#counts.set(name, count)
    else this.#counts.delete(name)
  }
}

const STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no', // nginx would collect events until its buffer is full
  connection: 'close', // nothing comes after a stream, so the end of one is the end of its connection
}

function follow(reply: FastifyReply, stream: EventStream): FastifyReply {
  // A reader who leaves is no news; without this the stream of one who never took anything would outlive him
  reply.raw.once('close', () => stream.destroy())
  return reply.send(stream)
}

function sinceOf({ headers, query }: FastifyRequest): string | null {
  const header = headers['last-event-id']
  return header === undefined ? ((query as { last_event_id?: string }).last_event_id ?? null) : String(header)
}

/** The place comes with the very first block, so that a connection which breaks before any event can be resumed. */
const opening = (position: string, isReset: boolean): string =>
  isReset ? `retry: ${RETRY_MS}\n${eventBlock(position, 'reset', {})}` : `retry: ${RETRY_MS}\nid: ${position}\n\n`
