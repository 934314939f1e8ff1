/** Groups of a configuration document. */
import { compareVersions } from '../../core/accounts/audit.ts'
import { type CountedGroup, GROUP, type GroupDraft, type GroupTree } from '../../core/monitors/group.ts'
import type { MonitorDefaults } from '../../core/monitors/monitor-defaults.ts'
import { Problem } from '../../core/platform/errors.ts'
import { listReferences } from '../../core/provisioning/document.ts'
import { findGroup, listAllGroups, listChildGroups, lockGroups, saveGroup } from '../../store/monitors/groups.ts'
import { createGroup, lockTree, removeGroup, updateGroup } from '../monitors/groups.ts'
import { loadOwnDefaults } from '../monitors/monitor-defaults.ts'
import { type Kind, type Run, type Task, withIds, withKeys } from './kind.ts'
import { compareDefaults, type DesiredDefaults, listDefaultsReferences, saveDefaults } from './project-settings.ts'

export type DesiredGroup = GroupDraft & { monitorDefaults: DesiredDefaults }

/** A group with its own defaults for new monitors. */
export type DescribedGroup = CountedGroup & { monitorDefaults: MonitorDefaults }

type GroupTask = Task<DescribedGroup, DesiredGroup>

export const groups: Kind<DescribedGroup, DesiredGroup> = {
  table: 'groups',
  async list(db, projectId) {
    const defaults = (await loadOwnDefaults(db, projectId)).groups
    const found = await listAllGroups(db, projectId)
    return found.map((group) => ({ ...group, monitorDefaults: defaults.get(group.id) ?? {} }))
  },
  listReferences: (desired) => [...listReferences(GROUP, desired), ...listDefaultsReferences(desired.monitorDefaults)],
  compare: (current, desired, keys) => ({
    ...compareVersions(GROUP, current && withKeys(GROUP, current, keys), desired),
    ...compareDefaults(current?.monitorDefaults ?? {}, desired.monitorDefaults, keys),
  }),
  findIssues: () => [],
  async save(run, tasks, atKey) {
    const tree = await lock(run)
    for (const { key, current, desired } of sortByParent(tasks)) {
      const draft = withIds(GROUP, desired, run)
      const { group } = await atKey(key, () =>
        current
          ? updateGroup(run.context, run.scope, current.id, draft, { name: current.name }, tree)
          : createGroup(run.context, run.scope, draft, tree),
      )
      run.ids.groups.set(key, group.id)
      await atKey(key, () => saveDefaults(run, group.id, desired.monitorDefaults))
    }
  },
  async remove(run, items) {
    const { context, scope } = run
    const tree = await lock(run)
    const left = new Map(items.map((item) => [item.id, item]))
    // Children first: a group with other children stays an error
    while (left.size > 0) {
      const parents = new Set([...left.values()].map(({ parentGroupId }) => parentGroupId))
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
    listOf: ({ name, parentGroupId: id }, keys) => [toPlace(id && (keys.groups.get(id) ?? id), name)],
    listWanted: ({ name, parentGroupId }) => [toPlace(parentGroupId, name)],
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

/** Sorts the tasks so that each new group follows its parent. A cycle of new groups ends at an arbitrary one. */
function sortByParent(tasks: readonly GroupTask[]): GroupTask[] {
  const byKey = new Map(tasks.map((task) => [task.key, task]))
  const sorted = new Set<GroupTask>()
  for (const task of tasks) {
    const path = new Map<string, GroupTask>()
    for (let at: GroupTask | undefined = task; at && !sorted.has(at); at = byKey.get(at.desired.parentGroupId ?? '')) {
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
