/** Maintenance windows of a configuration document. */
import { compareWindows, type MaintenancePlan, type MaintenanceWindow } from '../../core/maintenance/maintenance.ts'
import { listWindows } from '../../store/maintenance/maintenance-windows.ts'
import { createWindow, findWindowIssues, removeWindow, updateWindow } from '../maintenance/maintenance-windows.ts'
import { getIds, type Kind, type Run, toKeys } from './kind.ts'

/** The monitors and groups are keys. */
export type DesiredWindow = MaintenancePlan

const EVERY = { limit: Number.MAX_SAFE_INTEGER, offset: 0 }

export const maintenanceWindows: Kind<MaintenanceWindow, DesiredWindow> = {
  table: 'maintenance_windows',
  // A cancelled window stays in the project, but a document cannot describe it
  list: async (db, projectId) =>
    (await listWindows(db, projectId, EVERY)).items.filter(({ cancelledAt, origin }) => cancelledAt === null || origin),
  listReferences: ({ monitorIds, groupIds }) => [
    ...monitorIds.map((key, index) => ({ field: `monitors.${index}`, collection: 'monitors' as const, key })),
    ...groupIds.map((key, index) => ({ field: `groups.${index}`, collection: 'groups' as const, key })),
  ],
  compare(current, desired, keys) {
    const before = current && {
      ...current,
      monitorIds: toKeys(keys, 'monitors', current.monitorIds),
      groupIds: toKeys(keys, 'groups', current.groupIds),
    }
    const base = { id: '', organizationId: '', projectId: '', cancelledAt: null, createdAt: 0, updatedAt: 0 }
    return compareWindows(before, { ...(before ?? base), ...desired })
  },
  findIssues: (plan, current) => findWindowIssues(plan, current),
  async save(run, tasks, atKey) {
    const { context, scope } = run
    for (const { key, current, desired } of tasks) {
      const plan = withIds(run, desired)
      const window = await atKey(key, () =>
        current ? updateWindow(context, scope, current.id, () => plan, false) : createWindow(context, scope, plan),
      )
      run.ids.maintenance_windows.set(key, window.id)
    }
  },
  async remove({ context, scope }, items) {
    for (const { id } of items) await removeWindow(context, scope, id)
  },
}

const withIds = (run: Run, plan: DesiredWindow): MaintenancePlan => ({
  ...plan,
  monitorIds: getIds(run, 'monitors', plan.monitorIds),
  groupIds: getIds(run, 'groups', plan.groupIds),
})
