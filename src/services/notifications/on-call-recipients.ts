/** Recipients of alerts to on-call schedules: the contact methods of the users on call. */
import { toPersonalTarget } from '../../core/notifications/contact-method.ts'
import type { NotificationTarget } from '../../core/notifications/delivery.ts'
import { listContactMethods } from '../../store/notifications/contact-methods.ts'
import { listSchedulesById } from '../../store/on-call/on-call-schedules.ts'
import type { Tx } from '../../store/platform/store.ts'
import { findOnCallUsers } from '../on-call/rotations.ts'
import { storeAccountEmails } from './contact-methods.ts'

interface OnCallRecipient {
  scheduleId: string
  userId: string
  /** Time after the alert at which the target receives it; 0 for immediately. */
  delayMinutes: number
  /** With the organization and the project of the schedule. */
  target: NotificationTarget
}

/**
 * Lists the enabled contact methods of the users who are on call at a moment (Unix ms), by delay. A user who is on call
 * in several of the schedules is listed once, for the first of them. Deleted schedules, and schedules without a user on
 * call, have no recipients.
 */
export async function listScheduleRecipients(
  tx: Tx,
  scheduleIds: readonly string[],
  at: number,
): Promise<OnCallRecipient[]> {
  const known = await listSchedulesById(tx, scheduleIds)
  const schedules = scheduleIds.flatMap((id) => known.get(id) ?? [])
  const users = await findOnCallUsers(tx, schedules, at)
  const scheduleOf = new Map<string, (typeof schedules)[number]>()
  for (const schedule of schedules.toReversed()) {
    const userId = users.get(schedule.id)
    if (userId) scheduleOf.set(userId, schedule)
  }
  const userIds = [...scheduleOf.keys()]
  await storeAccountEmails(tx, userIds)
  return (await listContactMethods(tx, userIds))
    .filter(({ isEnabled }) => isEnabled)
    .map((method) => {
      const { id: scheduleId, organizationId, projectId } = scheduleOf.get(method.userId)!
      const target = toPersonalTarget(method, { organizationId, projectId })
      return { scheduleId, userId: method.userId, delayMinutes: method.delayMinutes, target }
    })
}
