/**
 * Quiet hours of a target. Messages that are due in quiet hours are held, and the end of the quiet hours sends them as
 * one message. Local times follow `core/platform/time/local-time.ts`, as in on-call schedules. A skipped time is reached at
 * the jump of the clock, and the first hour counts when an hour occurs twice.
 */
import Type, { type Static } from 'typebox'
import type { Event, EventType, GroupedIncident, QuietHoursFacts } from '../incidents/event.ts'
import type { Family, Severity } from '../incidents/incident.ts'
import { findRestrictionIssues, listRestrictedPeriods, Restriction } from '../on-call/schedule.ts'
import type { Issue } from '../platform/errors.ts'
import { OneOf, Timezone, WHOLE } from '../platform/fields/schema.ts'
import { findTimezoneIssues } from '../platform/time/cron.ts'
import { getLocalClock } from '../platform/time/local-time.ts'
import { DAY_MS, formatIsoTime, type UnixMs } from '../platform/time/time.ts'
import { MAX_LISTED, toGroupedIncidents } from './grouped-event.ts'

const QUIET_MODES = ['wait', 'critical_only'] as const

export const QuietHours = Type.Object(
  {
    timezone: Timezone(),
    restrictions: Type.Array(Restriction, {
      minItems: 1,
      maxItems: 14,
      description: 'Quiet times. Without weekdays, a restriction applies to every day',
      examples: [[{ from_weekday: null, from: '22:00', to_weekday: null, to: '07:00' }]],
    }),
    mode: OneOf(QUIET_MODES, {
      default: 'wait',
      description:
        'Messages that are held in the quiet hours\n\n`wait` holds all messages. `critical_only` sends openings and ends ' +
        'of outages with the severity `critical` or `major` at once, and holds the rest.',
    }),
  },
  {
    [WHOLE]: true,
    description:
      'Times in which messages are held. Their end sends the held messages as one message. Null: no quiet hours',
  },
)
export type QuietHours = Static<typeof QuietHours>

/** Period in which the end of quiet hours is looked for. Every restriction repeats within a week. */
const LOOK_AHEAD_MS = 8 * DAY_MS

/**
 * Returns when the quiet hours at a moment end. Quiet hours without a gap have one end.
 *
 * @returns Unix ms, later than `at`; null outside quiet hours
 */
export function findQuietHoursEnd({ timezone, restrictions }: Omit<QuietHours, 'mode'>, at: UnixMs): number | null {
  const { toLocal, toMoment } = getLocalClock(timezone)
  // The clock may be set back, so the periods of a day more are converted
  const local = listRestrictedPeriods(restrictions, toLocal(at) - DAY_MS, toLocal(at) + LOOK_AHEAD_MS)
  let end: number | null = null
  for (const period of local) {
    const [startsAt, endsAt] = [toMoment(period.startsAt), toMoment(period.endsAt)]
    if (startsAt <= (end ?? at) && endsAt > (end ?? at)) end = endsAt
  }
  return end
}

/** A Monday, in a week without clock changes. */
const SAMPLE_WEEK = Date.UTC(2026, 0, 5)

/** Returns the errors of quiet hours, by API field. */
export function findQuietHoursIssues({ timezone, restrictions }: QuietHours): Issue[] {
  const zoneIssues = findTimezoneIssues(timezone)
  if (zoneIssues.length > 0) return zoneIssues
  const issues = findRestrictionIssues(restrictions)
  const end = issues.length > 0 ? null : findQuietHoursEnd({ timezone: 'UTC', restrictions }, SAMPLE_WEEK)
  return end !== null && end >= SAMPLE_WEEK + 7 * DAY_MS
    ? [{ field: 'restrictions', message: 'must leave some time of the week without quiet hours' }]
    : issues
}

/** Family and severity of the incident of a message; both are null without an incident. */
export interface MessageFacts {
  type: EventType
  family: Family | null
  severity: Severity | null
}

const URGENT_TYPES: readonly EventType[] = ['incident.opened', 'incident.reopened', 'incident.resolved']

/** Returns whether a message reports the beginning or the end of an outage. Users may give an outage a lower severity. */
const isUrgent = ({ type, family, severity }: MessageFacts): boolean =>
  URGENT_TYPES.includes(type) && family === 'availability' && (severity === 'critical' || severity === 'major')

/**
 * Returns until when a message is held.
 *
 * @param quietHours null for a target without quiet hours
 * @returns Unix ms; null when the message is sent now
 */
export function findHoldEnd(quietHours: QuietHours | null, message: MessageFacts, at: UnixMs): number | null {
  if (quietHours === null || (quietHours.mode === 'critical_only' && isUrgent(message))) return null
  return findQuietHoursEnd(quietHours, at)
}

export const isQuietHoursEvent = ({ type }: Pick<Event, 'type'>): boolean => type === 'quiet_hours.ended'

/** The messages that were held during quiet hours. */
interface HeldMessages {
  /** Number of messages. */
  count: number
  /** Number of different incidents. */
  incidentCount: number
  /** The latest event of each incident, at most `MAX_LISTED`. */
  latest: readonly Event[]
  /** Events without an incident, oldest first: about maintenance and trouble of probes. */
  others: readonly Event[]
}

/**
 * Creates the event that reports held messages. Each incident appears once, in its latest state.
 *
 * @param first event of the delivery that carries the message
 * @param endedAt end of the quiet hours
 */
export function toQuietHoursEvent(first: Event, held: HeldMessages, endedAt: UnixMs): Event {
  const { organization_id, project_id } = first.data
  const incidents = held.latest.flatMap(listIncidents).slice(0, MAX_LISTED)
  const [main] = incidents
  const maintenance = listMaintenance(held.others)
  const troubles = listProbeTroubles(held.others)
  return {
    type: 'quiet_hours.ended',
    timestamp: formatIsoTime(endedAt),
    data: {
      organization_id,
      project_id,
      quiet_hours: {
        message_count: held.count,
        maintenance,
        ...(troubles.length > 0 && { probe_troubles: troubles }),
      },
      ...(main?.monitor && { monitor: main.monitor }),
      ...(main && { incident: main.incident, alert_group: { count: held.incidentCount, incidents, causes: [] } }),
    },
  }
}

/** A fallback may get a message that already reports several incidents. */
const listIncidents = (event: Event): GroupedIncident[] =>
  isQuietHoursEvent(event) ? (event.data.alert_group?.incidents ?? []) : toGroupedIncidents(event)

/** Returns each occurrence once, with its latest event. */
function listMaintenance(events: readonly Event[]): QuietHoursFacts['maintenance'] {
  const latest = events.flatMap(({ type, data: { maintenance } }) =>
    maintenance ? [{ event: type, maintenance }] : [],
  )
  return [...new Map(latest.map((one) => [`${one.maintenance.id} ${one.maintenance.starts_at}`, one])).values()]
}

/** Returns the trouble of each region once, with its latest event. */
function listProbeTroubles(events: readonly Event[]): NonNullable<QuietHoursFacts['probe_troubles']> {
  const latest = events.flatMap(({ type, data: { probe_trouble } }) =>
    probe_trouble ? [{ event: type, probe_trouble }] : [],
  )
  return [
    ...new Map(latest.map((one) => [`${one.probe_trouble.region} ${one.probe_trouble.started_at}`, one])).values(),
  ]
}
