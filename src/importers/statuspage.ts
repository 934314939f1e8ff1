/** Atlassian Statuspage: answers of its API v1. Pages and their groups are kept; components need a monitor here. */
import type { Conversion, Fields, Item } from './conversion.ts'
import { type FieldTable, kept, lost, missing, none, part, repeat } from './fields.ts'
import { defineImporter, ImportError, type SourceFile } from './importer.ts'
import { addPage } from './pages.ts'
import { isCsv, parseCsv, parseJson } from './parse.ts'
import { isFields, listFields, toFlag, toNumber, toText } from './values.ts'

const NO_LOGIN = missing('readers must log in', 'Readers do not log in.')
const LOOK = lost('colours of the page', 'Other colours than the accent colour are not used.')

/** Source: the reference of the API of Statuspage. */
const PAGE: FieldTable = {
  name: kept('name', 'name'),
  subdomain: kept('address', 'slug'),
  domain: kept('own domain', 'custom_domain'),
  page_description: kept('description', 'description'),
  headline: kept('description without one', 'description'),
  support_url: kept('contact', 'contact_url'),
  css_blues: kept('accent colour', 'accent_color'),
  hidden_from_search: kept('whether search engines leave it out', 'is_indexed'),
  allow_email_subscribers: kept('subscription by email', 'allows_subscribers'),
  ...repeat(
    ['allow_sms_subscribers', 'allow_webhook_subscribers'],
    missing('subscription by SMS and webhook', 'Readers subscribe by email, Atom, RSS or calendar.'),
  ),
  ...repeat(
    ['allow_rss_atom_feeds', 'allow_incident_subscribers', 'allow_page_subscribers'],
    none('feeds, which each page has'),
  ),
  viewers_must_be_team_members: NO_LOGIN,
  ...repeat(
    ['hero_cover', 'favicon_logo', 'email_logo', 'twitter_logo', 'transactional_logo'],
    lost('pictures', 'Pictures are not imported.', 'Set the address of a logo as logo_url.'),
  ),
  ...repeat(
    ['css_body_background_color', 'css_font_color', 'css_light_font_color', 'css_greens', 'css_yellows', 'css_oranges'],
    LOOK,
  ),
  ...repeat(['css_reds', 'css_border_color', 'css_graph_color', 'css_link_color', 'css_no_data'], LOOK),
  notifications_from_email: lost('sender of emails', 'The mail server of the installation sends the emails.'),
  notifications_email_footer: lost('footer of emails', 'Emails have no footer of their own.'),
  twitter_username: lost('account at X', 'Incidents are not posted to X.'),
  ip_restrictions: lost('addresses of readers', 'Addresses of readers are not restricted.', 'Set a password.'),
  time_zone: kept('time zone', 'timezone'),
  ...repeat(['city', 'state', 'country', 'branding', 'activity_score', 'page_type'], none('detail of the account')),
  ...repeat(['id', 'url', 'created_at', 'updated_at'], none('id or time of the source')),
}

const COMPONENT: FieldTable = {
  name: part('name', 'sections.name', 'A group becomes a section. A component needs a monitor here, and is dropped.'),
  group: kept('whether it is a group', 'sections'),
  position: kept('order', 'sections'),
  ...repeat(
    ['description', 'showcase', 'only_show_if_degraded', 'automation_email', 'start_date', 'status'],
    missing('detail of a component', 'A component needs a monitor here, and is dropped.'),
  ),
  ...repeat(['id', 'page_id', 'group_id', 'components', 'created_at', 'updated_at'], none('id or time of the source')),
}

const SUBSCRIBER: FieldTable = {
  email: kept('address', 'the file subscribers.csv'),
  mode: part('kind of address', 'the file subscribers.csv', 'Readers subscribe by email only.'),
  ...repeat(
    ['phone_number', 'phone_country', 'endpoint'],
    missing('another address', 'Readers subscribe by email only.'),
  ),
  components: missing('selected components', 'The reader gets updates of all components.'),
  quarantined_at: missing('refused address', 'Statuspage has stopped sending to this address.'),
  ...repeat(
    ['id', 'page_id', 'created_at', 'updated_at', 'skip_confirmation_notification'],
    none('id or time of the source'),
  ),
  ...repeat(
    ['obfuscated_channel_name', 'workspace_name', 'purge_at', 'display_phone_number'],
    none('detail of the address'),
  ),
}

const INCIDENT: FieldTable = {
  name: missing('past incident', 'Past incidents are not imported.'),
}

