/** The change of a sent message after a reader pressed one of its buttons. */
import type { Event, EventData, IncidentFacts } from '../incidents/event.ts'
import type { OutageState } from './acknowledge-link.ts'

/**
 * Returns the event of a message with the current states of its incidents. A message without an open incident loses its
 * buttons.
 *
 * @param states of the reported outages, by incident id; a missing incident is over
 */
export function toEditEvent(
  { data, ...event }: Event,
  states: ReadonlyMap<string, OutageState>,
  edit: NonNullable<EventData['edit']>,
): Event {
  const withState = (incident: IncidentFacts): IncidentFacts => {
    const state = states.get(incident.id) ?? 'resolved'
    return { ...incident, status: state === 'reopened' ? 'resolved' : state }
  }
  const { incident, alert_group } = data
  return {
    ...event,
    data: {
      ...data,
      ...(incident && { incident: withState(incident) }),
      ...(alert_group && {
        alert_group: {
          ...alert_group,
          incidents: alert_group.incidents.map((one) => ({ ...one, incident: withState(one.incident) })),
        },
      }),
      edit,
    },
  }
}
