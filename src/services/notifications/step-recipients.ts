/** Recipients of the steps of escalation policies. */
import { type Recipient, toPersonalTarget } from '../../core/notifications/contact-method.ts'
import type { NotificationTarget } from '../../core/notifications/delivery.ts'
import type { EscalationStep } from '../../core/notifications/escalation-policy.ts'
import { listUserNames } from '../../store/accounts/users.ts'
import { listReachableTargets } from '../../store/notifications/recipients.ts'
import { listSchedulesById } from '../../store/on-call/on-call-schedules.ts'
import type { Reader } from '../../store/platform/store.ts'
import { findOnCallUsers } from '../on-call/rotations.ts'
import { listMethodsOf } from './account-emails.ts'

interface StepRecipients {
  /** Each target and each contact method once, in the order of the step. */
  targets: Recipient[]
  /** Names for the timeline: targets, and users with their schedules. */
  names: string[]
  /** Reasons why schedules of the step notify no user. */
  unreached: string[]
  /** The schedules of these reasons. */
  gaps: ScheduleGap[]
}

/** A schedule that notifies no user. */
export interface ScheduleGap {
  scheduleName: string
  /** The user on call, who has no enabled contact method; null when no user is on call. */
  userName: string | null
}

/**
 * Loads the recipients of steps: their targets without disabled and deleted targets, and the users on call at a moment
 * (Unix ms). The number of queries does not depend on the number of steps.
 */
export async function listStepRecipients(
  db: Reader,
  steps: readonly EscalationStep[],
  at: number,
): Promise<(step: EscalationStep, isWanted?: (target: NotificationTarget) => boolean) => StepRecipients> {
  const targets = await listReachableTargets(db, [...new Set(steps.flatMap(({ targetIds }) => targetIds))])
  const scheduleIds = [...new Set(steps.flatMap((step) => step.scheduleIds))]
  const schedules = await listScheduleRecipients(db, scheduleIds, at)
  return (step, isWanted = () => true) => {
    const own = step.targetIds.flatMap((id) => targets.get(id) ?? []).filter(isWanted)
    const onCall = step.scheduleIds.flatMap((id) => schedules.get(id) ?? [])
    const gaps = onCall.filter(({ methods }) => methods.length === 0)
    const reached = onCall.filter(({ methods }) => methods.length > 0)
    const all: Recipient[] = [...own, ...reached.flatMap(({ methods }) => methods)]
    return {
      // A user may be on call in several schedules
      targets: [...new Map(all.map((target) => [target.id, target])).values()],
      names: [
        ...own.map(({ name }) => name),
        ...reached.map(({ userName, scheduleName }) => `${userName} (${scheduleName})`),
      ],
      unreached: gaps.map(({ userName, scheduleName }) =>
        userName === null
          ? `no user is on call in ${scheduleName}`
          : `${userName} (${scheduleName}) has no enabled contact method`,
      ),
      gaps: gaps.map(({ userName, scheduleName }) => ({ userName, scheduleName })),
    }
  }
}

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
  db: Reader,
  scheduleIds: readonly string[],
  at: number,
): Promise<Map<string, ScheduleRecipients>> {
  const schedules = [...(await listSchedulesById(db, scheduleIds)).values()]
  if (schedules.length === 0) return new Map()
  const users = await findOnCallUsers(db, schedules, at)
  const userIds = [...new Set([...users.values()].filter((id) => id !== null))].sort()
  const names = await listUserNames(db, userIds)
  const methods = Map.groupBy(await listMethodsOf(db, userIds), ({ userId }) => userId)
  return new Map(
    schedules.map(({ id, name: scheduleName, organizationId, projectId }) => {
      const userId = users.get(id) ?? null
      const userName = userId === null ? null : (names.get(userId) ?? '')
      const enabled = (methods.get(userId ?? '') ?? []).filter(({ isEnabled }) => isEnabled)
      const recipients = enabled.map((method): Recipient => {
        const target = toPersonalTarget(method, { organizationId, projectId })
        return { ...target, userId: method.userId, userName: userName ?? '', delayMinutes: method.delayMinutes }
      })
      return [id, { scheduleName, userName, methods: recipients }]
    }),
  )
}
