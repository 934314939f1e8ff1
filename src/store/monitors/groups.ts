/** Groups of monitors. */
import type { Selectable } from 'kysely'
import { type CountedGroup, GROUP, type Group, GroupTree } from '../../core/monitors/group.ts'
import type { ConfiguredStatus, MonitorType, RuntimeStatus } from '../../core/monitors/monitor.ts'
import { toManaged } from '../platform/managed-rows.ts'
import { prepareQuery } from '../platform/queries/prepared.ts'
import { createColumnMapper } from '../platform/queries/project-rows.ts'
import { lockRowsForShare } from '../platform/queries/row-locks.ts'
import type { Reader, Tx } from '../platform/store.ts'
import type { GroupsTable } from '../tables/monitors.ts'
import { toGroupState } from './group-states.ts'

const selectGroups = (db: Reader) =>
  db
    .selectFrom('groups')
    .selectAll('groups')
    .select((eb) =>
      eb
        .selectFrom('monitors')
        .select((inner) => inner.fn.countAll<number>().as('n'))
        .whereRef('monitors.group_id', '=', 'groups.id')
        .where('monitors.deleted_at', 'is', null)
        .$asScalar()
        .$notNull()
        .as('check_count'),
    )

const { toFields, toColumns } = createColumnMapper(GROUP, 'groups', {})

const toGroup = (row: Selectable<GroupsTable> & { check_count: number }): CountedGroup => ({
  id: row.id,
  organizationId: row.organization_id,
  projectId: row.project_id,
  createdBy: row.created_by,
  ...toFields(row),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  ...toManaged(row),
  checkCount: Number(row.check_count),
  state: toGroupState(row),
})

const selectOne = prepareQuery((db, projectId: string, id: string) =>
  selectGroups(db).where('project_id', '=', projectId).where('id', '=', id),
)

/**
 * Finds a group.
 *
 * @returns null when it belongs to another project
 */
export async function findGroup(db: Reader, projectId: string, id: string): Promise<CountedGroup | null> {
  const [row] = await selectOne(db, projectId, id)
  return row ? toGroup(row) : null
}

const selectNewestFirst = (db: Reader, projectId: string) =>
  selectGroups(db).where('project_id', '=', projectId).orderBy('created_at', 'desc').orderBy('id', 'desc')

const selectPage = prepareQuery((db, projectId: string, limit: number, offset: number) =>
  selectNewestFirst(db, projectId).limit(limit).offset(offset),
)

const selectTotal = prepareQuery((db, projectId: string) =>
  db
    .selectFrom('groups')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('project_id', '=', projectId),
)

/** Lists groups, newest first. */
export async function listGroups(
  db: Reader,
  projectId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ groups: CountedGroup[]; total: number }> {
  const rows = await selectPage(db, projectId, limit, offset)
  const [counted] = await selectTotal(db, projectId)
  return { groups: rows.map(toGroup), total: Number(counted!.total) }
}

const selectAll = prepareQuery((db, projectId: string) => selectNewestFirst(db, projectId))

/** Lists every group of the project, newest first. */
export async function listAllGroups(db: Reader, projectId: string): Promise<CountedGroup[]> {
  return (await selectAll(db, projectId)).map(toGroup)
}

const selectChildren = prepareQuery((db, id: string) =>
  selectGroups(db).where('parent_group_id', '=', id).orderBy('created_at', 'desc').orderBy('id', 'desc'),
)

/** Lists the direct child groups, newest first. */
export async function listChildGroups(db: Reader, id: string): Promise<CountedGroup[]> {
  return (await selectChildren(db, id)).map(toGroup)
}

const selectPath = prepareQuery((db, id: string) =>
  db
    .withRecursive('ancestors(id, name, parent_group_id, steps)', (cte) =>
      cte
        .selectFrom('groups')
        .select(({ lit }) => ['id', 'name', 'parent_group_id', lit(0).as('steps')])
        .where('id', '=', id)
        .unionAll(
          cte
            .selectFrom('ancestors')
            .innerJoin('groups', 'groups.id', 'ancestors.parent_group_id')
            .select((eb) => ['groups.id', 'groups.name', 'groups.parent_group_id', eb('steps', '+', 1).as('steps')]),
        ),
    )
    .selectFrom('ancestors')
    .select(['id', 'name'])
    .orderBy('steps', 'desc'),
)

