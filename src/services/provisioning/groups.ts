/** Groups of a configuration document. */
import { compareFields } from '../../core/accounts/audit.ts'
import type { CountedGroup, GroupTree } from '../../core/monitors/group.ts'
import type { MonitorDefaults } from '../../core/monitors/monitor-defaults.ts'
import { Problem } from '../../core/platform/errors.ts'
import { findGroup, listAllGroups, listChildGroups, lockGroups, saveGroup } from '../../store/monitors/groups.ts'
import { createGroup, lockTree, removeGroup, updateGroup } from '../monitors/groups.ts'
import { loadOwnDefaults } from '../monitors/monitor-defaults.ts'
import { getId, type Kind, type Run, type Task } from './kind.ts'
import {
  compareDefaults,
  type DesiredDefaults,
  getPolicyId,
  listDefaultsReferences,
  listPolicyReferences,
  saveDefaults,
  toPolicyKey,
} from './project-settings.ts'

export interface DesiredGroup {
  name: string
  description: string
  /** Key of the parent; null at the top level. */
  parentKey: string | null
  /** Key of the escalation policy; null for none. */
  policyKey: string | null
  monitorDefaults: DesiredDefaults
}

/** A group with its own defaults for new monitors. */
export interface DescribedGroup extends CountedGroup {
  monitorDefaults: MonitorDefaults
}

type GroupTask = Task<DescribedGroup, DesiredGroup>

export const groups: Kind<DescribedGroup, DesiredGroup> = {
  table: 'groups',
  async list(db, projectId) {
    const defaults = (await loadOwnDefaults(db, projectId)).groups
    const found = await listAllGroups(db, projectId)
    return found.map((group) => ({ ...group, monitorDefaults: defaults.get(group.id) ?? {} }))
  },
  listReferences: ({ parentKey, policyKey, monitorDefaults }) => [
    ...(parentKey === null ? [] : [{ field: 'parent_group', collection: 'groups' as const, key: parentKey }]),
    ...listPolicyReferences(policyKey),
    ...listDefaultsReferences(monitorDefaults),
  ],
  compare: (current, desired, keys) => ({
    ...compareFields(
      current
        ? toFields({
            ...current,
            parentKey: current.parentId && (keys.groups.get(current.parentId) ?? null),
            policyKey: toPolicyKey(current.escalationPolicyId, keys),
          })
        : {},
      toFields(desired),
    ),
    ...compareDefaults(current?.monitorDefaults ?? {}, desired.monitorDefaults, keys),
  }),
  findIssues: () => [],
  async save(run, tasks, atKey) {
    const tree = await lock(run)
    for (const { key, current, desired } of sortByParent(tasks)) {
      const { parentKey, policyKey, monitorDefaults, ...fields } = desired
      const parentId = parentKey === null ? null : getId(run, 'groups', parentKey)
      const draft = { ...fields, parentId, escalationPolicyId: getPolicyId(run, policyKey) }
      const { group } = await atKey(key, () =>
        current
          ? updateGroup(run.context, run.scope, current.id, draft, { name: current.name }, tree)
          : createGroup(run.context, run.scope, draft, tree),
      )
      run.ids.groups.set(key, group.id)
      await atKey(key, () => saveDefaults(run, group.id, monitorDefaults))
    }
  },
  async remove(run, items) {
    const { context, scope } = run
    const tree = await lock(run)
    const left = new Map(items.map((item) => [item.id, item]))
    // Children first: a group with other children stays an error
    while (left.size > 0) {
      const parents = new Set([...left.values()].map(({ parentId }) => parentId))
      for (const item of [...left.values()].filter(({ id }) => !parents.has(id))) {
        left.delete(item.id)
        if ((await findGroup(context.store.db, scope.projectId, item.id)) === null) continue
        const [child] = await listChildGroups(context.store.db, item.id)
        if (child)
          throw new Problem(
            'CONFLICT',
            `Group ${item.name} contains the group ${child.name}, which the document does not manage`,
          )
        await removeGroup(context, scope, item.id, { force: true, reassignTo: null, oldName: item.name }, tree)
      }
    }
  },
  unique: {
    listOf: ({ name, parentId }, keys) => [toPlace(parentId && (keys.groups.get(parentId) ?? parentId), name)],
    listWanted: ({ name, parentKey }) => [toPlace(parentKey, name)],
    release: ({ context, scope }, items) =>
      context.store.transact(async (tx) => {
        await lockGroups(tx, scope.projectId)
        for (const item of items) await saveGroup(tx, { ...item, name: item.id })
      }),
  },
}

const lock = ({ context, scope }: Run): Promise<GroupTree> =>
  context.store.transact((tx) => lockTree(tx, scope.projectId))

/** Names are unique within a parent. */
const toPlace = (parentKey: string | null, name: string): string => JSON.stringify([parentKey, name])

const toFields = ({ name, description, parentKey, policyKey }: Omit<DesiredGroup, 'monitorDefaults'>) => ({
  name,
  description,
  ...(parentKey !== null && { parent_group_id: parentKey }),
  ...(policyKey !== null && { escalation_policy_id: policyKey }),
})

/** Sorts the tasks so that each new group follows its parent. A cycle of new groups ends at an arbitrary one. */
function sortByParent(tasks: readonly GroupTask[]): GroupTask[] {
  const byKey = new Map(tasks.map((task) => [task.key, task]))
  const sorted = new Set<GroupTask>()
  for (const task of tasks) {
    const path = new Map<string, GroupTask>()
    for (let at: GroupTask | undefined = task; at && !sorted.has(at); at = byKey.get(at.desired.parentKey ?? '')) {
      if (path.has(at.key)) throw createCycle(at.key)
      path.set(at.key, at)
    }
    for (const each of [...path.values()].reverse()) sorted.add(each)
  }
  return [...sorted]
}

const createCycle = (key: string): Problem =>
  new Problem('VALIDATION_ERROR', `groups.${key}.parent_group: the groups contain each other`, {
    field: `groups.${key}.parent_group`,
    issues: [{ field: `groups.${key}.parent_group`, message: 'the groups contain each other' }],
  })
