/** Finds the status page of a request and checks whether the reader may view it. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../core/platform/errors.ts'
import { isPromised, withReady } from '../core/platform/ready.ts'
import type { ShownPage } from '../services/status-pages/public-status.ts'
import type { PageDeps } from './deps.ts'
import { sendNotFound, sendServerError, sendUnavailable } from './plain-page.ts'
import { requestPassword } from './status-page/password.ts'

/**
 * Calls `show` with the page if it exists and the reader may view it; otherwise sends the response itself.
 *
 * @param show sends the response
 */
export function withPage(
  deps: PageDeps,
  request: FastifyRequest<{ Params: { slug: string } }>,
  reply: FastifyReply,
  show: (page: ShownPage) => FastifyReply | Promise<FastifyReply>,
): FastifyReply | Promise<FastifyReply> {
  const { publicPages, pageLock } = deps
  const judge = (page: ShownPage | null) => {
    if (!page) return sendNotFound(reply)
    return withReady(pageLock.canView(page.facts, request.headers, request.ip), (isIn) => open(page, isIn))
  }
  const open = (page: ShownPage, isIn: boolean) => {
    if (!isIn) return requestPassword(request, reply, page)
    if (!page.facts.isIndexed) reply.header('x-robots-tag', 'noindex')
    return show(page)
  }
  // A cached page is sent in the same turn of the event loop
  const answer = withReady(publicPages.find(request.params.slug, request.ip), judge)
  return isPromised(answer) ? answer.catch((error) => refuse(deps, error, reply)) : answer
}

function refuse({ context, log }: PageDeps, err: Error, reply: FastifyReply): FastifyReply {
  if (err instanceof Problem) throw err
  const isUnavailable = context.store.traits.findTrouble(err) !== null
  if (log && isUnavailable) log.warn({ requestId: reply.request.id, err }, 'database unavailable')
  if (log && !isUnavailable) log.error({ requestId: reply.request.id, err }, 'failed to render status page')
  return isUnavailable ? sendUnavailable(reply) : sendServerError(reply)
}

/**
 * Caches additional data of a status page as long as the page itself is cached.
 *
 * @param read called once per page and key, and again after a failure. Concurrent requests share a call.
 * @returns a function that returns the cached or pending data
 */
export function createCachedRead<T>(
  read: (page: ShownPage, key: string) => Promise<T>,
): (page: ShownPage, key?: string) => Promise<T> {
  const known = new WeakMap<ShownPage, Map<string, Promise<T>>>()
  return (page, key = '') => {
    const ofPage = known.get(page) ?? new Map<string, Promise<T>>()
    known.set(page, ofPage)
    const before = ofPage.get(key)
    if (before) return before
    const reading = read(page, key)
    ofPage.set(key, reading)
    reading.catch(() => ofPage.delete(key))
    return reading
  }
}
