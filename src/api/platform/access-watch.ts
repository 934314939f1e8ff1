/**
 * Ends long responses with their credential. A change of a membership, a session, a key or a project makes the responses
 * of its users check their access again. In the meantime they send nothing.
 */
import type { FastifyRequest } from 'fastify'
import type { LiveEvents } from '../../services/live/live.ts'
import type { GuardedAccess } from './access.ts'
import type { Guard } from './guard.ts'

/** A response that lasts longer than the check of its request. */
interface LongResponse {
  /** Sends nothing until `resume`. */
  pause(): void
  resume(): void
  /** Ends the response without the data that it has not sent. */
  end(): void
}

export interface AccessWatch {
  /** Checks the access again. */
  check(): Promise<void>
  stop(): void
}

export type WatchAccess = (request: FastifyRequest, response: LongResponse) => AccessWatch

export function createAccessWatch(
  live: Pick<LiveEvents, 'onAccessChange'>,
  isStillAllowed: Guard['isStillAllowed'],
): WatchAccess {
  return (request, response) => {
    const access = request.routeOptions.config.access as GuardedAccess
    let [isStopped, checks] = [false, 0]
    const { userId, organizationId } = request.actor
    const holders = [userId, organizationId, request.project.id]
    const check = async (): Promise<void> => {
      const number = ++checks
      // The client stays connected while the database is unavailable, because access cannot be checked
      const isAllowed = await isStillAllowed(request, access).catch(() => null)
      if (isStopped || number !== checks || isAllowed === null) return
      if (isAllowed) response.resume()
      else response.end()
    }
    const unsubscribe = live.onAccessChange((changed) => {
      if (changed !== null && !holders.some((id) => changed.includes(id))) return
      response.pause()
      void check()
    })
    const stop = () => {
      isStopped = true
      unsubscribe()
    }
    return { check, stop }
  }
}
