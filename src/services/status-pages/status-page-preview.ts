/**
 * Preview of a status page. The page is saved and rolled back in one transaction, so that the preview refuses
 * everything that saving refuses. Its content is read afterwards, because other writers wait for the transaction.
 */
import type { PageChange, PageDraft, StatusPage } from '../../core/status-pages/status-page.ts'
import type { Store, Tx } from '../../store/platform/store.ts'
import type { Context } from '../platform/context.ts'
import { retryUnique } from '../platform/retry.ts'
import type { MonitorScope } from '../platform/scope.ts'
import { type ShownPage, showPage } from './public-status.ts'
import { createPage, type PageContext, updatePage } from './status-pages.ts'

type PreviewRequest = [pageId: string, change: PageChange] | [pageId: null, draft: PageDraft]

/**
 * @param pageId id of the changed page; null for a new one
 * @throws Problem as creating or changing the page
 */
export async function previewPage(
  context: PageContext,
  scope: MonitorScope,
  ...request: PreviewRequest
): Promise<ShownPage> {
  const page = await savePreview(context, scope, request)
  return showPage(context.store.db, page, context.now())
}

/** Carries the page out of the rolled-back transaction. */
class RollbackWithPage extends Error {
  readonly page: StatusPage
  constructor(page: StatusPage) {
    super('preview rolled back')
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

/** Creates a store whose transactions run inside the open one. Retries are left to the outer transaction. */
const createNestedStore = ({ store }: Context, tx: Tx): Store => ({
  ...store,
  traits: { ...store.traits, isUniqueViolation: () => false },
  transact: (work) => work(tx),
})
