/** Status pages of Better Stack, with sections and resources. */
import type { Conversion, Fields, Item } from '../conversion.ts'
import { addPage } from '../pages.ts'
import { toFlag, toNumber, toText } from '../values.ts'
import { PAGE, RESOURCE, SECTION } from './fields.ts'

/** Attributes of the records with their id, by type. */
export type Records = ReadonlyMap<string, Fields[]>

/** @param monitors keys by id */
export function addPages(conversion: Conversion, records: Records, monitors: ReadonlyMap<string, string[]>): void {
  const pages = dropRepeated(records.get('status_page') ?? [])
  const isAmbiguous =
    pages.length > 1 && (records.get('status_page_section') ?? []).some((part) => !part.status_page_id)
  const parts: PageParts = {
    sections: groupByPage(records.get('status_page_section') ?? []),
    resources: groupByPage(records.get('status_page_resource') ?? []),
  }
  for (const page of pages) {
    const item = conversion.report('status page', toText(page.company_name) ?? toText(page.subdomain) ?? '')
    if (toFlag(page.password_enabled))
      item.note('The API does not return the password: the page is not published.', 'Set a password, then publish it.')
    item.noteFields(page, PAGE)
    if (isAmbiguous)
      item.note(
        'The source does not state which page has which section: each page has all.',
        'Import one page at a time.',
      )
    addPage(conversion, item, {
      slug: toText(page.subdomain)?.toLowerCase() ?? null,
      timezone: toText(page.timezone),
      fields: readFields(page),
      sections: readSections(parts, page, monitors, item),
    })
  }
}

function readFields(page: Fields): Fields {
  const theme = ['light', 'dark'].find((name) => name === page.theme)
  const [domain, logo, contact] = [toText(page.custom_domain), toText(page.logo_url), toText(page.contact_url)]
  return {
    ...(theme && { theme }),
    is_published: !toFlag(page.password_enabled),
    is_indexed: !toFlag(page.hide_from_search_engines),
    allows_subscribers: toFlag(page.subscribable),
    ...(domain && { custom_domain: domain }),
    ...(logo && { logo_url: logo }),
    ...(contact && { contact_url: contact }),
  }
}

const byPosition = (a: Fields, b: Fields): number => (toNumber(a.position) ?? 0) - (toNumber(b.position) ?? 0)

/** Records by the id of their page. Records under null do not state it, and every page has them. */
type ByPage = ReadonlyMap<string | null, Fields[]>

interface PageParts {
  sections: ByPage
  resources: ByPage
}

/** Sections and resources without a page that each page gets; a page shows fewer. */
const MAX_COMMON = 1_000

function groupByPage(records: readonly Fields[]): ByPage {
  const byPage = Map.groupBy(records, ({ status_page_id: id }) => (id === undefined ? null : String(id)))
  byPage.set(null, (byPage.get(null) ?? []).toSorted(byPosition).slice(0, MAX_COMMON))
  return byPage
}

const listParts = (parts: ByPage, { id }: Fields): Fields[] =>
  [...(parts.get(String(id)) ?? []), ...parts.get(null)!].sort(byPosition)

function readSections(parts: PageParts, page: Fields, monitors: ReadonlyMap<string, string[]>, item: Item) {
  const components = listParts(parts.resources, page).map((resource) => ({
    section: String(resource.status_page_section_id),
    entries: toComponents(resource, monitors, item),
  }))
  const bySection = Map.groupBy(components, ({ section }) => section)
  const sections = dropRepeated(listParts(parts.sections, page))
  for (const section of sections) item.noteFields(section, SECTION, { path: 'sections.' })
  const known = new Set(sections.map(({ id }) => String(id)))
  const listed = sections.map(({ id, name }) => ({
    name: toText(name) ?? 'Services',
    components: (bySection.get(String(id)) ?? []).flatMap(({ entries }) => entries),
  }))
  const others = components.filter(({ section }) => !known.has(section))
  return [...listed, { name: 'Services', components: others.flatMap(({ entries }) => entries) }]
}

const dropRepeated = (records: readonly Fields[]): Fields[] => [
  ...new Map(records.map((record) => [String(record.id), record])).values(),
]

/** A monitor with several ports became several monitors. */
function toComponents(resource: Fields, monitors: ReadonlyMap<string, string[]>, item: Item): Fields[] {
  const kind = toText(resource.resource_type) ?? ''
  const keys = monitors.get(`${kind} ${resource.resource_id}`) ?? []
  const name = toText(resource.public_name)
  item.noteFields(resource, RESOURCE, { path: 'resources.' })
  if (keys.length === 0) item.note(`The component "${name}" is left out: its ${kind || 'resource'} is not imported.`)
  return keys.map((monitor) => ({
    monitor,
    ...(name && { display_name: name.slice(0, 80) }),
    ...(toText(resource.explanation) && { description: toText(resource.explanation)!.slice(0, 500) }),
  }))
}
