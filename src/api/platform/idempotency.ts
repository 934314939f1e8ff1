/**
 * `Idempotency-Key` for every operation that creates a resource: each guarded POST that answers 201, or that asks for it in
 * its configuration. Public operations are excluded, because a key belongs to a credential.
 */
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { Actor } from '../../core/accounts/access.ts'
import { createInvalid, Problem } from '../../core/platform/errors.ts'
import {
  createIdempotentTransaction,
  findStoredResponse,
  type IdempotentRequest,
  type StoredResponse,
  storeLateResponse,
} from '../../services/platform/idempotency.ts'
import { createSeal } from '../../services/platform/sealing/seal.ts'
import type { PendingTransaction } from '../../store/platform/pending-transaction.ts'
import { runWithPending } from '../../store/platform/session.ts'
import type { Api } from './api.ts'
import type { ApiDeps } from './deps.ts'
import { STATUS, toFailure } from './errors.ts'

const HEADER = 'idempotency-key'
const KEY = /^[\x21-\x7e]{1,255}$/

interface Running {
  request: IdempotentRequest
  transaction: PendingTransaction<StoredResponse>
  /** Another request with the same key came first. */
  isKeyTaken: boolean
}

/** Checks whether an operation may be repeated with a key. */
export const isIdempotent = ({ method, schema, config }: Pick<RouteOptions, 'method' | 'schema' | 'config'>): boolean =>
  method === 'POST' &&
  config?.access !== undefined &&
  !('public' in config.access) &&
  (config.takesIdempotencyKey === true ||
    (schema?.response as Record<string, unknown> | undefined)?.[201] !== undefined)

export function enableIdempotency(
  api: Api,
  { context, config, log }: Pick<ApiDeps, 'context' | 'config' | 'log'>,
): void {
  const seal = createSeal(config.secret, 'idempotency')
  const running = new WeakMap<FastifyRequest, Running>()

  api.addHook('onRoute', (route) => {
    if (!isIdempotent(route)) return
    route.preHandler = [...[route.preHandler ?? []].flat(), begin]
    route.onSend = [...[route.onSend ?? []].flat(), completeRequest]
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
      throw createInvalid({ field: 'Idempotency-Key', message: 'must be 1 to 255 visible ASCII characters' })
    const idempotent = { scope: toScope(request.actor), key, fingerprint: computeFingerprint(request) }
    const known = await findStoredResponse(context, seal, idempotent)
    if (known) {
      reply.send(replay(reply, known))
      return
    }
    const pendingTransaction = createIdempotentTransaction(context, seal, idempotent, () => {
      current.isKeyTaken = true
    })
    const current: Running = { request: idempotent, transaction: pendingTransaction, isKeyTaken: false }
    running.set(request, current)
    runWithPending(pendingTransaction, done)
  }

  function replay(reply: FastifyReply, { status, body }: StoredResponse): string {
    reply.code(status).header('idempotency-replayed', 'true').type('application/json; charset=utf-8')
    return body
  }

  /** Stores the response in the transaction of the request, so that a repeated request gets the same response. */
  async function completeRequest(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
    const known = running.get(request)
    if (!known) return payload
    running.delete(request)
    if (known.isKeyTaken) return replyWithStoredResponse(reply, known.request, payload)
    const status = reply.statusCode
    if (status >= 300) {
      await known.transaction.rollback()
      return payload
    }
    const answer = { status, body: String(payload) }
    if (!(await known.transaction.complete(answer))) await storeResponse(request, known.request, answer)
    return payload
  }

  /** The other request has ended by now, or holds its key for unusually long. */
  async function replyWithStoredResponse(
    reply: FastifyReply,
    idempotent: IdempotentRequest,
    payload: unknown,
  ): Promise<unknown> {
    try {
      const known = await findStoredResponse(context, seal, idempotent)
      return known ? replay(reply, known) : payload
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      reply.code(STATUS[error.code])
      return JSON.stringify(toFailure(error))
    }
  }

  async function storeResponse(
    { id }: FastifyRequest,
    idempotent: IdempotentRequest,
    answer: StoredResponse,
  ): Promise<void> {
    try {
      await storeLateResponse(context, seal, idempotent, answer)
    } catch (err) {
      // The response is still correct, but the key cannot repeat it
      if (log) log.warn({ err, requestId: id }, 'failed to store the response of an idempotency key')
    }
  }
}

/** All sessions of a user in an organization share a scope; each API key has a separate scope. */
const toScope = ({ credential, organizationId, userId }: Actor): string =>
  credential.kind === 'key' ? `key ${credential.keyId}` : `user ${organizationId} ${userId}`

function computeFingerprint({ method, url, project, body }: FastifyRequest): string {
  const same = [method, url, project?.id ?? null, body ?? null]
  return createHash('sha256').update(JSON.stringify(same)).digest('base64url')
}
