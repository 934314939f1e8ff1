/** Removal of a former member from the on-call schedules of the organization. */
import { NOT_A_MEMBER } from '../../core/notifications/contact-method.ts'
import { removeFromLayers, SCHEDULE } from '../../core/on-call/schedule.ts'
import { endDeliveriesTo } from '../../store/notifications/contact-methods.ts'
import { deleteOverrides, listOverrides } from '../../store/on-call/on-call-overrides.ts'
import { listOrganizationSchedules, lockSchedule, saveSchedule } from '../../store/on-call/on-call-schedules.ts'
import type { Tx } from '../../store/platform/store.ts'
import { type AuditedActor, logAudit, logVersions } from '../platform/audit.ts'
import type { Context } from '../platform/context.ts'

/**
 * Removes a user from all layers, and deletes their current and later overrides. The other members of a layer take
 * turns in the same order. Alerts that wait for a contact method of the user are not sent. The caller has locked the members
 * of the organization.
 */
export async function removeFromSchedules(
  tx: Tx,
  context: Context,
  actor: AuditedActor,
  userId: string,
): Promise<void> {
  const schedules = await listOrganizationSchedules(tx, actor.organizationId)
  for (const { id, projectId, layers } of schedules) {
    if (!layers.some(({ userIds }) => userIds.includes(userId))) continue
    const before = await lockSchedule(tx, projectId, id)
    if (!before) continue
    const after = { ...before, layers: removeFromLayers(before.layers, userId), updatedAt: context.now() }
    await saveSchedule(tx, after)
    await logVersions(tx, context, actor, SCHEDULE, [before, after])
  }
  await endDeliveriesTo(tx, { organizationId: actor.organizationId, userId }, NOT_A_MEMBER, context.now())
  const ids = schedules.map(({ id }) => id)
  const coming = await listOverrides(tx, ids, context.now(), Number.MAX_SAFE_INTEGER)
  const own = [...coming.values()].flat().filter((override) => override.userId === userId)
  await deleteOverrides(
    tx,
    own.map(({ id }) => id),
  )
  await logAudit(
    tx,
    context,
    actor,
    ...own.map(({ id, scheduleId }) => ({
      action: 'on_call_override.deleted' as const,
      resourceType: 'on_call_override',
      resourceId: id,
      changes: { on_call_schedule_id: { from: scheduleId }, user_id: { from: userId } },
    })),
  )
}
