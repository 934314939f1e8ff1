/** Recipients of alerts to on-call schedules: the contact methods of the users on call. */
import { type Recipient, toPersonalTarget } from '../../core/notifications/contact-method.ts'
import { listUserNames } from '../../store/accounts/users.ts'
import { listContactMethods } from '../../store/notifications/contact-methods.ts'
import { listSchedulesById } from '../../store/on-call/on-call-schedules.ts'
import type { Tx } from '../../store/platform/store.ts'
import { findOnCallUsers } from '../on-call/rotations.ts'
import { storeAccountEmails } from './contact-methods.ts'

/** The user who is on call in a schedule. */
interface ScheduleRecipients {
  scheduleName: string
  /** Null when no user is on call. */
  userName: string | null
  /** Enabled contact methods of the user by delay, with the organization and the project of the schedule. */
  methods: Recipient[]
}

/**
 * Lists the users who are on call at a moment (Unix ms), with their enabled contact methods, by schedule. Deleted
 * schedules are left out.
 */
export async function listScheduleRecipients(
  tx: Tx,
  scheduleIds: readonly string[],
  at: number,
): Promise<Map<string, ScheduleRecipients>> {
  const schedules = [...(await listSchedulesById(tx, scheduleIds)).values()]
  if (schedules.length === 0) return new Map()
  const users = await findOnCallUsers(tx, schedules, at)
  const userIds = [...new Set([...users.values()].filter((id) => id !== null))].sort()
  const names = await listUserNames(tx, userIds)
  await storeAccountEmails(tx, userIds)
  const methods = Map.groupBy(await listContactMethods(tx, userIds), ({ userId }) => userId)
  return new Map(
    schedules.map(({ id, name: scheduleName, organizationId, projectId }) => {
      const userId = users.get(id) ?? null
      const userName = userId === null ? null : (names.get(userId) ?? '')
      const enabled = (methods.get(userId ?? '') ?? []).filter(({ isEnabled }) => isEnabled)
      const recipients = enabled.map((method): Recipient => {
        const target = toPersonalTarget(method, { organizationId, projectId })
        return { ...target, userName: userName ?? '', delayMinutes: method.delayMinutes }
      })
      return [id, { scheduleName, userName, methods: recipients }]
    }),
  )
}
