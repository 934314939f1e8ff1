/** Draft of a status page in the editor, with its conversions. Pure. */
import type { RequestBody, Schemas } from '../../api/types.ts'

export type StatusPage = Schemas['StatusPage']
export type PageBody = RequestBody<'/api/projects/{projectId}/status-pages/{pageId}', 'put'>

export interface ComponentDraft {
  /** Component id once saved; before that, a temporary key for the row. */
  key: string
  id?: string
  /** Absent for a group. */
  monitorId?: string | undefined
  /** Absent for a monitor. */
  groupId?: string | undefined
  displayName: string
  description: string
}

export interface SectionDraft {
  key: string
  id?: string
  name: string
  components: ComponentDraft[]
}

export interface Draft {
  name: string
  slug: string
  description: string
  logoUrl: string
  accentColor: string
  theme: StatusPage['theme']
  days: StatusPage['show_uptime_days']
  contactUrl: string
  isIndexed: boolean
  allowsSubscribers: boolean
  customDomain: string
  /** New password; empty keeps the current one. */
  password: string
  removesPassword: boolean
  sections: SectionDraft[]
}

/** Returns a temporary key for a new section or component. */
export const createKey = (): string => crypto.getRandomValues(new Uint32Array(2)).join('-')

export const toDraft = (page: StatusPage): Draft => ({
  name: page.name,
  slug: page.slug,
  description: page.description,
  logoUrl: page.logo_url ?? '',
  accentColor: page.accent_color,
  theme: page.theme,
  days: page.show_uptime_days,
  contactUrl: page.contact_url ?? '',
  isIndexed: page.is_indexed,
  allowsSubscribers: page.allows_subscribers,
  customDomain: page.custom_domain ?? '',
  password: '',
  removesPassword: false,
  sections: page.sections.map((section) => ({
    key: section.id,
    id: section.id,
    name: section.name,
    components: section.components.map((component) => ({
      key: component.id,
      id: component.id,
      monitorId: component.monitor_id,
      groupId: component.group_id,
      displayName: component.display_name ?? '',
      description: component.description,
    })),
  })),
})

/** Builds the request body with all fields of the form. */
export const toBody = (draft: Draft): PageBody => ({
  name: draft.name,
  slug: draft.slug,
  description: draft.description,
  logo_url: draft.logoUrl.trim() || null,
  accent_color: draft.accentColor,
  theme: draft.theme,
  show_uptime_days: draft.days,
  contact_url: draft.contactUrl.trim() || null,
  is_indexed: draft.isIndexed,
  allows_subscribers: draft.allowsSubscribers,
  custom_domain: draft.customDomain.trim() || null,
  ...(draft.password && { password: draft.password }),
  ...(draft.removesPassword && !draft.password && { password: null }),
  sections: draft.sections.map(({ id, name, components }) => ({
    ...(id && { id }),
    name,
    components: components.map((component) => ({
      ...(component.id && { id: component.id }),
      ...(component.groupId ? { group_id: component.groupId } : { monitor_id: component.monitorId }),
      display_name: component.displayName.trim() || null,
      description: component.description,
    })),
  })),
})

export const isChanged = (draft: Draft, page: StatusPage): boolean =>
  JSON.stringify(toBody(draft)) !== JSON.stringify(toBody(toDraft(page)))

/** Removes the ids of sections and components that the page no longer has, so that they are created again. */
export function withKnownIds(draft: Draft, page: StatusPage): Draft {
  const ids = new Set(page.sections.flatMap(({ id, components }) => [id, ...components.map((one) => one.id)]))
  const keepId = <T extends { id?: string }>({ id, ...rest }: T) => ({ ...rest, ...(id && ids.has(id) && { id }) })
  return {
    ...draft,
    sections: draft.sections.map(({ components, ...section }) => ({
      ...keepId(section),
      components: components.map(keepId),
    })),
  }
}

/**
 * Builds the request that restores an earlier version of a page after it was saved.
 *
 * @param sent the saved changes
 * @returns null when the save replaced or removed a password, which cannot be restored
 */
export function toUndoBody(before: StatusPage, saved: StatusPage, sent: PageBody): PageBody | null {
  if (sent.password !== undefined && before.is_password_protected) return null
  return {
    ...toBody(withKnownIds(toDraft(before), saved)),
    ...(sent.password && { password: null }),
    ...(sent.is_published !== undefined && { is_published: before.is_published }),
  }
}

/** Public address of a page. The proxy of a custom domain serves https. */
export const getPageUrl = ({ custom_domain: domain, slug }: StatusPage, origin: string): string =>
  domain ? `https://${domain}/` : `${origin}/status/${slug}`
