/**
 * Configuration documents. A document describes the resources of one project by key, in collections. References go by
 * key, so that a document can be applied to any project.
 */

import type { Static, TObject, TSchema } from 'typebox'
import type { Managed, ResourceFields } from '../platform/fields/resource.ts'
import { REFERS_TO } from '../platform/fields/schema.ts'
import { type Shape, toApiName } from '../platform/fields/translate.ts'
import { SlugList, toSlug } from '../platform/text/slug.ts'

/** Collections in the order in which resources are created: each refers only to collections before it, or to itself. */
export const COLLECTIONS = [
  'variables',
  'notification_targets',
  'on_call_schedules',
  'escalation_policies',
  'groups',
  'monitors',
  'maintenance_windows',
  'status_pages',
] as const
export type Collection = (typeof COLLECTIONS)[number]

/** Name of the project itself in plans. Its settings are at the top level of a document. */
export const PROJECT = { collection: 'project', key: 'settings' } as const

/** Type of the resources of a collection, as in the audit log. */
export const RESOURCE_TYPES = {
  variables: 'variable',
  notification_targets: 'notification_target',
  on_call_schedules: 'on_call_schedule',
  escalation_policies: 'escalation_policy',
  groups: 'group',
  monitors: 'monitor',
  maintenance_windows: 'maintenance_window',
  status_pages: 'status_page',
} as const satisfies Record<Collection, string>

/** Members of the organization, to whom documents refer by email address or id. No document describes them. */
export const USERS = 'users'

/** Kind of a resource, or of a user, to which a document can refer. */
export type Referable = Collection | typeof USERS

/** Fields that contain ids in the API, and their names in a document, where they contain keys. */
export const REFERENCE_FIELDS: Readonly<Record<string, string>> = {
  group_id: 'group',
  group_ids: 'groups',
  parent_group_id: 'parent_group',
  monitor_id: 'monitor',
  monitor_ids: 'monitors',
  notification_target_ids: 'notification_targets',
  depends_on_monitor_ids: 'depends_on',
  fallback_target_id: 'fallback_target',
  escalation_policy_id: 'escalation_policy',
  target_ids: 'targets',
  schedule_ids: 'schedules',
  user_ids: USERS,
}

/** Keys of resources in a document. Dots separate parts, as in the names of Kubernetes. */
export const KEY_PATTERN = '^[a-z0-9][a-z0-9._-]*$'
export const MAX_KEY_LENGTH = 100

/** Maximum number of monitors of one document. */
export const MAX_DOCUMENT_MONITORS = 10_000

/** A reference of a resource to another one. */
export interface Reference {
  /** Field of the document that contains the key, such as `depends_on.0`. */
  field: string
  collection: Referable
  key: string
}

interface Keyed extends Managed {
  id: string
  name: string
}

/**
 * Returns the key of each resource by its id. A resource that was never applied gets a key from its name. Older
 * resources choose first, so that a new resource changes no existing key.
 *
 * @param fallback key of a name without any letter or digit
 */
export function assignKeys(resources: readonly Keyed[], fallback: string): Map<string, string> {
  const keys = new Map(resources.flatMap(({ id, origin }) => (origin ? [[id, origin.key] as const] : [])))
  const slugs = new SlugList(keys.values())
  const unnamed = resources.filter(({ origin }) => !origin)
  for (const { id, name } of unnamed.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
    keys.set(id, slugs.take(toSlug(name, fallback)))
  return keys
}

/** Returns what replaces a reference; undefined removes it. */
type Replace = (collection: Referable, reference: string) => string | undefined

/** Returns a resource with other references, such as keys in place of ids. */
export const replaceReferences = <T extends TObject, Item extends Partial<Static<T>>>(
  { schema }: Pick<ResourceFields<T>, 'schema'>,
  item: Item,
  replace: Replace,
): Item => replaceIn(schema, item, replace) as Item

function replaceIn(schema: TSchema, value: unknown, replace: Replace): unknown {
  const { [REFERS_TO]: collection, items, properties } = schema as Shape
  if (value === null || value === undefined) return value
  if (collection !== undefined) {
    const find = (reference: string) => replace(collection as Referable, reference)
    return Array.isArray(value) ? value.flatMap((one: string) => find(one) ?? []) : (find(value as string) ?? null)
  }
  if (items?.properties) return (value as unknown[]).map((entry) => replaceIn(items as TSchema, entry, replace))
  if (!properties) return value
  const fields = Object.entries(properties).filter(([key]) => key in (value as object))
  const replaced = fields.map(([key, inner]) => [
    key,
    replaceIn(inner as TSchema, (value as Record<string, unknown>)[key], replace),
  ])
  return { ...value, ...Object.fromEntries(replaced) }
}

/** Lists the references of a resource of a document, with the fields of the document. */
export const listReferences = <T extends TObject>(
  { schema }: ResourceFields<T>,
  item: Partial<Static<T>>,
): Reference[] => listIn(schema, item, '')

function listIn(schema: TSchema, value: unknown, field: string): Reference[] {
  const { [REFERS_TO]: collection, items, properties } = schema as Shape
  if (value === null || value === undefined) return []
  if (collection !== undefined) {
    const toReference = (key: string, at: string) => ({ field: at, collection: collection as Referable, key })
    return Array.isArray(value)
      ? value.map((key: string, index) => toReference(key, `${field}.${index}`))
      : [toReference(value as string, field)]
  }
  if (items?.properties)
    return (value as unknown[]).flatMap((entry, index) => listIn(items as TSchema, entry, `${field}.${index}`))
  return Object.entries(properties ?? {}).flatMap(([key, inner]) => {
    const name = toApiName(key)
    const path = [field, REFERENCE_FIELDS[name] ?? name].filter(Boolean).join('.')
    return listIn(inner as TSchema, (value as Record<string, unknown>)[key], path)
  })
}
