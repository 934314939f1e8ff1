/** Notifies a recipient of an incident because a user asked for it. */
import { toIncidentEvent } from '../../core/incidents/event.ts'
import type { Incident } from '../../core/incidents/incident.ts'
import { toAlreadyInStatus } from '../../core/incidents/incident-change.ts'
import { toNotifiedEntry } from '../../core/incidents/incident-update.ts'
import { toUpdateFacts } from '../../core/incidents/update-event.ts'
import { type Recipient, toPersonalTarget } from '../../core/notifications/contact-method.ts'
import { createInvalid, Problem } from '../../core/platform/errors.ts'
import { MINUTE_MS } from '../../core/platform/time/time.ts'
import { filterMemberUserIds } from '../../store/accounts/members.ts'
import { listUserNames } from '../../store/accounts/users.ts'
import { lockIncident, saveFailureCounts } from '../../store/incidents/incidents.ts'
import { listContactMethods } from '../../store/notifications/contact-methods.ts'
import { deleteWaitingOpenings } from '../../store/notifications/delayed-openings.ts'
import { findTarget } from '../../store/notifications/notification-targets.ts'
import { hasOpeningSince } from '../../store/notifications/sent-openings.ts'
import { storeAccountEmails } from '../notifications/account-emails.ts'
import { enqueueNotifications } from '../notifications/notify.ts'
import type { Context, MonitorScope } from '../platform/context.ts'
import { transact, type Work } from '../platform/work.ts'
import { toAuditEntry, toIncidentNotFound, toPerson } from './incident-actions.ts'
import { findRecipients } from './incident-recipients.ts'
import { recordIncidentUpdates } from './incident-updates.ts'

/** A notification target of the project, or a member of the organization. */
type ChosenRecipient = { targetId: string } | { userId: string }

/** The same recipient is notified of an incident at most this often. */
const AGAIN_AFTER_MS = 5 * MINUTE_MS

/**
 * Sends the opening of an unresolved incident to one more recipient. Silences and delays do not hold it, because a user
 * asked for it. Quiet hours of the recipient do. It replaces an opening that still waits for the recipient.
 *
 * @throws Problem RESOURCE_NOT_FOUND; VALIDATION_ERROR when the incident is resolved, or the recipient cannot be
 * reached; CONFLICT when the recipient was notified less than 5 minutes ago
 */
export const notifyRecipient = (
  context: Context,
  scope: MonitorScope,
  id: string,
  chosen: ChosenRecipient,
): Promise<Incident> =>
  transact(context, scope, async (work) => {
    const { tx, at } = work
    const before = await lockIncident(tx, work.projectId, id)
    if (!before) throw toIncidentNotFound(id)
    if (before.status === 'resolved') throw toAlreadyInStatus(before.status)
    const { name, targets } = 'userId' in chosen ? await findUser(work, chosen.userId) : await findOne(work, chosen)
    const recipients = { incidentId: id, targetIds: targets.map((target) => target.id) }
    // A message that waits was not sent. The new message would wait behind it, so it replaces it
    await deleteWaitingOpenings(tx, recipients, at)
    if (await hasOpeningSince(tx, recipients, at - AGAIN_AFTER_MS))
      throw new Problem('CONFLICT', `${name} was notified of this incident less than 5 minutes ago`)
    const update = toNotifiedEntry(before, name, toPerson(work.actor), at)
    const { incident } = update
    await saveFailureCounts(tx, [incident])
    const [entry] = await recordIncidentUpdates(work, [update])
    const type = incident.reopenedAt === null ? 'incident.opened' : 'incident.reopened'
    const { data, ...event } = toIncidentEvent(type, incident, incident.updatedAt)
    const facts = { update: toUpdateFacts(update), requested_by: work.actor.userName }
    const { annotate } = (await findRecipients(tx, [{ incident, isOpening: true }], at))({ incident, isOpening: true })
    await enqueueNotifications(work, [
      {
        id: entry!.id,
        event: annotate({ ...event, data: { ...data, ...facts } }),
        incidentId: id,
        targets,
        at: incident.updatedAt,
      },
    ])
    await work.logAudit(toAuditEntry('incident.recipient_notified', before, update))
    return incident
  })

interface Found {
  name: string
  targets: Recipient[]
}

async function findOne({ tx, projectId }: Work, { targetId }: { targetId: string }): Promise<Found> {
  const target = await findTarget(tx, projectId, targetId)
  if (!target) throw createInvalid({ field: 'target_id', message: 'is no notification target of this project' })
  if (!target.isEnabled) throw createInvalid({ field: 'target_id', message: 'this notification target is disabled' })
  return { name: target.name, targets: [target] }
}

async function findUser({ tx, actor, projectId }: Work, userId: string): Promise<Found> {
  const { organizationId } = actor
  if (!(await filterMemberUserIds(tx, organizationId, [userId])).has(userId))
    throw createInvalid({ field: 'user_id', message: 'is no member of this organization' })
  await storeAccountEmails(tx, [userId])
  const methods = (await listContactMethods(tx, [userId])).filter(({ isEnabled }) => isEnabled)
  if (methods.length === 0)
    throw createInvalid({ field: 'user_id', message: 'this user has no enabled contact method' })
  const name = (await listUserNames(tx, [userId])).get(userId) ?? ''
  const scope = { organizationId, projectId }
  return { name, targets: methods.map((method) => ({ ...toPersonalTarget(method, scope), userName: name })) }
}
