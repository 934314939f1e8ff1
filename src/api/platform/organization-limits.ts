/** Limits how many requests of an organization run at once, after their bodies have arrived. */

import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { Permit } from '../../core/platform/limits/semaphore.ts'
import { OrganizationQueues, type Weight } from '../../services/platform/limits/organization-queues.ts'
import type { Api } from './api.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Cost of a request. `waiting`: it waits for something else, such as a target, and needs no permit. A `joint` request
     * with an `Idempotency-Key` is `light`, because it has a transaction of its own. Default: `light`.
     */
    weight?: Weight | 'waiting'
  }

  interface FastifyRequest {
    permit: Permit | null
  }
}

/**
 * Runs after the guard, because it needs the actor. A permit is released when the response is rendered, or when the
 * connection is closed. So a client that reads slowly does not block its organization. A stream keeps its permit until
 * it ends.
 */
export function limitOrganizations(api: Api): void {
  const queues = new OrganizationQueues()
  api.decorateRequest('permit', null)
  const releasePermit = (request: FastifyRequest, _reply: FastifyReply, payload: unknown, done: () => void): void => {
    if (!(payload instanceof Readable)) request.permit?.release()
    done()
  }
  api.addHook('onRoute', (route) => {
    const weight = getWeight(route)
    if (weight === null) return
    const acquirePermit = (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
      const isAlone = weight === 'joint' && request.headers['idempotency-key'] !== undefined
      const permit = queues.acquire(request.actor.organizationId, isAlone ? 'light' : weight)
      request.permit = permit
      reply.raw.once('close', permit.release)
      if (permit.granted === null) done()
      else void permit.granted.then(done)
    }
    route.preHandler = [acquirePermit, ...[route.preHandler ?? []].flat()]
    route.onSend = [...[route.onSend ?? []].flat(), releasePermit]
  })
}

function getWeight({ config }: RouteOptions): Weight | null {
  if (!config?.access || 'public' in config.access || config.isLongPoll) return null
  const { weight = 'light' } = config
  return weight === 'waiting' ? null : weight
}
