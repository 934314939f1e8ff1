/** Adds status pages to the document. */

import { refuseWebUrl } from '../core/platform/text/plain-text.ts'
import { isPageSlug, listPageSlugs } from '../core/platform/text/slug.ts'
import { MAX_COMPONENTS, refuseContactUrl, toHostName } from '../core/status-pages/status-page.ts'
import type { Conversion, Fields, Item } from './conversion.ts'
import { shortenName } from './monitors.ts'
import { toDescription } from './resources.ts'
import { findTimezone } from './timezones.ts'

interface PageDraft {
  slug?: string | null
  /** Fields of the API besides name, slug and sections. */
  fields: Fields
  description?: string | null
  /** Time zone of the page in the source. */
  timezone?: string | null
  sections: readonly { name: string; components: readonly Fields[] }[]
  /** Keeps sections without components, to be filled by hand. */
  keepsEmptySections?: boolean
}

const MAX_SECTIONS = 50

/** @returns the slug of the page */
export function addPage(conversion: Conversion, item: Item, draft: PageDraft): string {
  const key = conversion.takeKey('status_pages', item.name)
  const sections = draft.sections.filter(({ components }) => draft.keepsEmptySections || components.length > 0)
  if (sections.length > MAX_SECTIONS) item.note(`Only the first ${MAX_SECTIONS} sections are kept.`)
  let room = MAX_COMPONENTS
  const kept = sections.slice(0, MAX_SECTIONS).map(({ name, components }) => {
    const fitting = components.slice(0, room)
    room -= fitting.length
    if (fitting.length < components.length) item.note(`Only the first ${MAX_COMPONENTS} components are kept.`)
    return { name: shortenName(item, name) || 'Services', components: fitting }
  })
  const slug = chooseSlug(conversion, item, draft.slug ?? null)
  const fields = checkFields(conversion, item, draft.fields)
  if (fields.custom_domain !== undefined) conversion.assign('status_pages', String(fields.custom_domain), key)
  conversion.add('status_pages', key, {
    name: shortenName(item, item.name),
    slug,
    ...toDescription(item, draft.description),
    ...toTimezone(item, draft.timezone ?? null),
    ...fields,
    sections: kept,
  })
  item.keep(key)
  return slug
}

function toTimezone(item: Item, name: string | null): Fields {
  if (name === null) return {}
  const timezone = findTimezone(name)
  if (timezone !== null) return { timezone }
  item.note(
    `The time zone "${name}" is not known: the page has the time zone of each reader.`,
    'Select the time zone of the page.',
  )
  return {}
}

/** Leaves out fields that the server would refuse, with a note. */
function checkFields(conversion: Conversion, item: Item, fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => {
      const refusal = typeof value === 'string' ? REFUSALS[name]?.(value, conversion) : null
      if (refusal) item.note(`The field ${name} is left out: "${value}" ${refusal}.`)
      return !refusal
    }),
  )
}

const REFUSALS: Readonly<Record<string, (value: string, conversion: Conversion) => string | null>> = {
  logo_url: (url) => refuseWebUrl(url, 'https://example.com/logo.svg'),
  contact_url: refuseContactUrl,
  custom_domain: (domain, conversion) => {
    if (toHostName(domain) === null) return 'is no host name'
    return conversion.findOwner('status_pages', domain) === undefined ? null : 'belongs to another page'
  },
}

function chooseSlug(conversion: Conversion, item: Item, preferred: string | null): string {
  const [derived = 'status'] = listPageSlugs(preferred ?? item.name, 'page')
  const slug = conversion.pageSlugs.take(preferred !== null && isPageSlug(preferred) ? preferred : derived)
  if (preferred !== null && slug !== preferred)
    item.note(`The page is at /status/${slug} instead of ${preferred}.`, 'Publish the new address.')
  return slug
}
