/** Recipients of the steps of escalation policies. */

import type { Recipient } from '../../core/notifications/contact-method.ts'
import type { NotificationTarget } from '../../core/notifications/delivery.ts'
import type { EscalationStep } from '../../core/notifications/escalation-policy.ts'
import { listReachableTargets } from '../../store/notifications/recipients.ts'
import type { Tx } from '../../store/platform/store.ts'
import { listScheduleRecipients } from './on-call-recipients.ts'

interface StepRecipients {
  /** Each target and each contact method once, in the order of the step. */
  targets: Recipient[]
  /** Names for the timeline: targets, and users with their schedules. */
  names: string[]
  /** Reasons why schedules of the step notify no user. */
  unreached: string[]
}

/**
 * Loads the recipients of steps: their targets without disabled and deleted targets, and the users on call at a moment
 * (Unix ms). The number of queries does not depend on the number of steps.
 */
export async function listStepRecipients(
  tx: Tx,
  steps: readonly EscalationStep[],
  at: number,
): Promise<(step: EscalationStep, isWanted?: (target: NotificationTarget) => boolean) => StepRecipients> {
  const targets = await listReachableTargets(tx, [...new Set(steps.flatMap(({ targetIds }) => targetIds))])
  const scheduleIds = [...new Set(steps.flatMap((step) => step.scheduleIds))]
  const schedules = await listScheduleRecipients(tx, scheduleIds, at)
  return (step, isWanted = () => true) => {
    const own = step.targetIds.flatMap((id) => targets.get(id) ?? []).filter(isWanted)
    const onCall = step.scheduleIds.flatMap((id) => schedules.get(id) ?? [])
    const reached = onCall.filter(({ methods }) => methods.length > 0)
    const all: Recipient[] = [...own, ...reached.flatMap(({ methods }) => methods)]
    return {
      // A user may be on call in several schedules
      targets: [...new Map(all.map((target) => [target.id, target])).values()],
      names: [
        ...own.map(({ name }) => name),
        ...reached.map(({ userName, scheduleName }) => `${userName} (${scheduleName})`),
      ],
      unreached: onCall
        .filter((one) => !reached.includes(one))
        .map(({ userName, scheduleName }) =>
          userName === null
            ? `no user is on call in ${scheduleName}`
            : `${userName} (${scheduleName}) has no enabled contact method`,
        ),
    }
  }
}
