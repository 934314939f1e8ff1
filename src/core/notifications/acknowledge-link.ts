/**
 * The link in an alert that acknowledges its incidents. It is valid for the outage that the alert reports. Its reader
 * may not know of a later outage, and the alert of a reopened incident has a new link.
 */
import type { Event, EventData, IncidentFacts } from '../incidents/event.ts'
import type { Incident, IncidentStatus } from '../incidents/incident.ts'
import { DAY_MS, formatIsoTime, formatTimeText } from '../platform/time/time.ts'

/** Links end this long after their event, because old messages are forwarded and archived. Reminders have new links. */
const LINK_LIFETIME_MS = 7 * DAY_MS

/** An outage of an incident that an event reports. */
export interface Outage {
  incidentId: string
  /** Number of reopenings before it. */
  reopenings: number
}

/** Lists the outages that were open at the time of an event: at most 100, as many as the event lists. */
export function listOpenOutages({ data }: Pick<Event, 'data'>): Outage[] {
  const { incident, ended_at } = data
  const reported = data.alert_group?.incidents ?? (incident ? [{ incident, ended_at }] : [])
  return reported.filter((one) => one.incident.status === 'open' && one.ended_at === undefined).map(toOutage)
}

const toOutage = ({ incident: { id, reopened_count = 0 } }: { incident: IncidentFacts }): Outage => ({
  incidentId: id,
  reopenings: reopened_count,
})

export const isLinkExpired = ({ timestamp }: Pick<Event, 'timestamp'>, now: number): boolean =>
  now >= Date.parse(timestamp) + LINK_LIFETIME_MS

/** State of a reported outage. `reopened`: it is over, and its incident has another outage. */
export type OutageState = IncidentStatus | 'reopened'

export const findOutageState = (outage: Outage, incident: Pick<Incident, 'status' | 'reopenings'>): OutageState =>
  incident.reopenings === outage.reopenings || incident.status === 'resolved' ? incident.status : 'reopened'

/** @param incident acknowledged */
export function describeAcknowledgement({ acknowledgedAt, acknowledgedBy, acknowledgedVia }: Incident): string {
  const who =
    acknowledgedVia === null
      ? `by ${acknowledgedBy?.name ?? 'a former user'}`
      : `via the notification target "${acknowledgedVia}"`
  return `Acknowledged ${who} at ${formatTimeText(formatIsoTime(acknowledgedAt!))}.`
}

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
