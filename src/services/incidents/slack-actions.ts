/** Acknowledges or snoozes incidents with the buttons of a Slack message, and changes the message in place. */
import type { AcknowledgeLinks } from '../../channels/signed-links.ts'
import { isSignedWith, type SlackAction, type SlackRequest } from '../../channels/slack-message.ts'
import type { Event } from '../../core/incidents/event.ts'
import type { Incident } from '../../core/incidents/incident.ts'
import { describeAcknowledgement, toEditEvent } from '../../core/notifications/acknowledge-link.ts'
import { isPersonal } from '../../core/notifications/contact-method.ts'
import type { Delivery } from '../../core/notifications/delivery.ts'
import { formatIsoTime, formatTimeText } from '../../core/platform/time/time.ts'
import { insertDeliveries } from '../../store/notifications/deliveries.ts'
import { createPendingDelivery } from '../notifications/notify.ts'
import type { Context } from '../platform/context.ts'
import { type BaseWork, transactSystem } from '../platform/work.ts'
import {
  ACKNOWLEDGEMENT,
  type AlertLink,
  changeAlert,
  type FoundAlert,
  findAlert,
  type LinkedIncident,
  toSnooze,
} from './acknowledge-link.ts'

/** `unknown`: no message of an enabled Slack target with a signing secret has the button. */
type ActionResult = 'done' | 'unknown' | 'forged'

/**
 * Carries out the press of a button. The app of the target that received the message must have signed the request. A
 * replayed request changes nothing: the signature identifies the change of the message, and a target has each event once.
 */
export async function applySlackAction(
  context: Context,
  links: AcknowledgeLinks,
  action: SlackAction,
  request: SlackRequest,
): Promise<ActionResult> {
  const known = await findAlert(context.store.db, links, action.token, context.now())
  const secret = known?.target.channel === 'slack' ? known.target.config.signing_secret : undefined
  if (!known || typeof secret !== 'string') return 'unknown'
  if (!isSignedWith(secret, request)) return 'forged'
  const change = action.snoozeMinutes === null ? ACKNOWLEDGEMENT : toSnooze(action.snoozeMinutes)
  const apply = transactSystem(context, async (work) => {
    const found = await findAlert(work.tx, links, action.token, work.at)
    if (!found) return
    const link = await changeAlert(work, nameReader(found, action), change)
    const event = toEdit(found, link, action)
    const edit = createEdit(work, found, { eventId: request.signature, event })
    if ((await insertDeliveries(work.tx, [edit])).size === 0) throw new ReplayError()
    work.wake('deliveries')
  })
  await apply.catch(ignoreReplay)
  return 'done'
}

/** Rolls the transaction back. */
class ReplayError extends Error {}

function ignoreReplay(error: unknown): void {
  if (!(error instanceof ReplayError)) throw error
}

/** The timeline names the target and the user in Slack: `Slack: ops (ann)`. */
function nameReader({ target, ...found }: FoundAlert, { userName }: SlackAction): FoundAlert {
  const name = `${isPersonal(target) ? '' : 'Slack: '}${target.name} (${userName})`
  return { ...found, target: { ...target, name } }
}

/** Returns the event that changes the message: it shows the new states of the incidents. */
function toEdit(
  { delivery, isExpired }: FoundAlert,
  link: AlertLink | null,
  { userName, channelId, messageId }: SlackAction,
): Event {
  const states = new Map(link?.incidents.map(({ incident, state }) => [incident.id, state]))
  for (const { incident, state } of link?.changed ?? []) states.set(incident.id, state)
  const note = isExpired ? EXPIRED : describeResult(link, userName)
  return toEditEvent(delivery.event, states, { channel_id: channelId, message_id: messageId, note })
}

/** Creates the delivery that changes the message. It belongs to no incident, so it waits for no other message. */
function createEdit(
  work: BaseWork,
  { delivery: { organizationId, projectId, recipient }, target }: FoundAlert,
  draft: Pick<Delivery, 'eventId' | 'event'>,
): Delivery {
  const pending = createPendingDelivery(
    { ...target, organizationId, projectId, quietHours: null, userName: recipient },
    { ...draft, incidentId: null, createdAt: work.at },
    work,
  )
  return { ...pending, leaderId: pending.id }
}

const EXPIRED = 'The buttons of this message have expired. Use a newer message, or the dashboard.'

function describeResult(link: AlertLink | null, userName: string): string {
  if (!link) return 'The incident was deleted.'
  const { changed, incidents, isReadOnly } = link
  if (isReadOnly) return READ_ONLY
  if (changed.length === 0) return incidents.length === 1 ? describeState(incidents[0]!) : NONE_LEFT
  const until = changed[0]!.incident.snoozedUntil
  const done = until === null ? 'acknowledged' : 'snoozed'
  const subject =
    changed.length === 1 ? `${done[0]!.toUpperCase()}${done.slice(1)}` : `${changed.length} incidents ${done}`
  return `${subject} by ${userName}${until === null ? '' : ` until ${formatTime(until)}`}`
}

const READ_ONLY = 'The role of this user in Watchkeeper cannot acknowledge or snooze incidents.'

const NONE_LEFT = 'No incident is left to acknowledge.'

function describeState({ incident, state }: LinkedIncident): string {
  if (state === 'acknowledged') return describeAcknowledgement(incident)
  if (state === 'resolved') return `Resolved at ${formatTime(incident.resolvedAt)}.`
  return 'The incident was reopened. Use the message about the current outage.'
}

const formatTime = (at: Incident['resolvedAt']): string => formatTimeText(formatIsoTime(at!))
