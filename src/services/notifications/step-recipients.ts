/** Recipients of the steps of escalation policies. */

import type { NotificationTarget } from '../../core/notifications/delivery.ts'
import type { EscalationStep } from '../../core/notifications/escalation-policy.ts'
import { listReachableTargets } from '../../store/notifications/recipients.ts'
import type { Reader } from '../../store/platform/store.ts'

/**
 * Loads the recipients of steps: their targets, without disabled and deleted targets. The number of queries does not
 * depend on the number of steps.
 *
 * @returns the recipients of each step, in the order of the step
 */
export async function listStepRecipients(
  db: Reader,
  steps: readonly EscalationStep[],
): Promise<(step: EscalationStep) => NotificationTarget[]> {
  const targets = await listReachableTargets(db, [...new Set(steps.flatMap(({ targetIds }) => targetIds))])
  return ({ targetIds }) => targetIds.flatMap((id) => targets.get(id) ?? [])
}
