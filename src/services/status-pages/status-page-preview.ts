/**
 * What a status page would look like. It is saved and taken back within one transaction, so that the preview refuses what
 * saving would refuse; what it shows is read after that, for others wait for their turn to write.
 */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { StatusPage } from '../../core/status-pages/status-page.ts'
import type { Store, Tx } from '../../store/platform/store.ts'
import type { Context } from '../platform/context.ts'
import { retryUnique } from '../platform/retry.ts'
import type { MonitorScope } from '../platform/scope.ts'
import { type ShownPage, showPage } from './public-status.ts'
import { createPage, type PageChange, type PageContext, type PageDraft, updatePage } from './status-pages.ts'

type PreviewRequest = [pageId: string, change: PageChange] | [pageId: null, draft: PageDraft]

/**
 * @param pageId of the page that is changed; null for a new one
 * @throws Problem as making or changing the page does
 */
export async function previewPage(
  context: PageContext,
  scope: MonitorScope,
  ...request: PreviewRequest
): Promise<ShownPage> {
  const page = await savePreview(context, scope, request)
  await yieldToEventLoop()
  return showPage(context.store.db, page, context.now())
}

/** Carries the page out of the transaction that it rolls back. */
class RollbackWithPage extends Error {
  readonly page: StatusPage
  constructor(page: StatusPage) {
    super('seen, and taken back')
    this.page = page
  }
}

async function savePreview(
  context: PageContext,
  scope: MonitorScope,
  [pageId, change]: PreviewRequest,
): Promise<StatusPage> {
  try {
    return await retryUnique(context.store, async (tx): Promise<never> => {
      const inside: PageContext = { ...context, store: createNestedStore(context, tx) }
      throw new RollbackWithPage(
        pageId === null ? await createPage(inside, scope, change) : await updatePage(inside, scope, pageId, change),
      )
    })
  } catch (error) {
    if (error instanceof RollbackWithPage) return error.page
    throw error
  }
}

/** Whatever would open a transaction goes on in the one that is open, and leaves it to that to run again. */
const createNestedStore = ({ store }: Context, tx: Tx): Store => ({
  ...store,
  traits: { ...store.traits, isUniqueViolation: () => false },
  transact: (work) => work(tx),
})
