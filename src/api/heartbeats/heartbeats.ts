/**
 * Ping endpoints for jobs. The token in the path is the only credential.
 *
 * The body of a ping: any bytes of any length and type. The first part is stored.
 */

import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import type { PingOutcome, Signal } from '../../core/heartbeats/heartbeat-state.ts'
import {
  mergeSignals,
  PingParameterError,
  readBody,
  readPathEnd,
  readQuery,
} from '../../core/heartbeats/ping-report.ts'
import { createInvalid, Problem } from '../../core/platform/errors.ts'
import { isUuid } from '../../core/platform/id.ts'
import { toCountedAddress } from '../../core/platform/limits/rate-limit.ts'
import { MINUTE_MS } from '../../core/platform/time/time.ts'
import { createHeartbeatIntake, type HeartbeatIntake } from '../../services/heartbeats/heartbeat-intake.ts'
import { NameLookups } from '../../services/platform/limits/name-lookups.ts'
import type { PublicAccess } from '../platform/access.ts'
import type { Api } from '../platform/api.ts'
import { toDataSchema, toEnvelope } from '../platform/envelope.ts'
import type { Resource } from '../platform/resource.ts'
import { Uuid } from '../platform/schemas.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT'] as const

interface PingParams {
  token: string
  exit_status?: string
}

const getToken = ({ params }: FastifyRequest): string => (params as PingParams).token.toLowerCase()

/**
 * Counts requests per token, so that jobs behind one address do not use up each other's limit. Invalid tokens count for
 * the address.
 */
const access: PublicAccess = {
  public: true,
  countAs: (request) => (isUuid(getToken(request)) ? `heartbeat ${getToken(request)}` : toCountedAddress(request.ip)),
}

const Token = Type.String({ description: '`heartbeat_token` of the monitor', examples: ['any UUID'] })
const Query = Type.Object({
  rid: Type.Optional({ ...Uuid, description: 'UUID shared by all pings of a run, chosen by the job' }),
})

interface PingRoute {
  path: string
  summary: string
  signal: (params: PingParams) => Signal | null
}

/** Healthchecks accepts a trailing slash, so jobs migrated from it may send one. */
const PATH_ENDS = ['', '/'] as const
type PathEnd = (typeof PATH_ENDS)[number]

const createSignal = (kind: Signal['kind']) => (): Signal => ({ kind, exitStatus: null })

const ROUTES: readonly PingRoute[] = [
  { path: '', summary: 'Report success of a job', signal: createSignal('success') },
  { path: '/start', summary: 'Report the start of a job', signal: createSignal('start') },
  { path: '/fail', summary: 'Report failure of a job', signal: createSignal('fail') },
  { path: '/log', summary: 'Store a log message of a job without changing its status', signal: createSignal('log') },
  {
    path: '/:exit_status',
    summary: 'Report the exit status of a job: 0 is success, any other number is failure',
    signal: ({ exit_status }) => readPathEnd(exit_status ?? ''),
  },
]

const NO_PING = 'Unknown ping: the path must end with the token, start, fail, log or an exit status such as 0 or 1'

const DESCRIPTION = `Returns after the ping is stored. GET, HEAD, POST and PUT are equivalent, unless \`methods\` of the
monitor is \`POST\`. A body of any type is
accepted, and its first 10 KiB are stored. Retry after a refused connection, a timeout or a 5xx status: with curl,
use \`-m 10 --retry 7 --retry-connrefused --retry-max-time 180\`. The words of the path are accepted in any case, and
so are words such as \`failed\` and \`ok\`. \`rid\` pairs the end of a run with its start.
\`received\` is false while the monitor is paused, and for a method that does not count.`

