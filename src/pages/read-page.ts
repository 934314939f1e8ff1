/** Finds the status page of a request and checks whether the reader may view it. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../core/platform/errors.ts'
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
  slug: string,
  request: FastifyRequest,
  reply: FastifyReply,
  show: (page: ShownPage) => FastifyReply | Promise<FastifyReply>,
): FastifyReply | Promise<FastifyReply> {
  const { publicPages, pageLock } = deps
  const judge = (page: ShownPage | null) => {
    if (!page) return sendNotFound(reply)
    const admitted = pageLock.canView(page.facts, request.headers, request.ip)
    if (admitted instanceof Promise) return admitted.then((isIn) => open(page, isIn))
    return open(page, admitted)
  }
  const open = (page: ShownPage, isIn: boolean) => {
    if (!isIn) return requestPassword(request, reply, page)
    if (!page.facts.isIndexed) reply.header('x-robots-tag', 'noindex')
    return show(page)
  }
  const found = publicPages.find(slug, request.ip)
  // A cached page is sent in the same turn of the event loop
  const answer = found instanceof Promise ? found.then(judge) : judge(found)
  return answer instanceof Promise ? answer.catch((error) => refuse(deps, error, request, reply)) : answer
}

function refuse({ context, log }: PageDeps, err: Error, { id }: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (err instanceof Problem) throw err
  const isUnavailable = context.store.traits.findTrouble(err) !== null
  if (log && isUnavailable) log.warn({ requestId: id, err }, 'database unavailable')
  if (log && !isUnavailable) log.error({ requestId: id, err }, 'failed to render status page')
  return isUnavailable ? sendUnavailable(reply) : sendServerError(reply)
}
