/** Status pages: what of a project is shown to the public, and how. */
import { type AuditChanges, compareFields } from '../accounts/audit.ts'
import type { Issue } from '../platform/errors.ts'

export const THEMES = ['auto', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

/** How many days of history a page may show. */
export const UPTIME_DAYS = [30, 60, 90] as const
export type UptimeDays = (typeof UPTIME_DAYS)[number]

export const DEFAULT_ACCENT_COLOR = '#2563eb'

/** On one page, over all its sections. */
export const MAX_COMPONENTS = 500

export interface StatusPage {
  id: string
  organizationId: string
  projectId: string
  /** Unique in the instance. */
  slug: string
  name: string
  description: string
  logoUrl: string | null
  theme: Theme
  /** `#rrggbb`, lower case. */
  accentColor: string
  /** A host name in lower case, unique in the instance. */
  customDomain: string | null
  isPublished: boolean
  /** argon2id, in PHC form; null when anybody may look. */
  passwordHash: string | null
  showUptimeDays: UptimeDays
  /** Whether search engines may list it. */
  isIndexed: boolean
  /** Whether people may have themselves told by mail. */
  allowsSubscribers: boolean
  /** Where readers turn to with questions. */
  contactUrl: string | null
  /** In the order in which they are shown. */
  sections: Section[]
  /** Unix ms. */
  createdAt: number
  updatedAt: number
}

export interface Section {
  id: string
  name: string
  /** In the order in which they are shown; those of deleted monitors are left out. */
  components: Component[]
}

export interface Component {
  id: string
  monitorId: string
  /** Null when the monitor's own name is shown. */
  displayName: string | null
  description: string
}

/** What a user sends: what has an id is kept, what has none is new. */
export interface SectionDraft {
  id?: string | undefined
  name: string
  /** Where it stands among the others; without one, where it was sent. */
  position?: number | undefined
  components: ComponentDraft[]
}

export interface ComponentDraft extends Omit<Component, 'id'> {
  id?: string | undefined
  position?: number | undefined
}

/**
 * Sections and components as they will be.
 *
 * @param before of the same page, empty for a new one
 */
export function buildSections(
  drafts: readonly SectionDraft[],
  before: readonly Section[],
  newId: () => string,
): { sections: Section[]; issues: Issue[] } {
  const issues = [...findIdIssues(drafts, before), ...findSizeIssues(drafts)]
  const sections = sortByPosition(drafts).map(({ id = newId(), name, components }) => ({
    id,
    name,
    components: sortByPosition(components).map(
      ({ id: componentId = newId(), monitorId, displayName, description }) => ({
        id: componentId,
        monitorId,
        displayName,
        description,
      }),
    ),
  }))
  return { sections, issues }
}

/** By position; equals stay as they were sent. */
const sortByPosition = <T extends { position?: number | undefined }>(drafts: readonly T[]): T[] =>
  drafts
    .map((draft, index) => ({ draft, position: draft.position ?? index }))
    .sort((a, b) => a.position - b.position)
    .map(({ draft }) => draft)

/** A component may move to another section of its page and keep its id. */
function findIdIssues(drafts: readonly SectionDraft[], before: readonly Section[]): Issue[] {
  const components = before.flatMap((section) => section.components)
  return [
    ...findUnknownIds(
      before,
      drafts.map(({ id }, s) => [id, `sections.${s}.id`]),
      'section',
    ),
    ...findUnknownIds(
      components,
      drafts.flatMap((draft, s) =>
        draft.components.map(({ id }, c): SentId => [id, `sections.${s}.components.${c}.id`]),
      ),
      'component',
    ),
  ]
}

type SentId = [id: string | undefined, field: string]

function findUnknownIds(known: readonly { id: string }[], sent: readonly SentId[], what: string): Issue[] {
  const left = new Set(known.map(({ id }) => id))
  return sent.flatMap(([id, field]) => {
    if (id === undefined || left.delete(id)) return []
    const isRepeated = known.some((one) => one.id === id)
    const message = isRepeated
      ? 'occurs twice'
      : `is not a ${what} of this page; omit the field to create a new ${what}`
    return [{ field, message }]
  })
}

function findSizeIssues(drafts: readonly SectionDraft[]): Issue[] {
  const count = drafts.reduce((sum, { components }) => sum + components.length, 0)
  if (count <= MAX_COMPONENTS) return []
  return [{ field: 'sections', message: `must have at most ${MAX_COMPONENTS} components, not ${count}` }]
}

// Source: RFC 1123, section 2.1, for the letters; RFC 1035, section 2.3.4, for the lengths
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/
const MAX_HOST_NAME = 253

/** @returns the host name in lower case, in its ASCII form (`xn--…`); null when the text is none, or only an address */
export function toHostName(text: string): string | null {
  if (/[/?#@:\\\s]/.test(text)) return null
  const name = URL.parse(`http://${text}`)?.hostname.replace(/\.$/, '') ?? ''
  const labels = name.split('.')
  const isName = labels.length >= 2 && labels.every((label) => LABEL.test(label)) && !/^\d+$/.test(labels.at(-1)!)
  return isName && name.length <= MAX_HOST_NAME ? name : null
}

/** Why this cannot be shown as an image; null when it can. */
export function refuseLogoUrl(text: string): string | null {
  const url = URL.parse(text)
  if (url === null) return 'must be a complete URL such as https://example.com/logo.svg'
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'must begin with http:// or https://'
  return url.username || url.password ? 'must not contain credentials' : null
}

/** Why readers cannot be sent there; null when they can. */
export function refuseContactUrl(text: string): string | null {
  const url = URL.parse(text)
  if (url?.protocol === 'mailto:') return url.pathname.includes('@') ? null : 'must have an email address after mailto:'
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    return 'must be a complete URL that begins with https://, http:// or mailto:'
  return url.username || url.password ? 'must not contain credentials' : null
}

/** How two versions of a page differ, in the words of the API. @param before null at creation, @param after at deletion */
export const compareStatusPages = (before: StatusPage | null, after: StatusPage | null): AuditChanges =>
  compareFields(before ? toAuditedFields(before) : {}, after ? toAuditedFields(after) : {}, ['password'])

const toAuditedFields = (page: StatusPage) => ({
  slug: page.slug,
  name: page.name,
  description: page.description,
  logo_url: page.logoUrl,
  theme: page.theme,
  accent_color: page.accentColor,
  custom_domain: page.customDomain,
  is_published: page.isPublished,
  password: page.passwordHash,
  show_uptime_days: page.showUptimeDays,
  is_indexed: page.isIndexed,
  allows_subscribers: page.allowsSubscribers,
  contact_url: page.contactUrl,
  sections: page.sections.map(({ name, components }) => ({
    name,
    components: components.map(({ monitorId, displayName, description }) => ({
      monitor_id: monitorId,
      display_name: displayName,
      description,
    })),
  })),
})
