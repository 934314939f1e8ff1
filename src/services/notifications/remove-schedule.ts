/** Deletion of on-call schedules. Escalation policies combine them with notification targets, so they lose them here. */
import { SCHEDULE } from '../../core/on-call/schedule.ts'
import { deleteSchedule } from '../../store/on-call/on-call-schedules.ts'
import { requireSchedule } from '../on-call/on-call-schedules.ts'
import type { Context } from '../platform/context.ts'
import { lockProject } from '../platform/project-references.ts'
import type { MonitorScope } from '../platform/scope.ts'
import { transact } from '../platform/work.ts'
import { removeFromPolicies } from './escalation-policies.ts'

/**
 * Deletes a schedule with its overrides. The steps of escalation policies drop it.
 *
 * @throws Problem RESOURCE_NOT_FOUND
 */
export const removeSchedule = (context: Context, scope: MonitorScope, id: string): Promise<void> =>
  transact(context, scope, async (work) => {
    const { tx, projectId } = work
    await lockProject(tx, projectId) // before the schedule, like changes of policies
    const schedule = await requireSchedule(tx, projectId, id)
    await deleteSchedule(tx, id)
    await removeFromPolicies(work, 'scheduleIds', id)
    await work.audit(SCHEDULE, schedule, null)
  })
