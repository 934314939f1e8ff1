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

const FIELDS = [
  'name',
  'slug',
  'description',
  'accent_color',
  'theme',
  'show_uptime_days',
  'is_indexed',
  'allows_subscribers',
] as const

/** Texts that are empty in the form and null in requests when the page has none. */
const OPTIONAL_TEXTS = ['logo_url', 'contact_url', 'custom_domain', 'timezone'] as const

type Fields = Pick<StatusPage, (typeof FIELDS)[number]>
type OptionalTexts = Record<(typeof OPTIONAL_TEXTS)[number], string>

/** Values of the form, with the names of the API. */
export interface Draft extends Fields, OptionalTexts {
  /** New password; empty keeps the current one. */
  password: string
  removesPassword: boolean
  sections: SectionDraft[]
}

const pickFields = (values: Fields): Fields =>
  Object.fromEntries(FIELDS.map((field) => [field, values[field]])) as unknown as Fields

const mapOptionalTexts = <Value>(toValue: (name: keyof OptionalTexts) => Value) =>
  Object.fromEntries(OPTIONAL_TEXTS.map((name) => [name, toValue(name)])) as Record<keyof OptionalTexts, Value>

/** Returns a temporary key for a new section or component. */
export const createKey = (): string => crypto.getRandomValues(new Uint32Array(2)).join('-')

export const toDraft = (page: StatusPage): Draft => ({
  ...pickFields(page),
  ...mapOptionalTexts((name) => page[name] ?? ''),
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
  ...pickFields(draft),
  ...mapOptionalTexts((name) => draft[name].trim() || null),
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
