/** Status pages: creation, changes and deletion. */
import { checkPlanLimit } from '../../core/accounts/plan.ts'
import { createInvalid, type Issue, Problem } from '../../core/platform/errors.ts'
import { requireFound } from '../../core/platform/fields/resource.ts'
import { refuseWebUrl } from '../../core/platform/text/plain-text.ts'
import { listPageSlugs } from '../../core/platform/text/slug.ts'
import { findTimezoneIssues } from '../../core/platform/time/cron.ts'
import {
  buildSections,
  compareStatusPages,
  PAGE,
  type PageChange,
  type PageDraft,
  refuseContactUrl,
  type SectionDraft,
  type StatusPage,
  toHostName,
} from '../../core/status-pages/status-page.ts'
import { lockOrganization } from '../../store/accounts/organizations.ts'
import { lockGroupsForShare } from '../../store/monitors/groups.ts'
import { hasServiceHost } from '../../store/platform/instance-settings.ts'
import type { Reader, Store, Tx } from '../../store/platform/store.ts'
import {
  countPages,
  deletePage,
  findPage,
  findPageIdBy,
  insertPage,
  listTakenSlugs,
  lockPage,
  savePage,
  saveSections,
} from '../../store/status-pages/status-pages.ts'
import { publishPageChange } from '../live/live-publisher.ts'
import type { Context, MonitorScope } from '../platform/context.ts'
import { hashPassword } from '../platform/credentials/passwords.ts'
import { type NamedMonitor, requireMonitors, requireProject } from '../platform/project-references.ts'
import { createOwned, transact, transactUnique, type Work } from '../platform/work.ts'
import { type ShownPage, showPage } from './public-status.ts'

interface PageContext extends Context {
  /** Host name of the service, which no page may use as its domain. */
  ownHost: string
}

type PageWork = Work<MonitorScope, PageContext>

/** @throws Problem RESOURCE_NOT_FOUND */
export const getPage = async (db: Reader, projectId: string, id: string): Promise<StatusPage> =>
  requireFound(await findPage(db, projectId, id), PAGE, id)

/** @throws Problem VALIDATION_ERROR, MONITOR_NOT_FOUND, PLAN_LIMIT_REACHED, CONFLICT */
export async function createPage(
  context: PageContext,
  scope: MonitorScope,
  { password, ...draft }: PageDraft,
): Promise<StatusPage> {
  const passwordHash = await hashPagePassword(password)
  return transactUnique(context, scope, async (work, attempt) => {
    const { tx, actor, projectId } = work
    await lockOrganization(tx, actor.organizationId) // before the project: one lock order prevents deadlocks
    await requireProject(tx, projectId)
    const blank = { ...createOwned(work), slug: '', passwordHash, ...draft, sections: [] }
    const { page, monitorKeys } = await applyChange(work, blank, draft)
    const used = await countPages(tx, actor.organizationId)
    checkPlanLimit(context, actor.plan, 'statusPages', used)
    await checkFree(tx, page, draft)
    const named = { ...page, slug: draft.slug ?? (await chooseSlug(tx, page, attempt > 1)) }
    await insertPage(tx, named)
    if (monitorKeys) await saveSections(tx, named.id, named.sections, monitorKeys)
    await recordChange(work, null, named)
    return named
  })
}

/**
 * Changes a page.
 *
 * @param was values before a temporary change of the same transaction
 * @throws Problem RESOURCE_NOT_FOUND, VALIDATION_ERROR, MONITOR_NOT_FOUND, CONFLICT
 */
export async function updatePage(
  context: PageContext,
  scope: MonitorScope,
  id: string,
  { password, ...change }: PageChange,
  was: Partial<StatusPage> = {},
): Promise<StatusPage> {
  const newHash = await hashPagePassword(password)
  return transactUnique(context, scope, async (work) => {
    const { tx, projectId } = work
    const before = { ...requireFound(await lockPage(tx, projectId, id), PAGE, id), ...was }
    const { page, monitorKeys } = await applyChange(work, before, change)
    const passwordHash = password === undefined ? before.passwordHash : newHash
    const after = { ...page, passwordHash, updatedAt: work.at }
    await checkFree(tx, after, change)
    await savePage(tx, after)
    if (monitorKeys) await saveSections(tx, id, after.sections, monitorKeys)
    await recordChange(work, before, after)
    return after
  })
}

/**
 * Deletes a page.
 *
 * @param was values before a temporary change of the same transaction
 * @throws Problem RESOURCE_NOT_FOUND
 */
export async function removePage(
  context: Context,
  scope: MonitorScope,
  id: string,
  was: Partial<StatusPage> = {},
): Promise<void> {
  await transact(context, scope, async (work) => {
    const { tx, projectId } = work
    const page = requireFound(await lockPage(tx, projectId, id), PAGE, id)
    await deletePage(tx, id)
    await recordChange(work, { ...page, ...was }, null)
  })
}

/** Hashes outside the transaction, because it takes tens of milliseconds. */
const hashPagePassword = async (password: string | null | undefined): Promise<string | null> =>
  typeof password === 'string' ? hashPassword(password) : null

/**
 * Applies a request to a page and validates the changed fields.
 *
 * @returns the monitor keys when the request has sections; otherwise null
 */
