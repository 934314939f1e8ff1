/** Status pages in requests and responses. */
import Type, { type Static } from 'typebox'
import { DESCRIPTION_KEY } from '../../core/platform/validation/schema-words.ts'
import {
  DEFAULT_ACCENT_COLOR,
  MAX_COMPONENTS,
  type SectionDraft,
  type Component as StoredComponent,
  type StatusPage as StoredPage,
  THEMES,
  UPTIME_DAYS,
} from '../../core/status-pages/status-page.ts'
import type { PageChange, PageDraft } from '../../services/status-pages/status-pages.ts'
import { MANAGED_FIELDS, toManagedFields } from '../platform/managed.ts'
import { Body, IsoTime, Name, Nullable, OneOf, UpdateBody, Uuid } from '../platform/schemas.ts'
import { toIso } from '../platform/times.ts'

const Component = Type.Object({
  id: Uuid,
  monitor_id: Uuid,
  display_name: Type.Optional(Type.String({ description: 'Name shown instead of the monitor name' })),
  description: Type.String(),
  position: Type.Integer({ description: 'Position within the section, starting at 0' }),
})

const Section = Type.Object({
  id: Uuid,
  name: Type.String({ examples: ['Web shop'] }),
  position: Type.Integer({ description: 'Position on the page, starting at 0' }),
  components: Type.Array(Component, { description: 'Components in order; components of deleted monitors are omitted' }),
})

const ShowUptimeDays = Type.Unsafe<(typeof UPTIME_DAYS)[number]>({ type: 'integer', enum: [...UPTIME_DAYS] })

export const StatusPage = Type.Object({
  id: Uuid,
  project_id: Uuid,
  slug: Type.String({ examples: ['web-shop'] }),
  name: Type.String({ examples: ['Web shop'] }),
  description: Type.String(),
  logo_url: Type.Optional(Type.String()),
  theme: OneOf(THEMES),
  accent_color: Type.String({ examples: [DEFAULT_ACCENT_COLOR] }),
  custom_domain: Type.Optional(Type.String({ examples: ['status.example.com'] })),
  is_published: Type.Boolean(),
  is_password_protected: Type.Boolean(),
  show_uptime_days: ShowUptimeDays,
  is_indexed: Type.Boolean({ description: 'Whether search engines may index the page' }),
  allows_subscribers: Type.Boolean({ description: 'Whether readers may subscribe by email' }),
  contact_url: Type.Optional(Type.String()),
  sections: Type.Array(Section, { description: 'Sections in order' }),
  ...MANAGED_FIELDS,
  created_at: IsoTime,
  updated_at: IsoTime,
})

const Position = Type.Integer({
  minimum: 0,
  maximum: 1_000_000,
  description: 'Position among its siblings. Default: the position in the request',
})

const ComponentBody = Type.Object(
  {
    id: Type.Optional(
      Type.Unsafe<string>({
        ...Uuid,
        description: 'ID of an existing component of this page; omit for a new component',
      }),
    ),
    monitor_id: Uuid,
    display_name: Type.Optional(Nullable(Name(80))),
    description: Type.Optional(Type.String({ maxLength: 500 })),
    position: Type.Optional(Position),
  },
  { additionalProperties: false },
)

const SectionBody = Type.Object(
  {
    id: Type.Optional(
      Type.Unsafe<string>({ ...Uuid, description: 'ID of an existing section of this page; omit for a new section' }),
    ),
    name: Name(80),
    position: Type.Optional(Position),
    components: Type.Optional(Type.Array(ComponentBody, { maxItems: MAX_COMPONENTS })),
  },
  { additionalProperties: false },
)

