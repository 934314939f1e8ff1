/** Status pages of Uptime Kuma, with their sections. */
import { THEMES } from '../../core/status-pages/status-page.ts'
import type { Conversion, Fields, Item } from '../conversion.ts'
import { addPage } from '../pages.ts'
import { toFlag, toNumber, toText } from '../values.ts'
import { COMPONENT, PAGE, SECTION } from './fields.ts'
import type { MonitorKeys } from './monitors.ts'
import type { KumaSource } from './source.ts'

/** Parts of the pages, by the page or the section that they belong to. */
interface PageParts {
  domains: ReadonlyMap<unknown, Fields[]>
  sections: ReadonlyMap<unknown, Fields[]>
  monitors: ReadonlyMap<unknown, Fields[]>
}

export function addPages(conversion: Conversion, source: KumaSource, keys: MonitorKeys): void {
  const parts: PageParts = {
    domains: Map.groupBy(source.pageDomains, ({ status_page_id }) => status_page_id),
    sections: Map.groupBy(source.pageGroups, ({ status_page_id }) => status_page_id),
    monitors: Map.groupBy(source.pageMonitors, ({ group_id }) => group_id),
  }
  for (const row of source.statusPages) {
    const item = conversion.report('status page', toText(row.title) ?? toText(row.slug) ?? '')
    noteLosses(row, item)
    addPage(conversion, item, {
      slug: toText(row.slug)?.toLowerCase() ?? null,
      description: toText(row.description),
      fields: { ...readFields(row), ...readDomain(parts, row, item), allows_subscribers: false },
      sections: readSections(parts, row, (id) => findComponent(conversion, keys, id), item),
    })
  }
  for (const { title } of source.incidents)
    conversion
      .report('incident', toText(title) ?? '')
      .drop('Incidents of a status page are not imported.', 'Publish it again if it is still open.')
}

function readFields(row: Fields): Fields {
  const theme = THEMES.find((name) => name === row.theme)
  return {
    ...(theme && { theme }),
    is_published: toFlag(row.published),
    is_indexed: toFlag(row.search_engine_index),
  }
}

/** The editor of Uptime Kuma stores this rule with every page, without spaces. */
const EMPTY_CSS = 'body{}'

function noteLosses(row: Fields, item: Item): void {
  item.noteFields(row, PAGE)
  if ((toText(row.custom_css) ?? EMPTY_CSS).replace(/\s/g, '') !== EMPTY_CSS)
    item.note('Custom CSS is not used.', 'Set the accent colour instead.')
}

function readDomain(parts: PageParts, row: Fields, item: Item): Fields {
  const domains = (parts.domains.get(row.id) ?? []).flatMap(({ domain }) => toText(domain) ?? [])
  if (domains.length > 1) item.note(`Only the domain ${domains[0]} is kept: a page has one domain.`)
  return domains.length > 0 ? { custom_domain: domains[0] } : {}
}

const byWeight = (a: Fields, b: Fields): number => (toNumber(a.weight) ?? 0) - (toNumber(b.weight) ?? 0)

/** A group without a condition has no status to show. */
function findComponent(conversion: Conversion, { monitors, groups }: MonitorKeys, id: unknown): Fields[] {
  const [monitor, group] = [monitors.get(id), groups.get(id)]
  if (monitor) return [{ monitor }]
  return group && conversion.find('groups', group)?.condition ? [{ group }] : []
}

function readSections(parts: PageParts, page: Fields, find: (id: unknown) => Fields[], item: Item) {
  const sections = (parts.sections.get(page.id) ?? []).toSorted(byWeight)
  for (const section of sections) item.noteFields(section, SECTION, { path: 'sections.' })
  return sections.map(({ id, name }) => {
    const members = (parts.monitors.get(id) ?? []).toSorted(byWeight)
    for (const member of members) item.noteFields(member, COMPONENT, { path: 'sections.monitors.' })
    const components = members.flatMap(({ monitor_id }) => find(monitor_id))
    const lost = members.length - components.length
    if (lost > 0) item.note(`Left out of the section "${toText(name)}": ${lost} (groups and dropped monitors).`)
    return { name: toText(name) ?? '', components }
  })
}