async function applyChange(
  { tx, context, newId }: PageWork,
  before: StatusPage,
  { sections: drafts, customDomain, ...change }: Omit<PageChange, 'password'>,
): Promise<{ page: StatusPage; monitorKeys: Map<string, number> | null }> {
  const issues: Issue[] = []
  const built = drafts && buildSections(drafts, before.sections, newId)
  if (built) issues.push(...built.issues)
  issues.push(...findFieldIssues({ ...change, customDomain }, context.ownHost))
  const domain = typeof customDomain === 'string' ? toHostName(customDomain) : null
  if (issues.length > 0) throw createInvalid(issues)
  const page = {
    ...before,
    ...change,
    ...(customDomain !== undefined && { customDomain: domain }),
    ...(built && { sections: built.sections }),
  }
  if (!drafts) return { page, monitorKeys: null }
  const monitorKeys = await requireMonitors(tx, page.projectId, listNamed(drafts, 'monitorId', 'monitor_id'))
  await requireGroups(tx, before, drafts)
  return { page, monitorKeys }
}

/**
 * Checks that groups exist and have a status. A group that the page shows already may have lost its condition.
 *
 * @throws Problem VALIDATION_ERROR
 */
async function requireGroups(tx: Tx, before: StatusPage, drafts: readonly SectionDraft[]): Promise<void> {
  const named = listNamed(drafts, 'groupId', 'group_id')
  const groups = await lockGroupsForShare(tx, before.projectId, [...new Set(named.map(({ id }) => id))])
  const shown = new Set(before.sections.flatMap(({ components }) => components.map(({ groupId }) => groupId)))
  const issues = named.flatMap(({ id, field }) => {
    const group = groups.get(id)
    if (!group) return [{ field, message: `group ${id} does not exist in this project` }]
    if (group.hasCondition || shown.has(id)) return []
    return [{ field, message: `group ${id} has no status: add a condition to the group first` }]
  })
  if (issues.length > 0) throw createInvalid(issues)
}

/**
 * Returns the issues that need no database.
 *
 * @param ownHost host name of the service; empty when it is unknown
 */
export const findFieldIssues = (
  {
    logoUrl,
    contactUrl,
    customDomain,
    timezone,
  }: Pick<PageChange, 'logoUrl' | 'contactUrl' | 'customDomain' | 'timezone'>,
  ownHost: string,
): Issue[] => [
  ...(typeof logoUrl === 'string' ? toIssues('logo_url', refuseWebUrl(logoUrl, 'https://example.com/logo.svg')) : []),
  ...(typeof contactUrl === 'string' ? toIssues('contact_url', refuseContactUrl(contactUrl)) : []),
  ...(typeof customDomain === 'string'
    ? toIssues('custom_domain', refuseDomain(toHostName(customDomain), ownHost))
    : []),
  ...(typeof timezone === 'string' ? findTimezoneIssues(timezone) : []),
]

const toIssues = (field: string, message: string | null): Issue[] => (message === null ? [] : [{ field, message }])

const OWN_HOST_MESSAGE = 'is the address of this service itself'

function refuseDomain(domain: string | null, ownHost: string): string | null {
  if (domain === null) return 'must be a host name such as status.example.com'
  return domain === ownHost ? OWN_HOST_MESSAGE : null
}

const listNamed = (drafts: readonly SectionDraft[], id: 'monitorId' | 'groupId', field: string): NamedMonitor[] =>
  drafts.flatMap(({ components }, s) =>
    components.flatMap((component, c) => {
      const named = component[id]
      return named === null ? [] : [{ id: named, field: `sections.${s}.components.${c}.${field}` }]
    }),
  )

/**
 * Chooses the first free slug in order of preference. The last candidate ends with part of the page's id.
 *
 * @param hasLost whether an earlier attempt lost to a concurrent one; only the last candidate is then used
 */
async function chooseSlug(tx: Tx, { name, id }: StatusPage, hasLost: boolean): Promise<string> {
  const slugs = listPageSlugs(name, id.slice(-12)).slice(hasLost ? -1 : 0)
  const taken = await listTakenSlugs(tx, slugs)
  return slugs.find((slug) => !taken.has(slug)) ?? id
}

/**
 * Checks that the slug and the domain in the request are free.
 *
 * @throws Problem CONFLICT, VALIDATION_ERROR for a host name of this service
 */
async function checkFree(tx: Tx, { id, slug, customDomain }: StatusPage, change: PageChange): Promise<void> {
  if (change.slug !== undefined) await checkOneFree(tx, id, 'slug', slug)
  if (!change.customDomain || !customDomain) return
  if (await hasServiceHost(tx, customDomain)) throw createInvalid({ field: 'custom_domain', message: OWN_HOST_MESSAGE })
  await checkOneFree(tx, id, 'custom_domain', customDomain)
}

async function checkOneFree(tx: Tx, id: string, field: 'slug' | 'custom_domain', value: string): Promise<void> {
  const owner = await findPageIdBy(tx, field, value)
  if (owner !== null && owner !== id)
    throw new Problem('CONFLICT', `The ${field} ${value} is already used by another status page`, { field })
}

/**
 * Logs and publishes a change of a page.
 *
 * @param before null at creation
 * @param after null at deletion
 */
async function recordChange(work: Work, before: StatusPage | null, after: StatusPage | null): Promise<void> {
  const changes = compareStatusPages(before, after)
  if (Object.keys(changes).length === 0) return
  const verb = before ? (after ? 'updated' : 'deleted') : 'created'
  const { id, projectId } = (after ?? before)!
  await work.logAudit({ action: `status_page.${verb}`, resourceType: 'status_page', resourceId: id, changes })
  publishPageChange(work.tx, work.context, projectId)
}

type PreviewRequest = [pageId: string, change: PageChange] | [pageId: null, draft: PageDraft]

/**
 * Preview of a status page. The page is saved and rolled back in one transaction, so that the preview refuses
 * everything that saving refuses. Its content is read afterwards, because other writers wait for the transaction.
 *
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
    return await transactUnique(context, scope, async ({ tx }): Promise<never> => {
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
