/** Names of the messages in the notification log. */
import type { ResponseData } from '../../../api/types.ts'
import type { Catalogue } from '../../../text/catalogue.ts'

type Delivery = ResponseData<'/api/incidents/{id}/notifications', 'get'>['notifications'][number]
type LoggedMessage = Pick<Delivery, 'event_type' | 'escalation_step' | 'escalation_sent_by' | 'reminder_number'>

/** Returns "Opened", "Escalation step 2", "Escalation step 2, sent early by Alice" or "Reminder 3". */
export function describeEvent(
  { event_type: type, escalation_step: step, escalation_sent_by: sender, reminder_number: reminder }: LoggedMessage,
  { event, escalation, escalationBy, reminder: nameReminder }: Catalogue['notifications']['log'],
): string {
  if (step !== null) return sender === null ? escalation(step) : escalationBy(step, sender)
  if (reminder !== null) return nameReminder(reminder)
  return event[type]
}
