/** Stored defaults of projects and groups for new monitors. */
import type { DefaultsLevel, MonitorDefaults } from '../../core/monitors/monitor-defaults.ts'
import { prepareQuery } from '../platform/queries/prepared.ts'
import type { Reader, Tx } from '../platform/store.ts'

const parse = (text: string | null): MonitorDefaults => (text === null ? {} : JSON.parse(text))

const selectProject = prepareQuery((db, projectId: string) =>
  db
    .selectFrom('projects')
    .select(['id', 'name', 'monitor_defaults'])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('groups')
            .select('groups.id')
            .whereRef('groups.project_id', '=', 'projects.id')
            .where('groups.monitor_defaults', 'is not', null),
        )
        .as('has_group_defaults'),
    )
    .where('id', '=', projectId)
    .where('deleted_at', 'is', null),
)

/**
 * Finds the defaults of a project in one query, with whether groups have defaults.
 *
 * @returns null when the project does not exist
 */
export async function findProjectDefaults(
  db: Reader,
  projectId: string,
): Promise<(DefaultsLevel & { hasGroupDefaults: boolean }) | null> {
  const [row] = await selectProject(db, projectId)
  if (!row) return null
  const { id, name, monitor_defaults: text, has_group_defaults: hasGroupDefaults } = row
  return { kind: 'project', id, name, defaults: parse(text), hasGroupDefaults: Boolean(hasGroupDefaults) }
}

/** A group and its own defaults. */
export interface GroupDefaults extends DefaultsLevel {
  parentGroupId: string | null
}

/** Lists all groups of a project by id, with their defaults. */
export async function listGroupDefaults(db: Reader, projectId: string): Promise<Map<string, GroupDefaults>> {
  const rows = await db
    .selectFrom('groups')
    .select(['id', 'name', 'parent_group_id', 'monitor_defaults'])
    .where('project_id', '=', projectId)
    .execute()
  return new Map(
    rows.map(({ id, name, parent_group_id: parentGroupId, monitor_defaults: text }) => [
      id,
      { kind: 'group', id, name, parentGroupId, defaults: parse(text) },
    ]),
  )
}

/** @param defaults empty: none */
export async function saveDefaults(
  tx: Tx,
  { kind, id }: Pick<DefaultsLevel, 'kind' | 'id'>,
  defaults: MonitorDefaults,
): Promise<void> {
  const text = Object.keys(defaults).length > 0 ? JSON.stringify(defaults) : null
  const table = kind === 'project' ? 'projects' : 'groups'
  await tx.updateTable(table).set({ monitor_defaults: text }).where('id', '=', id).execute()
}
