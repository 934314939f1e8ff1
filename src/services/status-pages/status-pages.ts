/** Status pages: made, changed and taken away. */
import type { Actor } from '../../core/accounts/access.ts'
import { checkPlanLimit } from '../../core/accounts/plan.ts'
import { type Issue, invalid, Problem } from '../../core/platform/errors.ts'
import { pageSlugs } from '../../core/platform/slug.ts'
import {
  arrange,
  refuseContactUrl,
  refuseLogoUrl,
  type SectionDraft,
  type StatusPage,
  statusPageChanges,
  toHostName,
} from '../../core/status-pages/status-page.ts'
import { lockOrganization } from '../../store/accounts/organizations.ts'
import { hasServiceHost } from '../../store/platform/service-hosts.ts'
import type { Reader, Tx } from '../../store/platform/store.ts'
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
import { tellPageChange } from '../live/live-news.ts'
import { audit } from '../platform/audit.ts'
import type { Context } from '../platform/context.ts'
import { hashPassword } from '../platform/passwords.ts'
import { type NamedMonitor, requireMonitors, requireProject } from '../platform/project-references.ts'
import { transactUnique } from '../platform/retry.ts'
import type { MonitorScope } from '../platform/scope.ts'

export interface PageContext extends Context {
  /** Where this service itself is reached: no page may take that place. */
  ownHost: string
}

type Written =
  | 'name'
  | 'description'
  | 'logoUrl'
  | 'theme'
  | 'accentColor'
  | 'isPublished'
  | 'showUptimeDays'
  | 'isIndexed'
  | 'allowsSubscribers'
  | 'contactUrl'

/** Only what is there changes. */
export interface PageChange extends Partial<Pick<StatusPage, Written | 'slug' | 'customDomain'>> {
  /** In the clear; null lets everybody look. */
  password?: string | null
  sections?: SectionDraft[]
}

/** A new page. Without a slug it gets one from its name. */
export type PageDraft = PageChange & Pick<StatusPage, Written>

const noSuchPage = (id: string): Problem =>
  new Problem('RESOURCE_NOT_FOUND', `There is no status page ${id} in this project`)

/** @throws Problem RESOURCE_NOT_FOUND */
export async function getPage(db: Reader, projectId: string, id: string): Promise<StatusPage> {
  const page = await findPage(db, projectId, id)
  if (!page) throw noSuchPage(id)
  return page
}

/** @throws Problem VALIDATION_ERROR, MONITOR_NOT_FOUND, PLAN_LIMIT_REACHED, CONFLICT */
export async function createPage(
  context: PageContext,
  { actor, projectId }: MonitorScope,
  { password, ...draft }: PageDraft,
): Promise<StatusPage> {
  const at = context.now()
  const empty = { slug: '', customDomain: null, passwordHash: await hashOf(password), sections: [] }
  const owner = { id: context.newId(), organizationId: actor.organizationId, projectId, createdAt: at }
  const blank = { ...empty, ...owner, updatedAt: at, ...draft, sections: [] }
  return transactUnique(context.store, async (tx, run) => {
    await lockOrganization(tx, actor.organizationId) // before the project, as everywhere: nobody waits for each other
    await requireProject(tx, projectId)
    const { page, monitorKeys } = await furnish(tx, context, blank, draft)
    const used = await countPages(tx, actor.organizationId)
    checkPlanLimit(context, actor.plan, 'statusPages', used, 'status pages')
    await checkFree(tx, page, draft)
    const named = { ...page, slug: draft.slug ?? (await chooseSlug(tx, page, run > 1)) }
    await insertPage(tx, named)
    if (monitorKeys) await saveSections(tx, named.id, named.sections, monitorKeys)
    await writeDown(tx, context, actor, 'created', null, named)
    return named
  })
}

/** @throws Problem RESOURCE_NOT_FOUND, VALIDATION_ERROR, MONITOR_NOT_FOUND, CONFLICT */
export async function updatePage(
  context: PageContext,
  { actor, projectId }: MonitorScope,
  id: string,
  { password, ...change }: PageChange,
): Promise<StatusPage> {
  const newHash = await hashOf(password)
  return transactUnique(context.store, async (tx) => {
    const before = await lockPage(tx, projectId, id)
    if (!before) throw noSuchPage(id)
    const { page, monitorKeys } = await furnish(tx, context, before, change)
    const passwordHash = password === undefined ? before.passwordHash : newHash
    const after = { ...page, passwordHash, updatedAt: context.now() }
    await checkFree(tx, after, change)
    await savePage(tx, after)
    if (monitorKeys) await saveSections(tx, id, after.sections, monitorKeys)
    await writeDown(tx, context, actor, 'updated', before, after)
    return after
  })
}