/** Only in the description of a ping without a suffix, because each operation would repeat it. */
const PARAMETERS = `Parameters of other services work, too, in any case:

- outcome: \`status\` (\`up\`, \`down\`, \`ok\`, \`error\`, \`in_progress\`), \`state\` (\`run\`, \`complete\`, \`fail\`),
  \`success\` (\`true\`, \`false\`)
- exit status: \`s\`, \`status_code\`, \`exit_code\`, \`exit_status\`
- message: \`error\`, \`failure_message\`, \`msg\`, \`message\`, \`m\`, \`text\`
- duration: \`ping\` in milliseconds, \`duration\` and \`runtime\` in seconds.

A failure in the path, the parameters or the body always wins. The body counts if it is JSON or a form. A value that is
not understood is refused. Other parameters are ignored and listed with the ping.`

/** @throws Problem RATE_LIMIT_EXCEEDED for a client that guesses tokens */
type ReceivePing = (request: FastifyRequest, signal: Signal) => Promise<PingOutcome>

/**
 * How long an unknown token is refused without a lookup. Tokens are random, so an unknown token does not become valid
 * later.
 */
const UNKNOWN_TOKEN_CACHE_MS = MINUTE_MS

export const registerHeartbeatRoutes: Resource = (api, { context, config, limits }) => {
  const intake = createHeartbeatIntake(context)
  // Each guessed token has its own rate limit window, so guesses are also counted by address
  const lookups = new NameLookups({
    limiter: config.rateLimit > 0 ? limits.limiter('unknown heartbeat', config.rateLimit) : null,
    label: 'pings with unknown tokens',
    elapsed: context.elapsed,
    absentMs: UNKNOWN_TOKEN_CACHE_MS,
  })

  const receive: ReceivePing = async (request, signal) => {
    const at = context.now()
    if (!isUuid(getToken(request))) return 'unknown'
    const reported = readSignal(request, signal)
    const outcome = await lookups.find(getToken(request), request.ip, async () => {
      const outcome = await enqueuePing(request, reported, at, intake)
      return outcome === 'unknown' ? null : outcome
    })
    return outcome ?? 'unknown'
  }

  api.register(async (scope) => {
    readPingBodies(scope as Api)
    for (const route of ROUTES)
      for (const end of PATH_ENDS) {
        registerPingRoute(scope as Api, route, end, receive)
        registerPingAlias(scope as Api, route, end, receive)
      }
  })
}

function registerPingRoute(api: Api, { path, summary, signal }: PingRoute, end: PathEnd, receive: ReceivePing): void {
  const params = Type.Object({
    token: Token,
    ...(path === '/:exit_status' && {
      exit_status: Type.String({ description: 'Exit status of the job, 0 to 255', examples: ['0'] }),
    }),
  })
  api.route({
    method: [...METHODS],
    url: `/api/heartbeat/:token${path}${end}`,
    exposeHeadRoute: false,
    onRequest: dropContentType,
    config: {
      access,
      errors: path === '/:exit_status' ? ['MONITOR_NOT_FOUND', 'NOT_FOUND'] : ['MONITOR_NOT_FOUND'],
      takesAnyBody: true,
    },
    schema: {
      hide: end !== '',
      tags: ['Heartbeats'],
      summary,
      description: path === '' ? `${DESCRIPTION}\n\n${PARAMETERS}` : DESCRIPTION,
      params,
      querystring: Query,
      response: { 200: toDataSchema(Type.Object({ received: Type.Boolean() })) },
    },
    handler: async (request) => {
      const parsed = signal(request.params as PingParams)
      if (!parsed) throw new Problem('NOT_FOUND', NO_PING)
      const outcome = await receive(request, parsed)
      if (outcome === 'unknown') throw new Problem('MONITOR_NOT_FOUND', 'No monitor has this heartbeat token')
      return toEnvelope({ received: outcome === 'received' })
    },
  })
}

