/**
 * Configuration documents. A document describes the resources of one project by key, in collections. References go by
 * key, so that a document can be applied to any project.
 */

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
