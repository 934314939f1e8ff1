/** What every route of a status page begins with: find the page, and see whether this reader may have it. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PageAddress, ShownPage } from '../services/public-status.ts'
import type { PageDeps } from './deps.ts'
import { sendNotFound } from './plain-page.ts'

/**
 * Calls `show` with the page when it is there and open to this reader; answers otherwise.
 *
 * @param show sends the answer
 */
export function withPage(
  { publicPages, pageLock }: PageDeps,
  address: PageAddress,
  request: FastifyRequest,
  reply: FastifyReply,
  show: (page: ShownPage) => FastifyReply | Promise<FastifyReply>,
): FastifyReply | Promise<FastifyReply> {
  const judge = (page: ShownPage | null) => {
    if (!page) return sendNotFound(reply)
    if (!pageLock.isOpen(page.facts, request.headers.cookie)) return sendNotFound(reply)
    return show(page)
  }
  const found = publicPages.find(address)
  return found instanceof Promise ? found.then(judge) : judge(found)
}
