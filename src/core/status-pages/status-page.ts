/** Status pages: the parts of a project that are public, and their appearance. */

import { type AuditChanges, compareFields } from '../accounts/audit.ts'
import type { Issue } from '../platform/errors.ts'
import type { Managed } from '../platform/managed.ts'

export const THEMES = ['auto', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

/** Days of history that a page can show. */
export const UPTIME_DAYS = [30, 60, 90] as const
export type UptimeDays = (typeof UPTIME_DAYS)[number]

export const DEFAULT_ACCENT_COLOR = '#2563eb'

/** Maximum number of components on one page, over all its sections. */
export const MAX_COMPONENTS = 500

export interface StatusPage extends Managed {
  id: string
  organizationId: string
  projectId: string
  /** Unique in the installation. */
  slug: string
  name: string
  description: string
  logoUrl: string | null
  theme: Theme
  /** `#rrggbb`, lower case. */
  accentColor: string
  /** Host name in lower case, unique in the installation. */
  customDomain: string | null
  isPublished: boolean
  /** argon2id, in PHC form; null when the page is public. */
  passwordHash: string | null
  showUptimeDays: UptimeDays
  /** Whether search engines may index it. */
  isIndexed: boolean
  /** Whether readers can subscribe to updates by email. */
  allowsSubscribers: boolean
  /** Where readers can ask questions. */
  contactUrl: string | null
  /** In display order. */
  sections: Section[]
  /** Unix ms. */
  createdAt: number
  updatedAt: number
}

export interface Section {
  id: string
  name: string
  /** In display order, without components of deleted monitors. */
  components: Component[]
}

export interface Component {
  id: string
  monitorId: string
  /** Null means that the name of the monitor is shown. */
  displayName: string | null
  description: string
}

/** Section in a request: a section with an id is kept, one without is new. */
export interface SectionDraft {
  id?: string | undefined
  name: string
  /** Position among the sections; defaults to the position in the request. */
  position?: number | undefined
  components: ComponentDraft[]
}

export interface ComponentDraft extends Omit<Component, 'id'> {
  id?: string | undefined
  position?: number | undefined
}

/**
 * Returns the new sections and components.
 *
 * @param before sections of the same page, empty for a new one
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

/** Sorts by position; drafts with equal positions keep the order of the request. */
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

/** @returns the host name in lower case, in its ASCII form (`xn--…`); null for an invalid name or an IP address */
export function toHostName(text: string): string | null {
  if (/[/?#@:\\\s]/.test(text)) return null
  const name = URL.parse(`http://${text}`)?.hostname.replace(/\.$/, '') ?? ''
  const labels = name.split('.')
  const isName = labels.length >= 2 && labels.every((label) => LABEL.test(label)) && !/^\d+$/.test(labels.at(-1)!)
  return isName && name.length <= MAX_HOST_NAME ? name : null
}

/** Returns why the URL cannot be a contact link; null when it can. */
export function refuseContactUrl(text: string): string | null {
  const url = URL.parse(text)
  if (url?.protocol === 'mailto:') return url.pathname.includes('@') ? null : 'must have an email address after mailto:'
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    return 'must be a complete URL that begins with https://, http:// or mailto:'
  return url.username || url.password ? 'must not contain credentials' : null
}

/**
 * Returns the differences between two versions of a page, by API field.
 *
 * @param before null at creation
 * @param after null at deletion
 */
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