const writable = {
  name: Name(80),
  slug: Type.String({
    minLength: 3,
    maxLength: 60,
    pattern: '^[a-z0-9-]+$',
    [DESCRIPTION_KEY]: 'text of 3 to 60 characters of a-z, 0-9 and -',
    description: 'Unique in this installation. Default: derived from the name',
  }),
  description: Type.String({ maxLength: 500 }),
  logo_url: Nullable(Type.String({ minLength: 1, maxLength: 2048, description: 'URL of the logo, http or https' })),
  theme: OneOf(THEMES),
  accent_color: Type.String({
    pattern: '^#[0-9a-fA-F]{6}$',
    [DESCRIPTION_KEY]: 'a colour such as #2563eb',
    examples: [DEFAULT_ACCENT_COLOR],
  }),
  custom_domain: Nullable(
    Type.String({ minLength: 1, maxLength: 255, description: 'Host name of the page, unique in this installation' }),
  ),
  is_published: Type.Boolean(),
  password: Nullable(
    Type.String({ minLength: 1, maxLength: 128, description: 'Write-only. Null removes the password' }),
  ),
  show_uptime_days: ShowUptimeDays,
  is_indexed: Type.Boolean({ description: 'Whether search engines may index the page. Default: true' }),
  allows_subscribers: Type.Boolean({
    description: 'Whether readers may subscribe to updates by email. Default: true',
  }),
  contact_url: Nullable(
    Type.String({
      minLength: 1,
      maxLength: 2048,
      description: 'Contact link for readers: http, https or mailto',
    }),
  ),
  sections: Type.Array(SectionBody, {
    maxItems: 50,
    description: 'Complete list of sections; omitted sections are deleted',
  }),
}

export const CreateBody = Body({ ...Type.Partial(Type.Object(writable)).properties, name: writable.name })
export const ChangeBody = UpdateBody(writable, StatusPage)

export const toStatusPage = (page: StoredPage): Static<typeof StatusPage> => ({
  id: page.id,
  project_id: page.projectId,
  slug: page.slug,
  name: page.name,
  description: page.description,
  ...(page.logoUrl !== null && { logo_url: page.logoUrl }),
  theme: page.theme,
  accent_color: page.accentColor,
  ...(page.customDomain !== null && { custom_domain: page.customDomain }),
  is_published: page.isPublished,
  is_password_protected: page.passwordHash !== null,
  show_uptime_days: page.showUptimeDays,
  is_indexed: page.isIndexed,
  allows_subscribers: page.allowsSubscribers,
  ...(page.contactUrl !== null && { contact_url: page.contactUrl }),
  sections: page.sections.map(({ id, name, components }, position) => ({
    id,
    name,
    position,
    components: components.map(toComponent),
  })),
  ...toManagedFields(page),
  created_at: toIso(page.createdAt),
  updated_at: toIso(page.updatedAt),
})

const toComponent = (
  { id, monitorId, displayName, description }: StoredComponent,
  position: number,
): Static<typeof Component> => ({
  id,
  monitor_id: monitorId,
  ...(displayName !== null && { display_name: displayName }),
  description,
  position,
})

const toSection = ({ id, name, position, components = [] }: Static<typeof SectionBody>): SectionDraft => ({
  id,
  name,
  position,
  components: components.map((component) => ({
    id: component.id,
    monitorId: component.monitor_id,
    displayName: component.display_name ?? null,
    description: component.description ?? '',
    position: component.position,
  })),
})

export const toChange = (body: Static<typeof ChangeBody>): PageChange => ({
  ...(body.name !== undefined && { name: body.name }),
  ...(body.slug !== undefined && { slug: body.slug }),
  ...(body.description !== undefined && { description: body.description }),
  ...(body.logo_url !== undefined && { logoUrl: body.logo_url }),
  ...(body.theme !== undefined && { theme: body.theme }),
  ...(body.accent_color !== undefined && { accentColor: body.accent_color.toLowerCase() }),
  ...(body.custom_domain !== undefined && { customDomain: body.custom_domain }),
  ...(body.is_published !== undefined && { isPublished: body.is_published }),
  ...(body.password !== undefined && { password: body.password }),
  ...(body.show_uptime_days !== undefined && { showUptimeDays: body.show_uptime_days }),
  ...(body.is_indexed !== undefined && { isIndexed: body.is_indexed }),
  ...(body.allows_subscribers !== undefined && { allowsSubscribers: body.allows_subscribers }),
  ...(body.contact_url !== undefined && { contactUrl: body.contact_url }),
  ...(body.sections !== undefined && { sections: body.sections.map(toSection) }),
})

export const toDraft = (body: Static<typeof CreateBody>): PageDraft => ({
  description: '',
  logoUrl: null,
  theme: 'auto',
  accentColor: DEFAULT_ACCENT_COLOR,
  isPublished: false,
  showUptimeDays: 90,
  isIndexed: true,
  allowsSubscribers: true,
  contactUrl: null,
  ...toChange(body),
  name: body.name,
})
