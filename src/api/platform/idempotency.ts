/**
 * `Idempotency-Key` for every operation that creates something: each guarded POST that answers 201, and no public one,
 * for a key belongs to a credential. Routes need to do nothing for it.
 */
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { Actor } from '../../core/accounts/access.ts'
import { invalid, Problem } from '../../core/platform/errors.ts'
import {
  type Answer,
  findAnswer,
  holdKey,
  type IdempotentRequest,
  rememberLate,
} from '../../services/platform/idempotency.ts'
import { makeSeal } from '../../services/platform/seal.ts'
import type { HeldTransaction } from '../../store/platform/held-transaction.ts'
import { holdFirst } from '../../store/platform/session.ts'
import type { Api } from './api.ts'
import type { ApiDeps } from './deps.ts'
import { failure, STATUS } from './errors.ts'

const HEADER = 'idempotency-key'
const KEY = /^[\x21-\x7e]{1,255}$/

interface Running {
  asked: IdempotentRequest
  held: HeldTransaction<Answer>
  /** Another request with the same key was faster. */
  isTaken: boolean
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
    const asked = { scope: scopeOf(request.actor), key, fingerprint: fingerprintOf(request) }
    const known = await findAnswer(context, seal, asked)
    if (known) {
      reply.send(replay(reply, known))
      return
    }
    const held = holdKey(context, seal, asked, () => {
      here.isTaken = true
    })
    const here: Running = { asked, held, isTaken: false }
    running.set(request, here)
    holdFirst(held, done)
  }

  function replay(reply: FastifyReply, { status, body }: Answer): string {
    reply.code(status).header('idempotency-replayed', 'true').type('application/json; charset=utf-8')
    return body
  }

  /** Stores the answer with the work before it leaves, so that a repeated request gets the same one. */
  async function finish(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
    const known = running.get(request)
    if (!known) return payload
    running.delete(request)
    if (known.isTaken) return answerOfOther(reply, known.asked, payload)
    const status = reply.statusCode
    if (status >= 300) {
      await known.held.abandon()
      return payload
    }
    const answer = { status, body: String(payload) }
    if (!(await known.held.settle(answer))) await remember(request, known.asked, answer)
    return payload
  }

  /** The other request has ended by now, or holds its key for unusually long. */
  async function answerOfOther(reply: FastifyReply, asked: IdempotentRequest, payload: unknown): Promise<unknown> {
    try {
      const known = await findAnswer(context, seal, asked)
      return known ? replay(reply, known) : payload
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      reply.code(STATUS[error.code])
      return JSON.stringify(failure(error))
    }
  }

  async function remember({ id }: FastifyRequest, asked: IdempotentRequest, answer: Answer): Promise<void> {
    try {
      await rememberLate(context, seal, asked, answer)
    } catch (err) {
      // The answer is right all the same, and the key repeats nothing
      if (log) log.warn({ err, requestId: id }, 'the answer of an idempotency key was not stored')
    }
  }
}

/** A user's sessions are one caller, in each organization; a key is another. */
const scopeOf = ({ credential, organizationId, userId }: Actor): string =>
  credential.kind === 'key' ? `key ${credential.keyId}` : `user ${organizationId} ${userId}`

function fingerprintOf({ method, url, project, body }: FastifyRequest): string {
  const same = [method, url, project?.id ?? null, body ?? null]
  return createHash('sha256').update(JSON.stringify(same)).digest('base64url')
}
