/** Live events of a project as Server-Sent Events. */

import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { MAX_STREAMS, MAX_STREAMS_PER_USER, refuseStream } from '../../core/live/stream-limits.ts'
import { Problem } from '../../core/platform/errors.ts'
import { SECOND_MS } from '../../core/platform/time/time.ts'
import type { LiveSubscription } from '../../services/live/live.ts'
import type { GuardedAccess } from '../platform/access.ts'
import type { AccessWatch } from '../platform/access-watch.ts'
import { createUnavailable } from '../platform/errors.ts'
import { STREAM_HEADERS } from '../platform/http/headers.ts'
import type { Resource } from '../platform/resource.ts'
import { formatEventBlock } from './live-event-text.ts'

const ACCESS: GuardedAccess = { permission: 'can_view', scope: 'project' }

/** A dashboard reports a lost connection after two missing heartbeats, which must be within ten seconds. */
export const HEARTBEAT_INTERVAL_MS = 4 * SECOND_MS

/** Interval of the access check, which disconnects a client that reads nothing as well. */
const CHECK_INTERVAL_MS = 15 * SECOND_MS

/** Delay before a client with a broken connection reconnects. */
const RETRY_MS = 2_000

/** Seconds after which a refused client may try again. */
const RETRY_AFTER_SECONDS = 30

const DESCRIPTION = `Returns \`text/event-stream\` until the client or the server closes the stream. Events of the project:

| Event | Data |
| - | - |
| \`monitor.status\` | \`{ monitor_id, from_status, to_status, reason, parsed_reason, started_at }\`, as in the status history. \`parsed_reason\` is the \`reason\` of the list of all monitors and is absent for \`up\`. |
| \`monitor.result\` | \`{ monitor_id, result, confirming }\`; the result is as in the list of results, and \`confirming\` as in the monitor. |
| \`group.status\` | \`{ group_id, from_status, to_status, reason, started_at }\`, as in the status history of the group. |
| \`monitor.created\`, \`monitor.updated\`, \`monitor.deleted\` | \`{ monitor_id }\`. |
| \`incident.opened\`, \`incident.acknowledged\`, \`incident.updated\`, \`incident.resolved\`, \`incident.reopened\` | \`{ organization_id, project_id, monitor, incident, update }\`, the \`data\` of a webhook. |
| \`incident.deleted\` | \`{ incident_id }\`. |
| \`reset\` | \`{}\`: events were missed; reload all displayed data. |

Every event has an ID. A client that reconnects with the ID of its last event, in \`Last-Event-ID\` or \`last_event_id\`,
receives all later events. If these are no longer available, the first event is \`reset\`. Without an ID, the stream starts
with the next event; open the stream first, then load the current state. A comment is sent every 4 seconds. A client
that does not read is disconnected. A stream ends at once when its credential is revoked, and within 15 seconds after it
expires; reconnect with a new one.

A user may hold ${MAX_STREAMS_PER_USER} streams, and an organization half of the ${MAX_STREAMS} streams of a server. Both shares shrink as the
server fills up; beyond them the response is 429 with \`Retry-After\`. Behind a load balancer, every server sends the events
of all servers. Only the server that issued an ID can resume from it; other servers start with \`reset\`.`

const EventText = Type.String({
  examples: [
    'id: 5f0c1d2e3a4b-7\nevent: monitor.status\ndata: {"monitor_id":"0198c0de-7a11-7abc-8def-0123456789ab","from_status":"up","to_status":"down","reason":"down in 1 of 1 regions","started_at":"2026-01-31T12:00:00.000Z"}\n\n',
  ],
})

const Query = Type.Object({
  last_event_id: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'Alternative to the header `Last-Event-ID`; the header takes precedence',
    }),
  ),
})

