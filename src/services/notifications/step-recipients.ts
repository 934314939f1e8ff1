/** Recipients of the steps of escalation policies. */
import { type ContactMethod, type Recipient, toPersonalTarget } from '../../core/notifications/contact-method.ts'
import type { NotificationTarget } from '../../core/notifications/delivery.ts'
import type { EscalationPolicy, EscalationStep } from '../../core/notifications/escalation-policy.ts'
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
  /** Reasons why schedules and users of the step are not notified. */
  unreached: string[]
  /** The schedules and users of these reasons. */
  gaps: RecipientGap[]
}

/** A schedule that notifies no user, or a user whom a step cannot notify. */
export interface RecipientGap {
  /** Null for a user whom the step names. */
  scheduleName: string | null
  /** The user without an enabled contact method; null when no user is on call. */
  userName: string | null
}

/** Organization and project of an alert. */
type Scope = Pick<EscalationPolicy, 'organizationId' | 'projectId'>

/**
 * Loads the recipients of steps: reachable targets, users on call at a moment (Unix ms), and users whom the steps name.
 * The number of queries does not depend on the number of steps.
 */
export async function listStepRecipients(
  db: Reader,
  steps: readonly EscalationStep[],
  at: number,
): Promise<(step: EscalationStep, scope: Scope, isWanted?: (target: NotificationTarget) => boolean) => StepRecipients> {
  const targets = await listReachableTargets(db, [...new Set(steps.flatMap(({ targetIds }) => targetIds))])
  const scheduleIds = [...new Set(steps.flatMap((step) => step.scheduleIds))]
  const schedules = await listScheduleRecipients(db, scheduleIds, at)
  const named = await loadUsers(db, [...new Set(steps.flatMap(({ userIds }) => userIds))])
  return (step, scope, isWanted = () => true) => {
    const own = step.targetIds.flatMap((id) => targets.get(id) ?? []).filter(isWanted)
    const onCall = step.scheduleIds.flatMap((id) => schedules.get(id) ?? [])
    const users = [...onCall, ...step.userIds.map((id) => toUserRecipients(named(id), scope))]
    const gaps = users.filter(({ methods }) => methods.length === 0)
    const reached = users.filter(({ methods }) => methods.length > 0)
    const all: Recipient[] = [...own, ...reached.flatMap(({ methods }) => methods)]
    return {
      // A step may reach a user through several schedules, and by name
      targets: [...new Map(all.map((target) => [target.id, target])).values()],
      names: [...own.map(({ name }) => name), ...reached.map(describeUser)],
      unreached: gaps.map((gap) =>
        gap.userName === null
          ? `no user is on call in ${gap.scheduleName}`
          : `${describeUser(gap)} has no enabled contact method`,
      ),
      gaps: gaps.map(({ userName, scheduleName }) => ({ userName, scheduleName })),
    }
  }
}

const describeUser = ({ userName, scheduleName }: RecipientGap): string =>
  scheduleName === null ? (userName ?? '') : `${userName} (${scheduleName})`

/** A user whom a step notifies: on call in a schedule, or named by the step. */
interface UserRecipients extends RecipientGap {
  /** Enabled contact methods of the user by delay, with the organization and the project of the alert. */
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
): Promise<Map<string, UserRecipients>> {
  const schedules = [...(await listSchedulesById(db, scheduleIds)).values()]
  if (schedules.length === 0) return new Map()
  const users = await findOnCallUsers(db, schedules, at)
  const find = await loadUsers(db, [...new Set([...users.values()].filter((id) => id !== null))])
  return new Map(
    schedules.map((schedule) => {
      const userId = users.get(schedule.id) ?? null
      const found = userId === null ? { userName: null, methods: [] } : toUserRecipients(find(userId), schedule)
      return [schedule.id, { ...found, scheduleName: schedule.name }]
    }),
  )
}

/** A user with all contact methods. */
interface ReachableUser {
  userName: string
  methods: readonly ContactMethod[]
}

async function loadUsers(db: Reader, ids: readonly string[]): Promise<(id: string) => ReachableUser> {
  if (ids.length === 0) return () => ({ userName: '', methods: [] })
  const sorted = ids.toSorted()
  const names = await listUserNames(db, sorted)
  const methods = Map.groupBy(await listMethodsOf(db, sorted), ({ userId }) => userId)
  return (id) => ({ userName: names.get(id) ?? '', methods: methods.get(id) ?? [] })
}

function toUserRecipients({ userName, methods }: ReachableUser, { organizationId, projectId }: Scope): UserRecipients {
  const recipients = methods
    .filter(({ isEnabled }) => isEnabled)
    .map((method): Recipient => {
      const target = toPersonalTarget(method, { organizationId, projectId })
      return { ...target, userId: method.userId, userName, delayMinutes: method.delayMinutes }
    })
  return { scheduleName: null, userName, methods: recipients }
}
