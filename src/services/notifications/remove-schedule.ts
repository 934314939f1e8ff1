/** Deletion of on-call schedules. Escalation policies combine them with notification targets, so they lose them here. */
import { deleteSchedule } from '../../store/on-call/on-call-schedules.ts'
import { logSchedule, requireSchedule } from '../on-call/on-call-schedules.ts'
import type { Context } from '../platform/context.ts'
import { lockProject } from '../platform/project-references.ts'
import type { MonitorScope } from '../platform/scope.ts'
import { removeScheduleFromPolicies } from './escalation-policies.ts'

/**
 * Deletes a schedule with its overrides. The steps of escalation policies drop it.
 *
 * @throws Problem RESOURCE_NOT_FOUND
 */
export async function removeSchedule(context: Context, scope: MonitorScope, id: string): Promise<void> {
  const { actor, projectId } = scope
  await context.store.transact(async (tx) => {
    await lockProject(tx, projectId) // before the schedule, like changes of policies
    const schedule = await requireSchedule(tx, projectId, id)
    await deleteSchedule(tx, id)
    await removeScheduleFromPolicies(tx, context, scope, id)
    await logSchedule(tx, context, actor, 'deleted', schedule, null)
  })
}
