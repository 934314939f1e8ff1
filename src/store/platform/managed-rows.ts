/** External keys of the resources that a configuration document describes. */
import type { Managed, Origin } from '../../core/platform/fields/resource.ts'
import { bulk } from './queries/bulk.ts'
import type { Reader, Tx } from './store.ts'

/** Tables of resources that a configuration document can describe. */
const MANAGED_TABLES = [
  'monitors',
  'groups',
  'notification_targets',
  'on_call_schedules',
  'escalation_policies',
  'maintenance_windows',
  'status_pages',
  'variables',
] as const
export type ManagedTable = (typeof MANAGED_TABLES)[number]

const mapTables = <T>(make: (table: ManagedTable) => T): Record<ManagedTable, T> =>
  Object.fromEntries(MANAGED_TABLES.map((table) => [table, make(table)])) as Record<ManagedTable, T>

export const toManaged = (row: { external_key: string | null; managed_by: string | null }): Managed =>
  row.external_key === null ? {} : { origin: { key: row.external_key, source: row.managed_by } }

const SAVES = mapTables((table) =>
  bulk(
    { id: 'text', external_key: 'text', managed_by: 'text' },
    `update ${table} set external_key = k.external_key, managed_by = k.managed_by from k where ${table}.id = k.id`,
  ),
)

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

const prepareFind = (table: ManagedTable) =>
  bulk<{ id: string; managed_by: string | null }>(
    { id: 'text', project_id: 'text' },
    `select ${table}.id, managed_by from ${table}, k where ${table}.id = k.id and ${table}.project_id = k.project_id` +
      (table === 'monitors' ? ' and deleted_at is null' : ''),
  )

const FINDS = mapTables(prepareFind)

/** Returns the sources of those resources that exist in the project and in the table, by id; null without a source. */
export async function findSources(
  db: Reader,
  table: ManagedTable,
  projectId: string,
  ids: readonly string[],
): Promise<Map<string, string | null>> {
  const { rows } = await FINDS[table](
    db,
    ids.map((id) => [id, projectId]),
  )
  return new Map(rows.map(({ id, managed_by: source }) => [id, source]))
}

const RELEASES = mapTables((table) =>
  bulk({ id: 'text' }, `update ${table} set managed_by = null from k where ${table}.id = k.id`),
)

/** Removes the sources of resources. Their keys stay, so that a later apply of the same document finds them. */
export async function releaseRows(tx: Tx, table: ManagedTable, ids: readonly string[]): Promise<void> {
  await RELEASES[table](
    tx,
    ids.map((id) => [id]),
  )
}
