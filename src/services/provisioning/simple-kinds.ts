/** Kinds whose resources are created, changed and deleted one by one. Everything else follows from their fields. */
import type { Static, TObject } from 'typebox'
import { compareVersions } from '../../core/accounts/audit.ts'
import { WINDOW } from '../../core/maintenance/maintenance.ts'
import { POLICY } from '../../core/notifications/escalation-policy.ts'
import { findPlanIssues, SCHEDULE } from '../../core/on-call/schedule.ts'
import type { Issue } from '../../core/platform/errors.ts'
import type { ProjectResource, ResourceFields } from '../../core/platform/fields/resource.ts'
import { listReferences, replaceReferences, USERS } from '../../core/provisioning/document.ts'
import { listAllWindows } from '../../store/maintenance/maintenance-windows.ts'
import { listPolicies } from '../../store/notifications/escalation-policies.ts'
import { listProjectSchedules } from '../../store/on-call/on-call-schedules.ts'
import type { ManagedTable } from '../../store/platform/managed-rows.ts'
import type { Reader } from '../../store/platform/store.ts'
import { createWindow, findWindowIssues, removeWindow, updateWindow } from '../maintenance/maintenance-windows.ts'
import {
  createPolicy,
  findStepIssues,
  removePolicy,
  removeSchedule,
  updatePolicy,
} from '../notifications/escalation-policies.ts'
import { createSchedule, updateSchedule } from '../on-call/on-call-schedules.ts'
import type { Context, MonitorScope } from '../platform/context.ts'
import { type Keys, type Kind, withIds, withKeys } from './kind.ts'

interface SimpleKind<T extends TObject, Item> {
  list(db: Reader, projectId: string): Promise<Item[]>
  findIssues(desired: Static<T>, current: Item | null): Issue[]
  create(context: Context, scope: MonitorScope, draft: Static<T>): Promise<{ id: string }>
  update(context: Context, scope: MonitorScope, id: string, draft: Static<T>): Promise<{ id: string }>
  remove(context: Context, scope: MonitorScope, id: string): Promise<void>
}

/** Returns a kind. References in a description are keys. */
function createKind<T extends TObject, Item extends Static<T> & ProjectResource & { name: string }>(
  fields: ResourceFields<T>,
  table: ManagedTable,
  { list, findIssues, create, update, remove }: SimpleKind<T, Item>,
): Kind<Item, Static<T> & { name: string }> {
  return {
    table,
    list,
    findIssues,
    listReferences: (desired) => listReferences(fields, desired),
    // Fields that a description does not state stay as they are
    compare: (current, desired, keys) =>
      compareVersions(fields, current && withKeys(fields, current, keys), { ...current, ...desired }),
    async save(run, tasks, atKey) {
      const { context, scope, ids } = run
      for (const { key, current, desired } of tasks) {
        const draft = withIds(fields, desired, run)
        const { id } = await atKey(key, () =>
          current ? update(context, scope, current.id, draft) : create(context, scope, draft),
        )
        ids[table].set(key, id)
      }
    },
    async remove({ context, scope }, items) {
      for (const { id } of items) await remove(context, scope, id)
    },
  }
}

/** The users are email addresses in lower case, or ids. */
export const escalationPolicies = createKind(POLICY, 'escalation_policies', {
  list: listPolicies,
  findIssues: ({ steps }, current) => findStepIssues(steps, current?.steps ?? []),
  create: createPolicy,
  update: updatePolicy,
  remove: removePolicy,
})

export const maintenanceWindows = createKind(WINDOW, 'maintenance_windows', {
  // A cancelled window stays in the project, but a document cannot describe it
  list: async (db, projectId) =>
    (await listAllWindows(db, projectId)).filter(({ cancelledAt, origin }) => cancelledAt === null || origin),
  findIssues: findWindowIssues,
  create: createWindow,
  update: (context, scope, id, plan) => updateWindow(context, scope, id, plan, false),
  remove: removeWindow,
})

/** The users are email addresses in lower case, or ids. */
export const onCallSchedules = createKind(SCHEDULE, 'on_call_schedules', {
  list: listProjectSchedules,
  findIssues: (plan) => findPlanIssues(plan),
  create: createSchedule,
  update: updateSchedule,
  remove: removeSchedule,
})

/**
 * Returns descriptions whose references to users are keys. Unknown references stay.
 *
 * @param userIds ids by reference
 */
export const toKeyedUsers = <T extends TObject, Desired extends Static<T>>(
  fields: ResourceFields<T>,
  described: ReadonlyMap<string, Desired>,
  { keys, userIds }: { keys: Keys; userIds: ReadonlyMap<string, string> },
): Map<string, Desired> => {
  const findKey = (user: string) => keys.users.get(userIds.get(user) ?? '') ?? user
  const replace = (desired: Desired) =>
    replaceReferences(fields, desired, (collection, key) => (collection === USERS ? findKey(key) : key))
  return new Map([...described].map(([key, desired]) => [key, replace(desired)]))
}