/** Lists the path from the top-level group to the group itself. */
export const listGroupPath = (db: Reader, id: string): Promise<{ id: string; name: string }[]> => selectPath(db, id)

/**
 * Keeps groups of a project from being deleted.
 *
 * @returns by id, whether the group has a condition
 */
export async function lockGroupsForShare(
  tx: Tx,
  projectId: string,
  ids: readonly string[],
): Promise<Map<string, { hasCondition: boolean }>> {
  if (ids.length === 0) return new Map()
  const query = tx
    .selectFrom('groups')
    .select(['id', 'condition'])
    .where('project_id', '=', projectId)
    .where('id', 'in', ids)
    .orderBy('id')
  const rows = await lockRowsForShare(tx, query).execute()
  return new Map(rows.map(({ id, condition }) => [id, { hasCondition: condition !== null }]))
}

interface GroupMember {
  id: string
  name: string
  type: MonitorType
  status: ConfiguredStatus
  runtimeStatus: RuntimeStatus
}

const selectMembers = prepareQuery((db, groupId: string) =>
  db
    .selectFrom('monitors')
    .select(['id', 'name', 'type', 'status', 'runtime_status as runtimeStatus'])
    .where('group_id', '=', groupId)
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc'),
)

/** Lists the monitors directly in the group, newest first. */
export const listGroupMembers = (db: Reader, groupId: string): Promise<GroupMember[]> =>
  selectMembers(db, groupId) as Promise<GroupMember[]>

/** @returns the ids among `ids` that belong to groups of the project */
export async function findGroupIds(db: Reader, projectId: string, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('groups')
    .select('id')
    .where('project_id', '=', projectId)
    .where('id', 'in', ids)
    .execute()
  return new Set(rows.map((row) => row.id))
}

/**
 * Lists the groups of a project and locks them until the end of the transaction. Decisions about the whole tree, for
 * example that it has no cycle, remain valid until they are written.
 *
 * @returns null when the project no longer exists
 */
export async function lockGroups(tx: Tx, projectId: string): Promise<GroupTree | null> {
  const { numUpdatedRows } = await tx
    .updateTable('projects')
    .set((eb) => ({ updated_at: eb.ref('updated_at') }))
    .where('id', '=', projectId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return null
  const rows = await tx
    .selectFrom('groups')
    .select(['id', 'parent_group_id as parentGroupId', 'name'])
    .where('project_id', '=', projectId)
    .execute()
  return new GroupTree(rows)
}

/** Counts the groups in all projects of the organization. The plan limits this number. */
export async function countGroups(db: Reader, organizationId: string): Promise<number> {
  const { total } = await db
    .selectFrom('groups')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow()
  return Number(total)
}

export async function insertGroup(tx: Tx, group: Group): Promise<void> {
  const { id, organizationId, projectId, createdBy, createdAt, updatedAt } = group
  const owner = { id, organization_id: organizationId, project_id: projectId, created_by: createdBy }
  const row = { ...owner, ...toColumns(group), created_at: createdAt, updated_at: updatedAt }
  await tx.insertInto('groups').values(row).execute()
}

export async function saveGroup(tx: Tx, group: Group): Promise<void> {
  await tx
    .updateTable('groups')
    .set({ ...toColumns(group), updated_at: group.updatedAt })
    .where('id', '=', group.id)
    .execute()
}

/** @param ids whole subtrees: groups within a group are deleted with it */
export async function deleteGroups(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.deleteFrom('groups').where('id', 'in', ids).execute()
}

/**
 * Deletes the groups of a deleted project. The project row must be locked, so that a group that another transaction
 * creates is deleted, too.
 */
export async function deleteProjectGroups(tx: Tx, projectId: string): Promise<void> {
  await tx.deleteFrom('groups').where('project_id', '=', projectId).execute()
}
