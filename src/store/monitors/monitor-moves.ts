/** Many monitors at once: as much of them as it takes to stop, start, move or delete them. */
import type { ConfiguredStatus, MonitorType, RuntimeStatus } from '../../core/monitors/monitor.ts'
import type { Reader, Tx } from '../platform/store.ts'

export interface MovableMonitor {
  key: number
  id: string
  name: string
  type: MonitorType
  status: ConfiguredStatus
  runtimeStatus: RuntimeStatus
  groupId: string | null
}

const selectMovable = (db: Reader, projectId: string) =>
  db
    .selectFrom('monitors')
    .select(['key', 'id', 'name', 'type', 'status', 'runtime_status as runtimeStatus', 'group_id as groupId'])
    .$narrowType<{ type: MonitorType; status: ConfiguredStatus; runtimeStatus: RuntimeStatus }>()
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is', null)

/** Those of `ids` that are in the project and not deleted, by id. */
export async function findMovable(
  db: Reader,
  projectId: string,
  ids: readonly string[],
): Promise<Map<string, MovableMonitor>> {
  const rows = await selectMovable(db, projectId).where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** What a status brings to monitors that did not have it. @param at Unix ms */
export async function saveStatuses(
  tx: Tx,
  keys: readonly number[],
  {
    status,
    runtimeStatus,
    revision,
    at,
  }: {
    status: ConfiguredStatus
    runtimeStatus: RuntimeStatus
    revision: number
    at: number
  },
): Promise<void> {
  await tx
    .updateTable('monitors')
    .set((eb) => ({
      status,
      runtime_status: runtimeStatus,
      // One that was disabled and is paused now has been at rest all the time. No status begins before the one it ends
      status_since: eb
        .case()
        .when(eb.or([eb('runtime_status', '=', runtimeStatus), eb('status_since', '>', at)]))
        .then(eb.ref('status_since'))
        .else(at)
        .end(),
      revision,
      updated_at: at,
    }))
    .where('key', 'in', keys)
    .execute()
}

/** @param groupId null takes them out of their groups @param at Unix ms */
export async function saveGroups(tx: Tx, keys: readonly number[], groupId: string | null, at: number): Promise<void> {
  await tx.updateTable('monitors').set({ group_id: groupId, updated_at: at }).where('key', 'in', keys).execute()
}

/** The monitors of these groups, as much of them as it takes to tell where they were. */
export async function listMembersOfGroups(
  db: Reader,
  groupIds: readonly string[],
): Promise<{ id: string; groupId: string | null }[]> {
  return db
    .selectFrom('monitors')
    .select(['id', 'group_id as groupId'])
    .where('group_id', 'in', groupIds)
    .where('deleted_at', 'is', null)
    .execute()
}

/** Moves whatever is in these groups. @param to null leaves it without a group @param at Unix ms */
export async function saveGroupOfAll(
  tx: Tx,
  groupIds: readonly string[],
  to: string | null,
  at: number,
): Promise<void> {
  await tx
    .updateTable('monitors')
    .set({ group_id: to, updated_at: at })
    .where('group_id', 'in', groupIds)
    .where('deleted_at', 'is', null)
    .execute()
}
