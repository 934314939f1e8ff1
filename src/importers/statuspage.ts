/** Atlassian Statuspage: answers of its API v1. Pages and their groups are kept; components need a monitor here. */
import type { Conversion, Fields, Item } from './conversion.ts'
import { ImportError } from './import-error.ts'
import { defineImporter, type SourceFile } from './importer.ts'
import { addPage } from './pages.ts'
import { parseJson } from './parse.ts'
import { isFields, listFields, toFlag, toNumber, toText } from './values.ts'

export const statuspage = defineImporter({
  product: 'Statuspage',
  takes: 'the JSON of GET /v1/pages, and of components, incidents and subscribers of a page',
  extensions: ['.json'],
  convert(conversion, files) {
    const records = files.flatMap((file) => toRecords(file))
    const pages = records.filter(isPage)
    const components = records.filter(isComponent)
    if (pages.length === 0)
      throw new ImportError('There is no page: import the JSON of GET /v1/pages/PAGE_ID of Statuspage.')
    for (const page of pages) placePage(conversion, page, components, pages.length === 1)
    for (const component of components.filter(({ group }) => group !== true)) reportComponent(conversion, component)
    for (const record of records) reportLost(conversion, record)
  },
})

const isPage = (record: Fields): boolean => record.subdomain !== undefined || record.page_description !== undefined
const isComponent = (record: Fields): boolean => typeof record.group === 'boolean'

/** The public summary of a page has everything in one object. */
function toRecords(file: SourceFile): Fields[] {
  const value = parseJson(file)
  if (!isFields(value)) return listFields(value)
  if (!isFields(value.page)) return [value]
  const page = { subdomain: null, ...value.page }
  return [page, ...listFields(value.components), ...listFields(value.incidents)]
}

function placePage(conversion: Conversion, page: Fields, components: readonly Fields[], isOnly: boolean): void {
  const item = conversion.report('status page', toText(page.name) ?? toText(page.subdomain) ?? '')
  const own = components.filter(({ page_id }) => isOnly || String(page_id) === String(page.id))
  const groups = own.filter(({ group }) => group === true).sort(byPosition)
  const hasOthers = own.some(({ group, group_id }) => group !== true && !toText(group_id))
  notePage(page, item)
  addPage(conversion, item, {
    slug: toText(page.subdomain)?.toLowerCase() ?? null,
    description: toText(page.page_description) ?? toText(page.headline),
    fields: readFields(page),
    sections: [
      ...groups.map(({ name }) => ({ name: toText(name) ?? '', components: [] })),
      ...(hasOthers || groups.length === 0 ? [{ name: 'Services', components: [] }] : []),
    ],
    keepsEmptySections: true,
  })
}

const byPosition = (a: Fields, b: Fields): number => (toNumber(a.position) ?? 0) - (toNumber(b.position) ?? 0)

function readFields(page: Fields): Fields {
  const [domain, contact, color] = [toText(page.domain), toText(page.support_url), toText(page.css_blues)]
  return {
    // Readers would see a page without components
    is_published: false,
    is_indexed: !toFlag(page.hidden_from_search),
    allows_subscribers: toFlag(page.allow_email_subscribers),
    ...(domain && { custom_domain: domain }),
    ...(contact && { contact_url: contact }),
    ...(color && /^#[0-9a-f]{6}$/i.test(color) && { accent_color: color }),
  }
}

function notePage(page: Fields, item: Item): void {
  item.note(
    'It is not published: its sections are empty.',
    'Create monitors, add them to the sections, then publish it.',
  )
  if (toFlag(page.allow_sms_subscribers) || toFlag(page.allow_webhook_subscribers))
    item.note('Readers subscribe by email, Atom, RSS or calendar, not by SMS or webhook.')
  if (toText(page.viewers_must_be_team_members) === 'true' || page.viewers_must_be_team_members === true)
    item.note('Readers do not log in.', 'Set a password.')
}

function reportComponent(conversion: Conversion, component: Fields): void {
  conversion
    .report('component', toText(component.name) ?? '')
    .drop(
      'A component shows the state of a monitor, and Statuspage has none.',
      'Create a monitor and add it to the page.',
    )
}

/** Records that the document has no place for. */
function reportLost(conversion: Conversion, record: Fields): void {
  if (Array.isArray(record.incident_updates) && toText(record.name))
    conversion
      .report('incident', toText(record.name)!)
      .drop('Past incidents are not imported.', 'Keep the old page as an archive, and link to it in the description.')
  if (toText(record.mode) && (toText(record.email) || toText(record.phone_number) || toText(record.endpoint)))
    reportSubscriber(conversion, record)
}

function reportSubscriber(conversion: Conversion, { mode, email }: Fields): void {
  const [address, kind] = [toText(email), toText(mode)]
  const item = conversion.report('subscriber', address ?? `by ${kind}`)
  if (kind === 'email')
    item.drop('Readers must confirm a subscription themselves.', 'Send them the address of the new page.')
  else item.drop(`Readers do not subscribe by ${kind}.`, 'Offer them email, Atom, RSS or calendar.')
}