/** Registers the URLs of Healthchecks, so that its clients need only another base URL. */
function registerPingAlias(api: Api, { path, signal }: PingRoute, end: PathEnd, receive: ReceivePing): void {
  api.route({
    method: [...METHODS],
    url: `/ping/:token${path}${end}`,
    exposeHeadRoute: false,
    onRequest: dropContentType,
    config: { access },
    schema: { hide: true, querystring: Query },
    handler: async (request, reply) => {
      const parsed = signal(request.params as PingParams)
      const outcome = parsed && (await receive(request, parsed))
      reply.type('text/plain; charset=utf-8')
      return outcome === null || outcome === 'unknown' ? reply.code(404).send('not found') : reply.send('OK')
    },
  })
}

/** Drops the content type, because a job may send any value, even an invalid media type. */
function dropContentType({ raw }: FastifyRequest, _: FastifyReply, done: () => void): void {
  delete raw.headers['content-type']
  done()
}

function enqueuePing(
  request: FastifyRequest,
  signal: Signal,
  at: number,
  intake: HeartbeatIntake,
): Promise<PingOutcome> {
  const token = getToken(request)
  const { text, bytes } = getBody(request)
  const { rid = null } = request.query as { rid?: string }
  const { method, ip: source } = request
  return intake.add({ ...signal, token, at, runId: rid, body: text, bodyBytes: bytes, source, method })
}

const getBody = ({ body }: FastifyRequest): PingBody => (body as PingBody | undefined) ?? NO_BODY

/**
 * Adds the reports in the query and in the body to the signal of the path.
 *
 * @throws Problem VALIDATION_ERROR for a value that is not understood
 */
function readSignal(request: FastifyRequest, path: Signal): Signal {
  const parameters = new URLSearchParams(request.url.split('?').slice(1).join('?'))
  try {
    const query = readQuery([...parameters].map(([name, value]) => ({ name, value })))
    return mergeSignals(path, query, getBody(request).report)
  } catch (error) {
    if (!(error instanceof PingParameterError)) throw error
    throw createInvalid({ field: error.parameter, message: error.message })
  }
}

/** Bytes of a body that are counted, and bytes that are stored. The rest is read and discarded. */
const MAX_BODY_READ_BYTES = 100 * 1024
export const MAX_BODY_STORED_BYTES = 10 * 1024

interface PingBody {
  /** Null without a body. */
  text: string | null
  /** Length in bytes, at most `MAX_BODY_READ_BYTES`. */
  bytes: number
  /** Report in the body; null for a log. */
  report: ReturnType<typeof readBody>
}

const NO_BODY: PingBody = Object.freeze({ text: null, bytes: 0, report: null })

/** Reads every body in this Fastify scope as a ping body, whatever its content type. */
function readPingBodies(scope: Api): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', (_: FastifyRequest, payload: IncomingMessage) => readPingBody(payload))
}

/** Reads to the end, because a client that is cut off while it sends never receives the response. */
async function readPingBody(payload: AsyncIterable<Uint8Array>): Promise<PingBody> {
  const chunks: Uint8Array[] = []
  let kept = 0
  let bytes = 0
  for await (const chunk of payload) {
    const part = chunk.subarray(0, MAX_BODY_READ_BYTES - kept)
    if (part.length > 0) chunks.push(part)
    kept += part.length
    bytes = Math.min(MAX_BODY_READ_BYTES, bytes + chunk.length)
  }
  if (bytes === 0) return NO_BODY
  const read = Buffer.concat(chunks)
  const text = decodeText(read.subarray(0, MAX_BODY_STORED_BYTES), bytes > MAX_BODY_STORED_BYTES)
  return { text, bytes, report: readBody(bytes > MAX_BODY_STORED_BYTES ? decodeText(read, false) : text) }
}

/** Replaces invalid UTF-8 by U+FFFD, and U+0000 too, which PostgreSQL does not store. */
function decodeText(bytes: Uint8Array, isCut: boolean): string {
  const decoded = new TextDecoder().decode(bytes, { stream: isCut }) // leaves out a character that was cut in two
  return decoded.replaceAll('\0', '\ufffd')
}
