/** A snoozed incident sends no reminders and no steps: see `core/incidents/snooze.ts`. */
import { HOLD_REVIEW_MS } from '../../../core/incidents/hold.ts'
import { endSnooze, isSnoozed, toSnoozeHold } from '../../../core/incidents/snooze.ts'
import type { ReviewedReason } from './hold-reason.ts'

export const snooze: ReviewedReason = {
  name: 'snoozed',
  ask: async (_db, _incidents, _holds, now) => (incident) => isSnoozed(incident, now),
  /** The end of a snooze is its only message, so it waits until no other reason holds the incident. */
  async review(_tx, due, _holds, { now, findHeld }) {
    const snoozed = due.filter(({ snoozedUntil }) => snoozedUntil !== null)
    const ended = snoozed.filter((incident) => !isSnoozed(incident, now))
    const isHeld = await findHeld(ended)
    return {
      staying: snoozed.flatMap((incident) => {
        if (isSnoozed(incident, now)) return [toSnoozeHold(incident.id, incident.snoozedUntil!)]
        return isHeld(incident) ? [toSnoozeHold(incident.id, now + HOLD_REVIEW_MS)] : []
      }),
      released: ended
        .filter((incident) => !isHeld(incident))
        .map((incident) => ({ as: 'reminder', before: incident, update: endSnooze(incident, null, now) })),
    }
  },
}
