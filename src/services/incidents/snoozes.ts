/** Snoozes incidents, and ends snoozes early. `holds/snooze.ts` ends them in time. */
import type { Incident } from '../../core/incidents/incident.ts'
import {
  computeStepShift,
  endSnooze,
  isSnoozed,
  snooze,
  toSnoozeHold,
  validateSnooze,
} from '../../core/incidents/snooze.ts'
import type { UnixMs } from '../../core/platform/time/time.ts'
import { moveEscalations } from '../../store/incidents/incident-escalations.ts'
import { deleteHolds, saveHolds } from '../../store/incidents/incident-holds.ts'
import { moveDelayedOpenings } from '../../store/notifications/delayed-openings.ts'
import type { Context, MonitorScope } from '../platform/context.ts'
import type { BaseWork } from '../platform/work.ts'
import { change, toPerson } from './incident-actions.ts'

/**
 * Snoozes an incident, or changes the end of its snooze.
 *
 * @throws Problem RESOURCE_NOT_FOUND; VALIDATION_ERROR for an invalid time, or when the incident is resolved
 */
export async function snoozeIncident(
  context: Context,
  scope: MonitorScope,
  id: string,
  until: UnixMs,
): Promise<Incident> {
  validateSnooze(until, context.now())
  return change(context, scope, id, {
    action: 'incident.snoozed',
    async toUpdate(before, work) {
      const update = snooze(before, until, toPerson(work.actor), work.at)
      await syncSnoozes(work, [{ before, after: update.incident }])
      return update
    },
  })
}

/**
 * Ends the snooze of an incident. Its recipients are not notified. An incident that is not snoozed does not change.
 *
 * @throws Problem RESOURCE_NOT_FOUND
 */
export const endIncidentSnooze = (context: Context, scope: MonitorScope, id: string): Promise<Incident> =>
  change(context, scope, id, {
    action: 'incident.snooze_ended',
    async toUpdate(before, work) {
      if (!isSnoozed(before, work.at)) return null
      const update = endSnooze(before, toPerson(work.actor), work.at)
      await syncSnoozes(work, [{ before, after: update.incident }])
      return update
    },
  })

/**
 * Schedules the ends of snoozes that begin or change. Moves the escalations of their incidents, and the openings that
 * wait for the delay of a contact method.
 */
export async function syncSnoozes(
  { tx, at, wake }: BaseWork,
  changes: readonly { before: Incident; after: Incident }[],
): Promise<void> {
  await saveHolds(
    tx,
    changes.flatMap(({ after: { id, snoozedUntil } }) =>
      snoozedUntil === null ? [] : [toSnoozeHold(id, snoozedUntil)],
    ),
  )
  await deleteHolds(
    tx,
    changes
      .filter(({ after }) => after.snoozedUntil === null)
      .map(({ after }) => ({ reason: 'snoozed', incidentId: after.id })),
  )
  const shifts = changes.map(({ before, after }) => ({
    incidentId: after.id,
    byMs: computeStepShift(before, after, at),
  }))
  await moveEscalations(tx, shifts)
  for (const { incidentId, byMs } of shifts) await moveDelayedOpenings(tx, incidentId, byMs, at)
  if (changes.length > 0) wake('deliveries')
}
