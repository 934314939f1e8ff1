/**
 * What a status page would look like. It is saved, read and taken back within one transaction: so the preview shows
 * what saving would, and refuses what saving would refuse.
 */
import type { Store, Tx } from '../store/store.ts'
import type { Context } from './context.ts'
import type { MonitorScope } from './monitor-context.ts'
import { type ShownPage, showPage } from './public-status.ts'
import { createPage, type PageChange, type PageContext, type PageDraft, updatePage } from './status-pages.ts'

/** Carries the page out of the transaction that it rolls back. */
class Shown extends Error {
  readonly page: ShownPage
  constructor(page: ShownPage) {
    super('seen, and taken back')
    this.page = page
  }
}

/**
 * @param pageId of the page that is changed; null for a new one
 * @throws Problem as making or changing the page does
 */
export async function previewPage(
  context: PageContext,
  scope: MonitorScope,
  ...[pageId, draft]: [pageId: string, change: PageChange] | [pageId: null, draft: PageDraft]
): Promise<ShownPage> {
  try {
    return await context.store.transact(async (tx): Promise<never> => {
      const inside: PageContext = { ...context, store: storeWithin(context, tx) }
      const saved =
        pageId === null ? await createPage(inside, scope, draft) : await updatePage(inside, scope, pageId, draft)
      throw new Shown(await showPage(tx, saved, context.now()))
    })
  } catch (error) {
    if (error instanceof Shown) return error.page
    throw error
  }
}

/** Whatever would open a transaction goes on in the one that is open. */
const storeWithin = ({ store }: Context, tx: Tx): Store => ({ ...store, transact: (work) => work(tx) })
