/** Names of the messages in the notification log. */
import type { ResponseData } from '../../../api/types.ts'
import type { Catalogue } from '../../../text/catalogue.ts'

type Delivery = ResponseData<'/api/incidents/{id}/notifications', 'get'>['notifications'][number]
type LoggedMessage = Pick<Delivery, 'event_type' | 'escalation_step' | 'reminder_number'>

/** Returns "Opened", "Escalation step 2" or "Reminder 3". */
export function describeEvent(
  { event_type: type, escalation_step: step, reminder_number: reminder }: LoggedMessage,
  { event, escalation, reminder: nameReminder }: Catalogue['notifications']['log'],
): string {
  if (step !== null) return escalation(step)
  if (reminder !== null) return nameReminder(reminder)
  return event[type]
}
