/** Where jobs send their pings. Whoever knows the token may, so it is all the credential there is. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import type { PingOutcome, Signal } from '../../core/heartbeats/heartbeat-state.ts'
import { Problem } from '../../core/platform/errors.ts'
import { isUuid } from '../../core/platform/id.ts'
import { countedAddress } from '../../core/platform/rate-limit.ts'
import { MINUTE_MS } from '../../core/platform/time/time.ts'
import { type HeartbeatIntake, makeHeartbeatIntake } from '../../services/heartbeats/heartbeat-intake.ts'
import { NameLookups } from '../../services/platform/name-lookups.ts'
import type { PublicAccess } from '../platform/access.ts'
import type { Api } from '../platform/api.ts'
import { dataOf, ok } from '../platform/envelope.ts'
import type { Resource } from '../platform/resource.ts'
import { Uuid } from '../platform/schemas.ts'
import { NO_BODY, type PingBody, readPingBodies } from './heartbeat-body.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT'] as const

interface PingParams {
  token: string
  exit_status?: string
}

const tokenOf = ({ params }: FastifyRequest): string => (params as PingParams).token.toLowerCase()

/** Jobs behind one address do not use up each other's requests. What cannot be a token is the address's own. */
const access: PublicAccess = {
  public: true,
  countAs: (request) => (isUuid(tokenOf(request)) ? `heartbeat ${tokenOf(request)}` : countedAddress(request.ip)),
}

const Token = Type.String({ description: 'The `heartbeat_token` of the monitor', examples: ['any UUID'] })
const Query = Type.Object({
  rid: Type.Optional({ ...Uuid, description: 'One UUID for all pings of a run, chosen by the job' }),
})

interface PingRoute {
  path: string
  summary: string
  signal: (params: PingParams) => Signal | null
}

/** Healthchecks takes a slash at the end, so jobs that move over from there may send one. */
const ENDS = ['', '/'] as const
type End = (typeof ENDS)[number]

const says = (kind: Signal['kind']) => (): Signal => ({ kind, exitStatus: null })

const ROUTES: readonly PingRoute[] = [
  { path: '', summary: 'The job did its work', signal: says('success') },
  { path: '/start', summary: 'The job began: its time is taken, and its end is expected', signal: says('start') },
  { path: '/fail', summary: 'The job failed', signal: says('fail') },
  { path: '/log', summary: 'Keep a text, and change nothing', signal: says('log') },
  {
    path: '/:exit_status',
    summary: 'The job ended with this exit status: 0 is success, anything else up to 255 a failure',
    signal: ({ exit_status }) => signalOfStatus(exit_status ?? ''),
  },
]

/** Null when it is no exit status. */
function signalOfStatus(text: string): Signal | null {
  if (!/^\d{1,3}$/.test(text) || Number(text) > 255) return null
  return { kind: Number(text) === 0 ? 'success' : 'fail', exitStatus: Number(text) }
}

const NO_PING = 'There is no such ping: the path ends with the token, start, fail, log or an exit status from 0 to 255'

const DESCRIPTION = `Answers when the ping is stored. GET, HEAD, POST and PUT mean the same; a body of any type is taken,
and its first 10 KiB are kept. Retry a refused connection, a timeout and 5xx: with curl,
\`-m 10 --retry 7 --retry-connrefused --retry-max-time 180\`. \`rid\` pairs the end of a run with its start. \`received\` is false while the monitor is paused.`

/** @throws Problem RATE_LIMIT_EXCEEDED for one who guesses tokens */
type Receive = (request: FastifyRequest, signal: Signal) => Promise<PingOutcome>

/** How long an unknown token is answered without a lookup. Tokens are random, so none begins to exist later. */
const ABSENT_MS = MINUTE_MS

export const heartbeats: Resource = (api, { context, config, limits }) => {
  const intake = makeHeartbeatIntake(context)
  // Each guess at a token has a rate limit window of its own, so guesses are also counted by their address
  const lookups = new NameLookups({
    limiter: config.rateLimit > 0 ? limits.limiter('unknown heartbeat', config.rateLimit) : null,
    what: 'pings with unknown tokens',
    elapsed: context.elapsed,
    absentMs: ABSENT_MS,
  })

  const receive: Receive = async (request, signal) => {
    const at = context.now()
    if (!isUuid(tokenOf(request))) return 'unknown'
    const outcome = await lookups.find(tokenOf(request), request.ip, async () => {
      const outcome = await take(request, signal, at, intake)
      return outcome === 'unknown' ? null : outcome
    })
    return outcome ?? 'unknown'
  }

  api.register(async (scope) => {
    readPingBodies(scope as Api)
    for (const route of ROUTES)
      for (const end of ENDS) {
        declare(scope as Api, route, end, receive)
        declareAlias(scope as Api, route, end, receive)
      }
  })
}

function declare(api: Api, { path, summary, signal }: PingRoute, end: End, receive: Receive): void {
  const params = Type.Object({
    token: Token,
    ...(path === '/:exit_status' && { exit_status: Type.String({ description: '0 to 255', examples: ['0'] }) }),
  })
  api.route({
    method: [...METHODS],
    url: `/api/heartbeat/:token${path}${end}`,
    exposeHeadRoute: false,
    onRequest: takeAnyType,
    config: {
      access,
      errors: path === '/:exit_status' ? ['MONITOR_NOT_FOUND', 'NOT_FOUND'] : ['MONITOR_NOT_FOUND'],
      takesAnyBody: true,
    },
    schema: {
      hide: end !== '',
      tags: ['Heartbeats'],
      summary,
      description: DESCRIPTION,
      params,
      querystring: Query,
      response: { 200: dataOf(Type.Object({ received: Type.Boolean() })) },
    },
    handler: async (request) => {
      const said = signal(request.params as PingParams)
      if (!said) throw new Problem('NOT_FOUND', NO_PING)
      const outcome = await receive(request, said)
      if (outcome === 'unknown') throw new Problem('MONITOR_NOT_FOUND', 'No monitor waits for pings with this token')
      return ok({ received: outcome === 'received' })
    },
  })
}

/** The addresses of Healthchecks, so that its clients need nothing but another base URL. */
function declareAlias(api: Api, { path, signal }: PingRoute, end: End, receive: Receive): void {
  api.route({
    method: [...METHODS],
    url: `/ping/:token${path}${end}`,
    exposeHeadRoute: false,
    onRequest: takeAnyType,
    config: { access },
    schema: { hide: true, querystring: Query },
    handler: async (request, reply) => {
      const said = signal(request.params as PingParams)
      const outcome = said && (await receive(request, said))
      reply.type('text/plain; charset=utf-8')
      return outcome === null || outcome === 'unknown' ? reply.code(404).send('not found') : reply.send('OK')
    },
  })
}

/** A job may call its text what it likes, even what is no media type. */
function takeAnyType({ raw }: FastifyRequest, _: FastifyReply, done: () => void): void {
  delete raw.headers['content-type']
  done()
}

function take(request: FastifyRequest, signal: Signal, at: number, intake: HeartbeatIntake): Promise<PingOutcome> {
  const token = tokenOf(request)
  const { text, bytes } = (request.body as PingBody | undefined) ?? NO_BODY
  const { rid = null } = request.query as { rid?: string }
  return intake.take({ ...signal, token, at, runId: rid, body: text, bodyBytes: bytes, source: request.ip })
}
