/** Status pages, with their sections and components. */
import { type Component, PAGE, type Section, type StatusPage } from '../../core/status-pages/status-page.ts'
import { unpackIds } from '../monitors/monitor-dependencies.ts'
import { bulk } from '../platform/queries/bulk.ts'
import { prepareQuery } from '../platform/queries/prepared.ts'
import { storeResource } from '../platform/queries/project-rows.ts'
import type { Reader, Tx } from '../platform/store.ts'

/** The writes leave out the sections: see `saveSections`. They fail when the slug or the domain is taken. */
export const {
  toItem,
  list: listPages,
  listAll: listAllPages,
  find: findPage,
  lock: lockPage,
  insert: insertPage,
  save: savePage,
  remove: deletePage,
} = storeResource<typeof PAGE.schema, 'status_pages', StatusPage>(PAGE, 'status_pages', {
  apart: { password: true, sections: true },
  readMore: (row) => ({ passwordHash: row.password_hash }),
  writeMore: (page) => ({ password_hash: page.passwordHash }),
  complete: loadSections,
})

/** Number of pages over all projects of the organization, which the plan limits. */
export async function countPages(db: Reader, organizationId: string): Promise<number> {
  const { n } = await db
    .selectFrom('status_pages')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow()
  return n
}

/** A published page of any project, for anonymous readers. */
export async function findPublishedPage(db: Reader, slug: string): Promise<StatusPage | null> {
  const [rows, sections, components] = await Promise.all([
    selectPublished(db, slug),
    selectPublishedSections(db, slug),
    selectPublishedComponents(db, slug),
  ])
  return addSections(rows.map(toItem), sections, components)[0] ?? null
}

const selectPublished = prepareQuery((db: Reader, slug: string) =>
  db.selectFrom('status_pages').selectAll().where('slug', '=', slug).where('is_published', '=', 1),
)

const selectSectionsOf = (db: Reader) => db.selectFrom('status_page_sections').selectAll().orderBy('position')

const selectSections = prepareQuery((db: Reader, ids: string) =>
  selectSectionsOf(db).where('page_id', 'in', unpackIds(db, ids)),
)

const selectPublishedSections = prepareQuery((db: Reader, slug: string) =>
  selectSectionsOf(db).where('page_id', '=', (eb) =>
    eb.selectFrom('status_pages').select('id').where('slug', '=', slug),
  ),
)

const selectComponentsOf = (db: Reader) =>
  db
    .selectFrom('status_page_components as c')
    .leftJoin('monitors as m', 'm.key', 'c.monitor_key')
    .select(['c.id', 'c.section_id', 'm.id as monitorId', 'c.group_id as groupId'])
    .select(['c.display_name as displayName', 'c.description'])
    .where((eb) =>
      eb.or([eb('c.group_id', 'is not', null), eb.and([eb('m.id', 'is not', null), eb('m.deleted_at', 'is', null)])]),
    )
    .orderBy('c.position')

const selectComponents = prepareQuery((db: Reader, ids: string) =>
  selectComponentsOf(db).where('c.page_id', 'in', unpackIds(db, ids)),
)

const selectPublishedComponents = prepareQuery((db: Reader, slug: string) =>
  selectComponentsOf(db).where('c.page_id', '=', (eb) =>
    eb.selectFrom('status_pages').select('id').where('slug', '=', slug),
  ),
)

/** Adds the sections, two queries for all pages; components of deleted monitors are left out. */
async function loadSections(db: Reader, pages: readonly StatusPage[]): Promise<StatusPage[]> {
  const ids = JSON.stringify(pages.map(({ id }) => id))
  const [sections, components] = await Promise.all([selectSections(db, ids), selectComponents(db, ids)])
  return addSections(pages, sections, components)
}

function addSections(
  pages: readonly StatusPage[],
  sections: Awaited<ReturnType<typeof selectSections>>,
  components: Awaited<ReturnType<typeof selectComponents>>,
): StatusPage[] {
  const componentsOf = Map.groupBy(components, (component) => component.section_id)
  const sectionsOf = Map.groupBy(sections, (section) => section.page_id)
  const toSection = ({ id, name }: { id: string; name: string }): Section => ({
    id,
    name,
    components: (componentsOf.get(id) ?? []).map(toComponent),
  })
  return pages.map((page) => ({ ...page, sections: (sectionsOf.get(page.id) ?? []).map(toSection) }))
}

const toComponent = ({ id, monitorId, groupId, displayName, description }: Component): Component => ({
  id,
  monitorId,
  groupId,
  displayName,
  description,
})

/** The given slugs that are already taken in the installation. */
export async function listTakenSlugs(db: Reader, slugs: readonly string[]): Promise<Set<string>> {
  const rows = await db.selectFrom('status_pages').select('slug').where('slug', 'in', slugs).execute()
  return new Set(rows.map(({ slug }) => slug))
}

/** The page of the installation with this slug or domain. */
export async function findPageIdBy(
  db: Reader,
  column: 'slug' | 'custom_domain',
  value: string,
): Promise<string | null> {
  const row = await db.selectFrom('status_pages').select('id').where(column, '=', value).executeTakeFirst()
  return row?.id ?? null
}

const insertSections = bulk(
  { id: 'text', page_id: 'text', name: 'text', position: 'int4' },
  'insert into status_page_sections (id, page_id, name, position) select id, page_id, name, position from k',
)

const insertComponents = bulk(
  {
    id: 'text',
    page_id: 'text',
    section_id: 'text',
    monitor_key: 'int4',
    group_id: 'text',
    display_name: 'text',
    description: 'text',
    position: 'int4',
  },
  `insert into status_page_components
     (id, page_id, section_id, monitor_key, group_id, display_name, description, position)
   select id, page_id, section_id, monitor_key, group_id, display_name, description, position from k`,
)

/**
 * Replaces all sections of a page.
 *
 * @param monitorKeys by id, of every monitor in them
 */
export async function saveSections(
  tx: Tx,
  pageId: string,
  sections: readonly Section[],
  monitorKeys: ReadonlyMap<string, number>,
): Promise<void> {
  await tx.deleteFrom('status_page_components').where('page_id', '=', pageId).execute()
  await tx.deleteFrom('status_page_sections').where('page_id', '=', pageId).execute()
  await insertSections(
    tx,
    sections.map(({ id, name }, position) => [id, pageId, name, position]),
  )
  const components = sections.flatMap((section) =>
    section.components.map(({ id, monitorId, groupId, displayName, description }, position) => [
      id,
      pageId,
      section.id,
      monitorId === null ? null : monitorKeys.get(monitorId)!,
      groupId,
      displayName,
      description,
      position,
    ]),
  )
  await insertComponents(tx, components)
}

/** Slugs of all pages with a custom domain, published or not, by domain. */
export async function listPageDomains(db: Reader): Promise<Map<string, string>> {
  const rows = await selectPageDomains(db)
  return new Map(rows.map(({ custom_domain, slug }) => [custom_domain!, slug]))
}

const selectPageDomains = prepareQuery((db: Reader) =>
  db.selectFrom('status_pages').select(['custom_domain', 'slug']).where('custom_domain', 'is not', null),
)
