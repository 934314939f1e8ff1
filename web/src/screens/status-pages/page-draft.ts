/** Draft of a status page in the editor, with its conversions. Pure. */
import type { RequestBody, Schemas } from '../../api/types.ts'

export type StatusPage = Schemas['StatusPage']
type PageBody = RequestBody<'/api/projects/{projectId}/status-pages/{pageId}', 'put'>

export interface ComponentDraft {
  /** Component id once saved; before that, a temporary key for the row. */
  key: string
  id?: string
  monitorId: string
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
  isPublished: boolean
  isIndexed: boolean
  allowsSubscribers: boolean
  customDomain: string
  /** New password; empty keeps the current one. */
  password: string
  removesPassword: boolean
  sections: SectionDraft[]
}

export const toDraft = (page: StatusPage): Draft => ({
  name: page.name,
  slug: page.slug,
  description: page.description,
  logoUrl: page.logo_url ?? '',
  accentColor: page.accent_color,
  theme: page.theme,
  days: page.show_uptime_days,
  contactUrl: page.contact_url ?? '',
  isPublished: page.is_published,
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
  is_published: draft.isPublished,
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
      monitor_id: component.monitorId,
      display_name: component.displayName.trim() || null,
      description: component.description,
    })),
  })),
})

export const isChanged = (draft: Draft, page: StatusPage): boolean =>
  JSON.stringify(toBody(draft)) !== JSON.stringify(toBody(toDraft(page)))

/** @returns the list with the entry moved up (-1) or down (1); unchanged at the end of the list */
export function moveItem<T>(list: readonly T[], index: number, by: -1 | 1): T[] {
  const to = index + by
  if (to < 0 || to >= list.length) return [...list]
  const next = [...list]
  const [one] = next.splice(index, 1)
  next.splice(to, 0, one!)
  return next
}

/** Moves a component to the end of another section. */
export function moveToSection(sections: readonly SectionDraft[], key: string, sectionKey: string): SectionDraft[] {
  const component = sections.flatMap(({ components }) => components).find((one) => one.key === key)
  if (!component) return [...sections]
  return sections.map((section) => {
    const others = section.components.filter((one) => one.key !== key)
    return { ...section, components: section.key === sectionKey ? [...others, component] : others }
  })
}
