/**
 * What a status page would look like. It is saved and taken back within one transaction, so that the preview refuses what
 * saving would refuse; what it shows is read after that, for others wait for their turn to write.
 */
import { setImmediate as turn } from 'node:timers/promises'
import type { StatusPage } from '../../core/status-pages/status-page.ts'
import type { Store, Tx } from '../../store/platform/store.ts'
import type { Context } from '../platform/context.ts'
import { transactUnique } from '../platform/retry.ts'
import type { MonitorScope } from '../platform/scope.ts'
import { type ShownPage, showPage } from './public-status.ts'
import { createPage, type PageChange, type PageContext, type PageDraft, updatePage } from './status-pages.ts'

type Wanted = [pageId: string, change: PageChange] | [pageId: null, draft: PageDraft]

/**
 * @param pageId of the page that is changed; null for a new one
 * @throws Problem as making or changing the page does
 */
export async function previewPage(context: PageContext, scope: MonitorScope, ...wanted: Wanted): Promise<ShownPage> {
  const page = await tryPage(context, scope, wanted)
  await turn()
  return showPage(context.store.db, page, context.now())
}

/** Carries the page out of the transaction that it rolls back. */
class Saved extends Error {
  readonly page: StatusPage
  constructor(page: StatusPage) {
    super('seen, and taken back')
    this.page = page
  }
}

async function tryPage(context: PageContext, scope: MonitorScope, [pageId, change]: Wanted): Promise<StatusPage> {
  try {
    return await transactUnique(context.store, async (tx): Promise<never> => {
      const inside: PageContext = { ...context, store: storeWithin(context, tx) }
      throw new Saved(
        pageId === null ? await createPage(inside, scope, change) : await updatePage(inside, scope, pageId, change),
      )
    })
  } catch (error) {
    if (error instanceof Saved) return error.page
    throw error
  }
}

/** Whatever would open a transaction goes on in the one that is open, and leaves it to that to run again. */
const storeWithin = ({ store }: Context, tx: Tx): Store => ({
  ...store,
  traits: { ...store.traits, isUniqueViolation: () => false },
  transact: (work) => work(tx),
})
