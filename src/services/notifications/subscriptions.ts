/** Filters recipients by the events of their notification targets: see `core/notifications/target-events.ts`. */
import { type EventType, OPENING_EVENTS } from '../../core/incidents/event.ts'
import type { Incident } from '../../core/incidents/incident.ts'
import type { NotificationTarget } from '../../core/notifications/delivery.ts'
import { hasAllEvents, isSubscribedToOpening, isWanted } from '../../core/notifications/target-events.ts'
import { listOpeningRecipients } from '../../store/notifications/recipients.ts'
import type { Tx } from '../../store/platform/store.ts'
import { isShared } from './expiry-recipients.ts'

/** An event of an incident and its possible recipients. */
interface Notice {
  type: EventType
  incident: Incident
  targets: readonly NotificationTarget[]
}

type IsWantedBy = (notice: Pick<Notice, 'type' | 'incident'>, target: NotificationTarget) => boolean

/**
 * Creates a function that returns whether a target receives an event. Runs one query if a target without all events is a
 * possible recipient of a later event, otherwise none.
 *
 * @param notices all events that are sent together, because some of them may be openings
 */
export async function loadSubscriptions(tx: Tx, notices: readonly Notice[], now: number): Promise<IsWantedBy> {
  const later = notices.filter(({ type, targets }) => !isOpening(type) && !targets.every(hasAllEvents))
  const ids = [...new Set(later.map(({ incident }) => incident.id))]
  const known =
    ids.length === 0
      ? new Map()
      : await listOpeningRecipients(
          tx,
          ids.map((id) => ({ id, since: 0 })),
          now,
        )
  const openings = new Set(
    [...known].flatMap(([id, targets]) => targets.map((target: NotificationTarget) => `${id} ${target.id}`)),
  )
  for (const { type, incident, targets } of notices)
    if (isOpening(type))
      for (const target of targets)
        if (isSubscribedToOpening(target, incident)) openings.add(`${incident.id} ${target.id}`)
  return ({ type, incident }, target) => {
    const hasOpening = openings.has(`${incident.id} ${target.id}`)
    // The target may have received the warning through another incident about the same certificate or domain
    return isWanted(
      target,
      type,
      incident,
      hasOpening || (isShared(incident) && isSubscribedToOpening(target, incident)),
    )
  }
}

const isOpening = (type: EventType): boolean => OPENING_EVENTS.includes(type)
