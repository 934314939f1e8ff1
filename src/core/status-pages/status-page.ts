/**
 * Status pages: the parts of a project that are public, and their appearance.
 *
 * URL of a status page. The public uses the page's custom domain if it has one; the address of the service may be
 * hidden.
 */
import Type, { type Static } from 'typebox'
import { type AuditChanges, compareFields } from '../accounts/audit.ts'
import type { Issue } from '../platform/errors.ts'
import { describeResource, type ProjectResource } from '../platform/fields/resource.ts'
import { Description, LOWER_CASE, Name, Nullable, OneOf, Reference, Timezone, Uuid } from '../platform/fields/schema.ts'
import { DESCRIPTION_KEY } from '../platform/validation/schema-words.ts'

export const THEMES = ['auto', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

/** Days of history that a page can show. */
export const UPTIME_DAYS = [30, 60, 90] as const

export const DEFAULT_ACCENT_COLOR = '#2563eb'

/** Maximum number of components on one page, over all its sections. */
export const MAX_COMPONENTS = 500

const Url = (description: string) =>
  Nullable(Type.String({ minLength: 1, maxLength: 2048, description }), { default: null })

const Position = Type.Integer({
  minimum: 0,
  maximum: 1_000_000,
  description: 'Position among its siblings. Default: the position in the request',
})

/** The id of a part of the page in a request. Without an id, the part is new. */
const PartId = (part: string) =>
  Type.Optional(
    Type.Unsafe<string | undefined>({
      ...Uuid,
      description: `ID of an existing ${part} of this page; omit for a new ${part}`,
    }),
  )

const ComponentFields = Type.Object({
  id: PartId('component'),
  monitorId: Reference('monitors', { description: 'Monitor that the component shows, or give `group_id`' }),
  groupId: Reference('groups', {
    description:
      'Group that the component shows instead of a monitor. It must have a condition. Without one, it has no data',
  }),
  displayName: Nullable(Name(80), { default: null }),
  description: Description(),
  position: Type.Optional(Position),
})

const SectionFields = Type.Object({
  id: PartId('section'),
  name: Name(80),
  position: Type.Optional(Position),
  components: Type.Array(ComponentFields, { maxItems: MAX_COMPONENTS, default: [] }),
})

export const PAGE = describeResource(
  'status_page',
  Type.Object({
    name: Name(80, { examples: ['Web shop'] }),
    slug: Type.String({
      minLength: 3,
      maxLength: 60,
      pattern: '^[a-z0-9-]+$',
      [DESCRIPTION_KEY]: 'text of 3 to 60 characters of a-z, 0-9 and -',
      description: 'Unique in this installation. Default: derived from the name',
      examples: ['web-shop'],
    }),
    description: Description(),
    logoUrl: Url('URL of the logo, http or https'),
    theme: OneOf(THEMES, { default: 'auto' }),
    accentColor: Type.String({
      pattern: '^#[0-9a-fA-F]{6}$',
      [LOWER_CASE]: true,
      [DESCRIPTION_KEY]: 'a colour such as #2563eb',
      default: DEFAULT_ACCENT_COLOR,
      examples: [DEFAULT_ACCENT_COLOR],
    }),
    customDomain: Nullable(
      Type.String({
        minLength: 1,
        maxLength: 255,
        description: 'Host name of the page, unique in this installation',
        examples: ['status.example.com'],
      }),
      { default: null },
    ),
    isPublished: Type.Boolean({ default: false }),
    showUptimeDays: Type.Unsafe<(typeof UPTIME_DAYS)[number]>({ type: 'integer', enum: [...UPTIME_DAYS], default: 90 }),
    isIndexed: Type.Boolean({ default: true, description: 'Whether search engines may index the page' }),
    allowsSubscribers: Type.Boolean({
      default: true,
      description: 'Whether readers may subscribe to updates by email',
    }),
    contactUrl: Url('Contact link for readers: http, https or mailto'),
    timezone: Nullable(
      Timezone({ description: 'IANA time zone of all times on the page; null for the time zone of each reader' }),
      { default: null },
    ),
    password: Type.Optional(
      Nullable(Type.String({ minLength: 1, maxLength: 128 }), {
        writeOnly: true,
        description: 'Write-only. Null removes the password',
      }),
    ),
    sections: Type.Optional(
      Type.Array(SectionFields, {
        maxItems: 50,
        description: 'Complete list of sections; omitted sections are deleted',
      }),
    ),
  }),
  { omitsNull: ['shown'] },
)
type PageFields = Static<typeof PAGE.schema>

export type StatusPage = Omit<PageFields, 'password' | 'sections'> &
  ProjectResource & {
    /** argon2id, in PHC form; null when the page is public. */
    passwordHash: string | null
    /** In display order. */
    sections: Section[]
  }

/** Absent fields stay unchanged. */
export type PageChange = Partial<PageFields>

/** A new page. Without a slug, one is derived from its name. */
export type PageDraft = Omit<PageFields, 'slug'> & Pick<PageChange, 'slug'>

export interface Section {
  id: string
  name: string
  /** In display order, without components of deleted monitors and groups. */
  components: Component[]
}

/** Shows a monitor or a group: either `monitorId` or `groupId` is not null. */
export interface Component {
  id: string
  monitorId: string | null
  groupId: string | null
  /** Null means that the name of the monitor or group is shown. */
  displayName: string | null
  description: string
}

/** Returns the id of the monitor or group that a component shows. */
export const getSubjectId = ({ monitorId, groupId }: Component): string => (monitorId ?? groupId)!

/** Section in a request. */
export type SectionDraft = Static<typeof SectionFields>

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
  const issues = [...findIdIssues(drafts, before), ...findSizeIssues(drafts), ...findSubjectIssues(drafts)]
  const sections = sortByPosition(drafts).map(({ id = newId(), name, components }) => ({
    id,
    name,
    components: sortByPosition(components).map(
      ({ id: componentId = newId(), monitorId, groupId, displayName, description }) => ({
        id: componentId,
        monitorId,
        groupId,
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

/** A component shows either a monitor or a group. */
const findSubjectIssues = (drafts: readonly SectionDraft[]): Issue[] =>
  drafts.flatMap(({ components }, s) =>
    components.flatMap(({ monitorId, groupId }, c) => {
      const at = `sections.${s}.components.${c}`
      if (monitorId === null && groupId === null)
        return [{ field: `${at}.monitor_id`, message: 'is required, unless the component shows a group' }]
      if (monitorId === null || groupId === null) return []
      return [{ field: `${at}.group_id`, message: 'must be absent, because the component shows a monitor' }]
    }),
  )

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
export const compareStatusPages = (before: AuditedPage | null, after: AuditedPage | null): AuditChanges =>
  compareFields(before ? toAuditedFields(before) : {}, after ? toAuditedFields(after) : {}, ['password'])

type AuditedPage = Omit<StatusPage, 'sections'> & { sections: readonly SectionDraft[] }

const toAuditedFields = ({ passwordHash, sections, ...page }: AuditedPage) => ({
  ...PAGE.toAudited(page),
  password: passwordHash,
  sections: sections.map(({ name, components }) => ({
    name,
    components: components.map(({ monitorId, groupId, displayName, description }) => ({
      ...(groupId === null ? { monitor_id: monitorId } : { group_id: groupId }),
      display_name: displayName,
      description,
    })),
  })),
})

type AddressedPage = Pick<StatusPage, 'slug' | 'customDomain'>

/**
 * @param baseUrl of the service, without a trailing slash
 * @returns origin without a trailing slash. A custom domain has the scheme of the service and the default port of that
 * scheme
 */
export const getPageOrigin = (baseUrl: string, { customDomain }: Pick<AddressedPage, 'customDomain'>): string =>
  customDomain === null ? baseUrl : `${baseUrl.slice(0, baseUrl.indexOf(':'))}://${customDomain}`

/** Returns the URL of the page without a trailing slash; all resources of the page are below it. */
export const getPageUrl = (baseUrl: string, page: AddressedPage): string =>
  page.customDomain === null ? `${baseUrl}/status/${page.slug}` : getPageOrigin(baseUrl, page)