export const statuspage = defineImporter({
  product: 'Statuspage',
  takes: 'the JSON of GET /v1/pages, and of components, incidents and subscribers of a page, or the CSV of subscribers',
  signs: /"(?:subdomain|page_description|page_id)"\s*:/,
  extensions: ['.json', '.csv'],
  fields: { Page: PAGE, Component: COMPONENT, Subscriber: SUBSCRIBER, Incident: INCIDENT },
  convert(conversion, files) {
    const records = files.flatMap((file) => toRecords(file))
    const pages = records.filter(isPage)
    const components = records.filter(isComponent)
    const byPage = Map.groupBy(components, ({ page_id }) => String(page_id))
    if (pages.length === 0)
      throw new ImportError('There is no page: import the JSON of GET /v1/pages/PAGE_ID of Statuspage.')
    const slugs = new Map(
      pages.map((page) => {
        const own = pages.length === 1 ? components : (byPage.get(String(page.id)) ?? [])
        return [toText(page.id), placePage(conversion, page, own)]
      }),
    )
    for (const component of components.filter(({ group }) => group !== true)) reportComponent(conversion, component)
    for (const record of records) reportIncident(conversion, record)
    for (const record of records.filter(isSubscriber)) placeSubscriber(conversion, record, slugs)
  },
})

const isPage = (record: Fields): boolean => record.subdomain !== undefined || record.page_description !== undefined
const isComponent = (record: Fields): boolean => typeof record.group === 'boolean'

/** The public summary of a page has everything in one object. */
function toRecords(file: SourceFile): Fields[] {
  if (isCsv(file)) return parseCsv(file).map(toLowerNames)
  const value = parseJson(file)
  if (!isFields(value)) return listFields(value)
  if (!isFields(value.page)) return [value]
  const page = { subdomain: null, ...value.page }
  return [page, ...listFields(value.components), ...listFields(value.incidents)]
}

const toLowerNames = (row: Fields): Fields =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name.toLowerCase().replaceAll(' ', '_'), value]))

/** @returns the slug of the page */
function placePage(conversion: Conversion, page: Fields, own: readonly Fields[]): string {
  const item = conversion.report('status page', toText(page.name) ?? toText(page.subdomain) ?? '')
  const groups = own.filter(({ group }) => group === true).sort(byPosition)
  const hasOthers = own.some(({ group, group_id }) => group !== true && !toText(group_id))
  notePage(page, item)
  item.noteFields(page, PAGE)
  for (const component of own) item.noteFields(component, COMPONENT, { path: 'components.' })
  return addPage(conversion, item, {
    slug: toText(page.subdomain)?.toLowerCase() ?? null,
    description: toText(page.page_description) ?? toText(page.headline),
    timezone: toText(page.time_zone),
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

function reportIncident(conversion: Conversion, record: Fields): void {
  if (Array.isArray(record.incident_updates) && toText(record.name))
    conversion
      .report('incident', toText(record.name)!)
      .drop('Past incidents are not imported.', 'Keep the old page as an archive, and link to it in the description.')
}

/** The CSV export has no mode: its rows have an address or a number. */
const isSubscriber = ({ mode, email, phone_number, endpoint }: Fields): boolean =>
  [email, phone_number, endpoint].some((address) => toText(address) !== null) || toText(mode) !== null

/** An address that a line of CSV and a text of JSON can contain without quotes. */
const PLAIN_EMAIL = /^[^\s@,"\\]+@[^\s@,"\\]+$/

function placeSubscriber(conversion: Conversion, record: Fields, slugs: ReadonlyMap<string | null, string>): void {
  const email = toText(record.email)?.trim() ?? null
  const kind = toText(record.mode) ?? (email ? 'email' : toText(record.phone_number) ? 'sms' : 'webhook')
  const item = conversion.report('subscriber', email ?? `by ${kind}`)
  const page = slugs.size === 1 ? [...slugs.values()][0] : slugs.get(toText(record.page_id))
  if (kind !== 'email') item.drop(`Readers do not subscribe by ${kind}.`, 'Offer them email, Atom, RSS or calendar.')
  else if (email === null || !PLAIN_EMAIL.test(email)) item.drop('It has no valid email address.')
  else if (toText(record.quarantined_at)) item.drop('Statuspage has stopped sending to this address.')
  else if (page === undefined)
    item.drop('Its page is not in the source.', 'Import the pages one by one, each with its subscribers.')
  else {
    item.note(
      'The reader must confirm the subscription again.',
      'Send subscribers.csv to the page, as docs/import.md shows.',
    )
    if (toText(record.components) || (Array.isArray(record.components) && record.components.length > 0))
      item.note('The reader gets updates of all components.')
    item.noteFields(record, SUBSCRIBER)
    conversion.addSubscriber({ page, email })
    item.keep(null)
  }
}
