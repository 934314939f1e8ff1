/** Requests of one organization take turns once their bodies are there. */
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { OrganizationQueues, type Weight } from '../services/organization-queues.ts'
import type { Api } from './deps.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How much a request costs. `waiting`: it waits for others, such as a target, and takes no turn. Default: `light`. */
    weight?: Weight | 'waiting'
  }
}

/** Needs the actor, so the guard comes before. A place is given back when the answer has left, or its connection is gone. */
export function takeTurns(api: Api): void {
  const queues = new OrganizationQueues()
  api.addHook('onRoute', (route) => {
    const weight = weightOf(route)
    if (weight === null) return
    const enter = (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
      const place = queues.enter(request.actor.organizationId, weight)
      reply.raw.once('close', place.leave)
      if (place.turn === null) done()
      else void place.turn.then(done)
    }
    route.preHandler = [enter, ...[route.preHandler ?? []].flat()]
  })
}

function weightOf({ config }: RouteOptions): Weight | null {
  if (!config?.access || 'public' in config.access || config.waitsForNews) return null
  const { weight = 'light' } = config
  return weight === 'waiting' ? null : weight
}
