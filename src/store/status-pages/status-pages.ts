/** Status pages, with their sections and components. */
import { type Selectable, sql } from 'kysely'
import type { Component, Section, StatusPage, Theme, UptimeDays } from '../../core/status-pages/status-page.ts'
import { bulk, getDialect } from '../platform/bulk.ts'
import { toManaged } from '../platform/managed-rows.ts'
import { prepareQuery } from '../platform/prepared.ts'
import { readProjectRows } from '../platform/project-rows.ts'
import type { Reader, Tx } from '../platform/store.ts'
import type { StatusPagesTable } from '../tables/status-pages.ts'

export const { list: listPages, find: findPage, lock: lockPage } = readProjectRows('status_pages', loadSections)

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
  return toPages(rows, sections, components)[0] ?? null
}

const selectPublished = prepareQuery((db: Reader, slug: string) =>
  db.selectFrom('status_pages').selectAll().where('slug', '=', slug).where('is_published', '=', 1),
)

/**
 * A list of ids as a table.
 *
 * @param ids a JSON array
 */
const listIdsIn = (db: Reader, ids: string) =>
  getDialect(db) === 'sqlite'
    ? sql<string>`(select value from json_each(${ids}))`
    : sql<string>`(select value from json_array_elements_text(${ids}::json) as listed (value))`

const selectSectionsOf = (db: Reader) => db.selectFrom('status_page_sections').selectAll().orderBy('position')

const selectSections = prepareQuery((db: Reader, ids: string) =>
  selectSectionsOf(db).where('page_id', 'in', listIdsIn(db, ids)),
)

const selectPublishedSections = prepareQuery((db: Reader, slug: string) =>
  selectSectionsOf(db).where('page_id', '=', (eb) =>
    eb.selectFrom('status_pages').select('id').where('slug', '=', slug),
  ),
)

const selectComponentsOf = (db: Reader) =>
  db
    .selectFrom('status_page_components as c')
    .innerJoin('monitors as m', 'm.key', 'c.monitor_key')
    .select(['c.id', 'c.section_id', 'm.id as monitorId', 'c.display_name as displayName', 'c.description'])
    .where('m.deleted_at', 'is', null)
    .orderBy('c.position')

const selectComponents = prepareQuery((db: Reader, ids: string) =>
  selectComponentsOf(db).where('c.page_id', 'in', listIdsIn(db, ids)),
)

const selectPublishedComponents = prepareQuery((db: Reader, slug: string) =>
  selectComponentsOf(db).where('c.page_id', '=', (eb) =>
    eb.selectFrom('status_pages').select('id').where('slug', '=', slug),
  ),
)

/** Pages with their sections, two queries for all rows; components of deleted monitors are left out. */
async function loadSections(db: Reader, rows: readonly Selectable<StatusPagesTable>[]): Promise<StatusPage[]> {
  if (rows.length === 0) return []
  const ids = JSON.stringify(rows.map(({ id }) => id))
  const [sections, components] = await Promise.all([selectSections(db, ids), selectComponents(db, ids)])
  return toPages(rows, sections, components)
}

function toPages(
  rows: readonly Selectable<StatusPagesTable>[],
  sections: Awaited<ReturnType<typeof selectSections>>,
  components: Awaited<ReturnType<typeof selectComponents>>,
): StatusPage[] {
  const componentsOf = Map.groupBy(components, (component) => component.section_id)
  const sectionsOf = Map.groupBy(sections, (section) => section.page_id)
  return rows.map((row) =>
    toPage(
      row,
      (sectionsOf.get(row.id) ?? []).map(({ id, name }) => ({
        id,
        name,
        components: (componentsOf.get(id) ?? []).map(toComponent),
      })),
    ),
  )
}

const toComponent = ({ id, monitorId, displayName, description }: Component): Component => ({
  id,
  monitorId,
  displayName,
  description,
})

const toPage = (row: Selectable<StatusPagesTable>, sections: Section[]): StatusPage => ({
  id: row.id,
  organizationId: row.organization_id,
  projectId: row.project_id,
  slug: row.slug,
  name: row.name,
  description: row.description,
  logoUrl: row.logo_url,
  theme: row.theme as Theme,
  accentColor: row.accent_color,
  customDomain: row.custom_domain,
  isPublished: row.is_published === 1,
  passwordHash: row.password_hash,
  showUptimeDays: row.show_uptime_days as UptimeDays,
  isIndexed: row.is_indexed === 1,
  allowsSubscribers: row.allows_subscribers === 1,
  contactUrl: row.contact_url,
  sections,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  ...toManaged(row),
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

/** Inserts a page without its sections: see `saveSections`. Fails when the slug or the domain is taken. */
export async function insertPage(tx: Tx, newPage: StatusPage): Promise<void> {
  const { id, organizationId, projectId, createdAt } = newPage
  const owner = { id, organization_id: organizationId, project_id: projectId, created_at: createdAt }
  await tx
    .insertInto('status_pages')
    .values({ ...owner, ...toUpdateValues(newPage) })
    .execute()
}

/** Saves a page without its sections: see `saveSections`. Fails when the slug or the domain is taken. */
export async function savePage(tx: Tx, changed: StatusPage): Promise<void> {
  await tx.updateTable('status_pages').set(toUpdateValues(changed)).where('id', '=', changed.id).execute()
}

const toUpdateValues = (of: StatusPage) =>
  ({
    slug: of.slug,
    name: of.name,
    description: of.description,
    logo_url: of.logoUrl,
    theme: of.theme,
    accent_color: of.accentColor,
    custom_domain: of.customDomain,
    is_published: of.isPublished ? 1 : 0,
    password_hash: of.passwordHash,
    show_uptime_days: of.showUptimeDays,
    is_indexed: of.isIndexed ? 1 : 0,
    allows_subscribers: of.allowsSubscribers ? 1 : 0,
    contact_url: of.contactUrl,
    updated_at: of.updatedAt,
  }) as const

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
    display_name: 'text',
    description: 'text',
    position: 'int4',
  },
  `insert into status_page_components (id, page_id, section_id, monitor_key, display_name, description, position)
   select id, page_id, section_id, monitor_key, display_name, description, position from k`,
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
    section.components.map(({ id, monitorId, displayName, description }, position) => [
      id,
      pageId,
      section.id,
      monitorKeys.get(monitorId)!,
      displayName,
      description,
      position,
    ]),
  )
  await insertComponents(tx, components)
}

/** Deletes a page with its sections and components. */
export async function deletePage(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('status_pages').where('id', '=', id).execute()
}

/** Slugs of all pages with a custom domain, published or not, by domain. */
export async function listPageDomains(db: Reader): Promise<Map<string, string>> {
  const rows = await selectPageDomains(db)
  return new Map(rows.map(({ custom_domain, slug }) => [custom_domain!, slug]))
}

const selectPageDomains = prepareQuery((db: Reader) =>
  db.selectFrom('status_pages').select(['custom_domain', 'slug']).where('custom_domain', 'is not', null),
)
