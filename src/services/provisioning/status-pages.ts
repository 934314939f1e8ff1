/** Status pages of a configuration document. */
import { listReferences } from '../../core/provisioning/document.ts'
import {
  buildSections,
  compareStatusPages,
  PAGE,
  type PageDraft,
  type Section,
  type SectionDraft,
  type StatusPage,
  toHostName,
} from '../../core/status-pages/status-page.ts'
import { listAllPages, savePage } from '../../store/status-pages/status-pages.ts'
import { isPassword } from '../platform/credentials/passwords.ts'
import { createPage, findFieldIssues, removePage, updatePage } from '../status-pages/status-pages.ts'
import { type Kind, withIds, withKeys } from './kind.ts'

/** The monitors and groups of the components are keys. */
export type DesiredPage = PageDraft

export const statusPages: Kind<StatusPage, DesiredPage> = {
  table: 'status_pages',
  list: listAllPages,
  listReferences: (desired) => listReferences(PAGE, desired),
  async compare(current, { password, sections = [], customDomain, ...desired }, keys) {
    const before = current && withKeys(PAGE, current, keys)
    const base = { id: '', organizationId: '', projectId: '', slug: '', createdAt: 0, updatedAt: 0 }
    return compareStatusPages(before, {
      ...(before ?? { ...base, passwordHash: null }),
      ...desired,
      // As the service stores it; the service refuses a text that is no host name
      customDomain: customDomain === null ? null : (toHostName(customDomain) ?? customDomain),
      passwordHash: await findHash(current, password),
      sections,
    })
  },
  findIssues: ({ sections = [], ...page }) => [
    ...buildSections(sections, [], () => '').issues,
    ...findFieldIssues(page, ''),
  ],
  async save(run, tasks, atKey) {
    const { context, scope } = run
    for (const { key, current, desired } of tasks) {
      const { password, ...rest } = desired
      const hasNewPassword = (await findHash(current, password)) !== (current?.passwordHash ?? null)
      const draft = {
        ...rest,
        ...(hasNewPassword && password !== undefined && { password }),
        sections: addIds(withIds(PAGE, desired, run).sections ?? [], current?.sections ?? []),
      }
      const page = await atKey(key, () =>
        current ? updatePage(context, scope, current.id, draft, toAddress(current)) : createPage(context, scope, draft),
      )
      run.ids.status_pages.set(key, page.id)
    }
  },
  async remove({ context, scope }, items) {
    for (const item of items) await removePage(context, scope, item.id, toAddress(item))
  },
  unique: {
    listOf: ({ slug, customDomain }) => listAddresses(slug, customDomain),
    listWanted: ({ slug, customDomain }, current) => listAddresses(slug ?? current?.slug, customDomain),
    release: ({ context }, items) =>
      context.store.transact(async (tx) => {
        for (const item of items) await savePage(tx, { ...item, slug: item.id, customDomain: null })
      }),
  },
}

const toAddress = ({ slug, customDomain }: StatusPage): Partial<StatusPage> => ({ slug, customDomain })

const listAddresses = (slug: string | undefined, domain: string | null | undefined): string[] => [
  ...(slug === undefined ? [] : [`slug ${slug}`]),
  ...(domain ? [`domain ${toHostName(domain) ?? domain}`] : []),
]

/** Returns the current hash when the password stays the same, and a text that differs from it when it changes. */
async function findHash(current: StatusPage | null, password: string | null | undefined): Promise<string | null> {
  if (password === undefined) return current?.passwordHash ?? null
  if (password === null) return null
  const hash = current?.passwordHash ?? null
  return hash !== null && (await isPassword(hash, password)) ? hash : 'changed'
}

/** Returns the sections with ids. Sections and components that stay keep theirs, because subscribers may refer to them. */
function addIds(sections: readonly SectionDraft[], before: readonly Section[]): SectionDraft[] {
  const oldSections = Map.groupBy(before, ({ name }) => name)
  const oldComponents = Map.groupBy(
    before.flatMap(({ components }) => components),
    ({ monitorId, groupId }) => monitorId ?? groupId,
  )
  return sections.map((section) => ({
    ...section,
    id: oldSections.get(section.name)?.shift()?.id,
    components: section.components.map((component) => ({
      ...component,
      id: oldComponents.get(component.monitorId ?? component.groupId)?.shift()?.id,
    })),
  }))
}
