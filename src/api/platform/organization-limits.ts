/** Requests of one organization take turns once their bodies are there. */

import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { Permit } from '../../core/platform/semaphore.ts'
import { OrganizationQueues, type Weight } from '../../services/platform/organization-queues.ts'
import type { Api } from './api.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How much a request costs. `waiting`: it waits for others, such as a target, and takes no turn. Default: `light`. */
    weight?: Weight | 'waiting'
  }
}

/**
 * Needs the actor, so the guard comes before. A permit is released when the answer is rendered, or its connection is gone:
 * a client that reads slowly does not hold up its organization. A stream keeps its permit to its end.
 */
export function limitOrganizations(api: Api): void {
  const queues = new OrganizationQueues()
  const permits = new WeakMap<FastifyRequest, Permit>()
  const leave = (request: FastifyRequest, _reply: FastifyReply, payload: unknown, done: () => void): void => {
    if (!(payload instanceof Readable)) permits.get(request)?.release()
    done()
  }
  api.addHook('onRoute', (route) => {
    const weight = getWeight(route)
    if (weight === null) return
    const enter = (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
      const permit = queues.acquire(request.actor.organizationId, weight)
      permits.set(request, permit)
      reply.raw.once('close', permit.release)
      if (permit.granted === null) done()
      else void permit.granted.then(done)
    }
    route.preHandler = [enter, ...[route.preHandler ?? []].flat()]
    route.onSend = [...[route.onSend ?? []].flat(), leave]
  })
}

function getWeight({ config }: RouteOptions): Weight | null {
  if (!config?.access || 'public' in config.access || config.waitsForNews) return null
  const { weight = 'light' } = config
  return weight === 'waiting' ? null : weight
}
