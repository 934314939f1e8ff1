/** On-call schedules of a configuration document. Overrides and calendar feeds are not part of it. */
import { compareSchedules, findPlanIssues, type OnCallPlan, type OnCallSchedule } from '../../core/on-call/schedule.ts'
import { USERS } from '../../core/provisioning/document.ts'
import { listSchedules } from '../../store/on-call/on-call-schedules.ts'
import { removeSchedule } from '../notifications/remove-schedule.ts'
import { createSchedule, updateSchedule } from '../on-call/on-call-schedules.ts'
import { getIds, type Keys, type Kind, toKeys } from './kind.ts'

/** The users are email addresses in lower case, or ids. */
export type DesiredSchedule = OnCallPlan

const EVERY = { limit: Number.MAX_SAFE_INTEGER, offset: 0 }

export const onCallSchedules: Kind<OnCallSchedule, DesiredSchedule> = {
  table: 'on_call_schedules',
  list: async (db, projectId) => (await listSchedules(db, projectId, EVERY)).items,
  listReferences: ({ layers }) =>
    layers.flatMap(({ userIds }, l) =>
      userIds.map((key, u) => ({ field: `layers.${l}.${USERS}.${u}`, collection: USERS, key })),
    ),
  compare: (current, desired, keys) => compareSchedules(current && toKeyedSchedule(current, keys), desired),
  findIssues: (plan) => findPlanIssues(plan),
  async save(run, tasks, atKey) {
    const { context, scope } = run
    for (const { key, current, desired } of tasks) {
      const plan = mapUsers(desired, (emails) => getIds(run, USERS, emails))
      const { id } = await atKey(key, () =>
        current ? updateSchedule(context, scope, current.id, plan) : createSchedule(context, scope, plan),
      )
      run.ids.on_call_schedules.set(key, id)
    }
  },
  async remove({ context, scope }, items) {
    for (const { id } of items) await removeSchedule(context, scope, id)
  },
}

/**
 * Returns a description whose references to users are keys. Unknown references stay.
 *
 * @param userIds ids by reference
 */
export const toKeyedUsers = (
  plan: DesiredSchedule,
  keys: Keys,
  userIds: ReadonlyMap<string, string>,
): DesiredSchedule => mapUsers(plan, (users) => users.map((user) => keys.users.get(userIds.get(user) ?? '') ?? user))

/** Returns a plan with keys in place of user ids. */
export const toKeyedSchedule = (plan: OnCallPlan, keys: Keys): OnCallPlan =>
  mapUsers(plan, (ids) => toKeys(keys, USERS, ids))

const mapUsers = (
  { name, description, timezone, layers }: OnCallPlan,
  change: (userIds: readonly string[]) => string[],
): OnCallPlan => ({
  name,
  description,
  timezone,
  layers: layers.map((layer) => ({ ...layer, userIds: change(layer.userIds) })),
})
