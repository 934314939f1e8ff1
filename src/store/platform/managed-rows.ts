/** External keys of the resources that a configuration document describes. */
import type { Managed, Origin } from '../../core/platform/managed.ts'
import { bulk } from './bulk.ts'
import type { Tx } from './store.ts'

/** Tables of resources that a configuration document can describe. */
export type ManagedTable =
  | 'monitors'
  | 'groups'
  | 'notification_targets'
  | 'on_call_schedules'
  | 'escalation_policies'
  | 'maintenance_windows'
  | 'status_pages'
  | 'variables'

export const toManaged = (row: { external_key: string | null; managed_by: string | null }): Managed =>
  row.external_key === null ? {} : { origin: { key: row.external_key, source: row.managed_by ?? '' } }

const prepareSave = (table: ManagedTable) =>
  bulk(
    { id: 'text', external_key: 'text', managed_by: 'text' },
    `update ${table} set external_key = k.external_key, managed_by = k.managed_by from k where ${table}.id = k.id`,
  )

const SAVES = {
  monitors: prepareSave('monitors'),
  groups: prepareSave('groups'),
  notification_targets: prepareSave('notification_targets'),
  on_call_schedules: prepareSave('on_call_schedules'),
  escalation_policies: prepareSave('escalation_policies'),
  maintenance_windows: prepareSave('maintenance_windows'),
  status_pages: prepareSave('status_pages'),
  variables: prepareSave('variables'),
}

/** Saves the origins of resources. */
export async function saveOrigins(
  tx: Tx,
  table: ManagedTable,
  resources: readonly { id: string; origin: Origin }[],
): Promise<void> {
  await SAVES[table](
    tx,
    resources.map(({ id, origin }) => [id, origin.key, origin.source]),
  )
}