/** @throws Problem RESOURCE_NOT_FOUND */
export async function removePage(context: Context, { actor, projectId }: MonitorScope, id: string): Promise<void> {
  await context.store.transact(async (tx) => {
    const page = await lockPage(tx, projectId, id)
    if (!page) throw noSuchPage(id)
    await deletePage(tx, id)
    await writeDown(tx, context, actor, 'deleted', page, null)
  })
}

/** Takes tens of milliseconds, so it is done before the transaction. */
const hashOf = async (password: string | null | undefined): Promise<string | null> =>
  typeof password === 'string' ? hashPassword(password) : null

/** A page with what a request changes of it, as far as that is right in itself. @returns keys when it has new sections */
async function furnish(
  tx: Tx,
  { newId, ownHost }: PageContext,
  before: StatusPage,
  { sections: drafts, customDomain, ...change }: Omit<PageChange, 'password'>,
): Promise<{ page: StatusPage; monitorKeys: Map<string, number> | null }> {
  const issues: Issue[] = []
  const arranged = drafts && arrange(drafts, before.sections, newId)
  if (arranged) issues.push(...arranged.issues)
  if (typeof change.logoUrl === 'string') issues.push(...issueOf('logo_url', refuseLogoUrl(change.logoUrl)))
  if (typeof change.contactUrl === 'string') issues.push(...issueOf('contact_url', refuseContactUrl(change.contactUrl)))
  const domain = typeof customDomain === 'string' ? toHostName(customDomain) : null
  if (typeof customDomain === 'string') issues.push(...issueOf('custom_domain', refuseDomain(domain, ownHost)))
  if (issues.length > 0) throw invalid(issues)
  const page = {
    ...before,
    ...change,
    ...(customDomain !== undefined && { customDomain: domain }),
    ...(arranged && { sections: arranged.sections }),
  }
  return { page, monitorKeys: drafts ? await requireMonitors(tx, page.projectId, monitorsOf(drafts)) : null }
}

const issueOf = (field: string, message: string | null): Issue[] => (message === null ? [] : [{ field, message }])

const OWN_NAME = 'is the address of this service itself'

function refuseDomain(domain: string | null, ownHost: string): string | null {
  if (domain === null) return 'must be a host name such as status.example.com'
  return domain === ownHost ? OWN_NAME : null
}

const monitorsOf = (drafts: readonly SectionDraft[]): NamedMonitor[] =>
  drafts.flatMap(({ components }, s) =>
    components.map(({ monitorId: id }, c) => ({ id, field: `sections.${s}.components.${c}.monitor_id` })),
  )

/**
 * The nicest that is free; the last one has the end of the page's own id in it.
 *
 * @param hasLost whether somebody else was faster before: then it takes that one, which nobody else wants
 */
async function chooseSlug(tx: Tx, { name, id }: StatusPage, hasLost: boolean): Promise<string> {
  const slugs = pageSlugs(name, id.slice(-12)).slice(hasLost ? -1 : 0)
  const taken = await listTakenSlugs(tx, slugs)
  return slugs.find((slug) => !taken.has(slug)) ?? id
}

/** Of what the request names itself. @throws Problem CONFLICT, VALIDATION_ERROR for a name of this service's */
async function checkFree(tx: Tx, { id, slug, customDomain }: StatusPage, change: PageChange): Promise<void> {
  if (change.slug !== undefined) await checkOneFree(tx, id, 'slug', slug)
  if (!change.customDomain || !customDomain) return
  if (await hasServiceHost(tx, customDomain)) throw invalid({ field: 'custom_domain', message: OWN_NAME })
  await checkOneFree(tx, id, 'custom_domain', customDomain)
}

async function checkOneFree(tx: Tx, id: string, field: 'slug' | 'custom_domain', value: string): Promise<void> {
  const owner = await findPageIdBy(tx, field, value)
  if (owner !== null && owner !== id)
    throw new Problem('CONFLICT', `Another status page has the ${field} ${value}`, { field })
}

async function writeDown(
  tx: Tx,
  context: Context,
  actor: Actor,
  what: 'created' | 'updated' | 'deleted',
  before: StatusPage | null,
  after: StatusPage | null,
): Promise<void> {
  const changes = statusPageChanges(before, after)
  if (Object.keys(changes).length === 0) return
  const resourceId = (after ?? before)!.id
  await audit(tx, context, actor, { action: `status_page.${what}`, resourceType: 'status_page', resourceId, changes })
  tellPageChange(tx, context, (after ?? before)!.projectId)
}
