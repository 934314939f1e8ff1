/**
 * `Idempotency-Key` for every operation that creates something: each guarded POST that answers 201, and no public one,
 * for a key belongs to a credential. Routes need to do nothing for it.
 */
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { Actor } from '../core/access.ts'
import { invalid } from '../core/errors.ts'
import { admit, carryOut, release, remember } from '../services/idempotency.ts'
import { makeSeal } from '../services/seal.ts'
import type { Attempt } from '../store/idempotency-keys.ts'
import type { Api, ApiDeps } from './deps.ts'

const HEADER = 'idempotency-key'
const KEY = /^[\x21-\x7e]{1,255}$/

interface Running {
  attempt: Attempt
  end: () => void
}

/** Whether an operation may be repeated with a key. */
export const isIdempotent = ({ method, schema, config }: Pick<RouteOptions, 'method' | 'schema' | 'config'>): boolean =>
  method === 'POST' &&
  config?.access !== undefined &&
  !('public' in config.access) &&
  (schema?.response as Record<string, unknown> | undefined)?.[201] !== undefined

export function keepAnswers(api: Api, { context, config, log }: Pick<ApiDeps, 'context' | 'config' | 'log'>): void {
  const seal = makeSeal(config.secret, 'idempotency')
  const running = new WeakMap<FastifyRequest, Running>()

  api.addHook('onRoute', (route) => {
    if (!isIdempotent(route)) return
    route.preHandler = [...[route.preHandler ?? []].flat(), begin]
    route.onSend = [...[route.onSend ?? []].flat(), finish]
  })

  function begin(request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void {
    const key = request.headers[HEADER]
    if (key === undefined) done()
    else start(request, reply, String(key), done).catch(done)
  }

  async function start(
    request: FastifyRequest,
    reply: FastifyReply,
    key: string,
    done: (error?: Error) => void,
  ): Promise<void> {
    if (!KEY.test(key))
      throw invalid({ field: 'Idempotency-Key', message: 'must be 1 to 255 visible ASCII characters' })
    const fingerprint = fingerprintOf(request)
    const admission = await admit(context, seal, { scope: scopeOf(request.actor), key, fingerprint })
    if ('attempt' in admission) {
      const { attempt } = admission
      carryOut(attempt, (end) => {
        running.set(request, { attempt, end })
        done()
      })
      return
    }
    reply.code(admission.status).header('idempotency-replayed', 'true')
    reply.type('application/json; charset=utf-8').send(admission.body)
  }

  /** Before the answer leaves, so that whoever has it can rely on hearing the same again. */
  async function finish(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
    const known = running.get(request)
    if (!known) return payload
    running.delete(request)
    known.end()
    const status = reply.statusCode
    const isDone = status < 300 && typeof payload === 'string'
    try {
      if (isDone) await remember(context, seal, known.attempt, { status, body: payload })
      else await release(context, known.attempt)
    } catch (err) {
      // The answer is right all the same. Without the database the key stays as it is, which repeats nothing
      if (log) log.warn({ err, requestId: request.id }, 'an idempotency key was not brought up to date')
    }
    return payload
  }
}

/** A user's sessions are one caller, in each organization; a key is another. */
const scopeOf = ({ credential, organizationId, userId }: Actor): string =>
  credential.kind === 'key' ? `key ${credential.keyId}` : `user ${organizationId} ${userId}`

function fingerprintOf({ method, url, project, body }: FastifyRequest): string {
  const same = [method, url, project?.id ?? null, body ?? null]
  return createHash('sha256').update(JSON.stringify(same)).digest('base64url')
}