export const registerEventRoutes: Resource = (api, { context, watchAccess }) => {
  const streams = new Set<EventStream>()
  /** Open streams of each user and of each organization. */
  const openStreams = new StreamCounter()

  api.addHook('preClose', async () => {
    for (const stream of streams) stream.finish()
  })

  api.get(
    '/api/events',
    {
      config: { access: ACCESS, isLongPoll: true },
      schema: {
        tags: ['Events'],
        summary: 'Stream live events',
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
      checkStreamLimit(userId, organizationId)
      const stream = open(request)
      streams.add(stream)
      context.meter.set('eventStreams', {}, streams.size)
      for (const holder of [userId, organizationId]) openStreams.add(holder, 1)
      stream.once('close', () => {
        streams.delete(stream)
        context.meter.set('eventStreams', {}, streams.size)
        for (const holder of [userId, organizationId]) openStreams.add(holder, -1)
      })
      return sendStream(reply, stream)
    },
  )

  /** @throws Problem RATE_LIMIT_EXCEEDED, SERVICE_UNAVAILABLE */
  function checkStreamLimit(userId: string, organizationId: string): void {
    const [ofUser, ofOrganization] = [openStreams.count(userId), openStreams.count(organizationId)]
    const refusal = refuseStream({ all: streams.size, ofUser, inOrganization: ofOrganization })
    if (refusal === null) return
    if (refusal === 'server') throw createUnavailable('This server has reached its limit of event streams')
    const count = refusal === 'user' ? ofUser : ofOrganization
    const message = `This ${refusal} has used its share of ${count} event streams. Close a stream, or try again later`
    throw new Problem('RATE_LIMIT_EXCEEDED', message, undefined, RETRY_AFTER_SECONDS)
  }

  function open(request: FastifyRequest): EventStream {
    const since = readLastEventId(request)
    const { watch: subscription, isResumed } = context.live.subscribe(request.project.id, () => stream.notify(), since)
    const stream = new EventStream(subscription, formatOpening(subscription.position(), since !== null && !isResumed))
    const watch = watchAccess(request, {
      pause: () => stream.pauseEvents(),
      resume: () => stream.resumeEvents(),
      end: () => stream.endNow(),
    })
    const timers = [
      setInterval(() => stream.sendHeartbeat(), HEARTBEAT_INTERVAL_MS),
      setInterval(() => void check(watch, stream), CHECK_INTERVAL_MS),
    ]
    stream.once('close', () => {
      for (const timer of timers) clearInterval(timer)
      watch.stop()
    })
    return stream
  }

  /** Finds expired credentials, and changes by another program or by a server whose message was lost. */
  async function check(watch: AccessWatch, stream: EventStream): Promise<void> {
    await watch.check()
    if (!stream.destroyed && !stream.readableEnded) stream.disconnectIdle()
  }
}

/** Counts streams by name; a name without streams is removed. */
class StreamCounter {
  readonly #counts = new Map<string, number>()

  count(name: string): number {
    return this.#counts.get(name) ?? 0
  }

  add(name: string, change: 1 | -1): void {
    const count = this.count(name) + change
    if (count > 0) this.#counts.set(name, count)
    else this.#counts.delete(name)
  }
}

function sendStream(reply: FastifyReply, stream: EventStream): FastifyReply {
  // A client that disconnects causes no error; without this, the stream of a client that never read would never end
  reply.raw.once('close', () => stream.destroy())
  return reply.send(stream)
}

function readLastEventId({ headers, query }: FastifyRequest): string | null {
  const header = headers['last-event-id']
  return header === undefined ? ((query as { last_event_id?: string }).last_event_id ?? null) : String(header)
}

/** The position is sent in the first block, so that a connection that breaks before any event can be resumed. */
const formatOpening = (position: string, isReset: boolean): string =>
  isReset ? `retry: ${RETRY_MS}\n${formatEventBlock(position, 'reset', {})}` : `retry: ${RETRY_MS}\nid: ${position}\n\n`

/** Characters pushed at once. */
const CHUNK_LENGTH = 64 * 1024

/** A comment, which shows both sides that the connection is alive. */
const HEARTBEAT = ':\n\n'

/**
 * Stream of live events to one client. The stream queues nothing: the client receives events as fast as it reads. A
 * client that falls behind the event buffer, or reads nothing at all, is disconnected and may reconnect.
 */
class EventStream extends Readable {
  readonly #subscription: LiveSubscription
  #canPush = false
  #isScheduled = false
  /** Whether events wait for a check of the credential. */
  #isPaused = false
  /** Whether the client read anything since the last check. */
  #hasRead = true

  /** @param opening text sent before all events */
  constructor(watch: LiveSubscription, opening: string) {
    super({ highWaterMark: CHUNK_LENGTH })
    this.#subscription = watch
    this.push(opening)
  }

  /** Schedules a push. Events of one turn of the event loop are sent together. */
  readonly notify = (): void => {
    if (this.#isScheduled || !this.#canPush) return
    this.#isScheduled = true
    setImmediate(() => {
      this.#isScheduled = false
      this.#pushEvents()
    })
  }

  sendHeartbeat(): void {
    if (this.#canPush) this.push(HEARTBEAT)
  }

  /** Called periodically. Disconnects a client that read nothing between two checks. */
  disconnectIdle(): void {
    if (!this.#canPush && !this.#hasRead) this.destroy()
    this.#hasRead = false
  }

  /** Sends no events until `resume`. */
  pauseEvents(): void {
    this.#isPaused = true
  }

  resumeEvents(): void {
    this.#isPaused = false
    this.#pushEvents()
  }

  /** Ends the stream without the events that were not sent. */
  endNow(): void {
    this.#isPaused = true
    if (!this.destroyed && !this.readableEnded) this.push(null)
  }

  /** Sends the events up to now, as far as the client reads them, and ends the stream. */
  finish(): void {
    this.#pushEvents()
    if (!this.destroyed) this.push(null)
  }

  override _read(): void {
    this.#canPush = true
    this.#hasRead = true
    this.#pushEvents()
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#subscription.close()
    done(error)
  }

  #pushEvents(): void {
    if (!this.#canPush || this.#isPaused || this.destroyed || this.readableEnded) return
    const text = this.#subscription.read(CHUNK_LENGTH)
    if (text === null) {
      this.destroy()
      return
    }
    if (text === '') return
    this.#canPush = false
    this.push(text)
  }
}
