/**
 * Incidents, as the API returns them, and the access rules of their routes. The fields shared with events come from
 * `core/incidents/event.ts`.
 *
 * Incidents, as the API returns them. The fields shared with events come from `core/incidents/event.ts`.
 */
import Type, { type Static } from 'typebox'
import { toIncidentFacts } from '../../core/incidents/event.ts'
import {
  INCIDENT_SOURCES,
  INCIDENT_STATUSES,
  type Incident,
  SEVERITIES,
  UPDATE_KINDS,
} from '../../core/incidents/incident.ts'
import type { Silence } from '../../core/incidents/silence.ts'
import { MONITOR_TYPES } from '../../core/monitors/monitor.ts'
import type { ChannelName } from '../../core/notifications/delivery.ts'
import { parseStatusReason } from '../../core/results/status-reason.ts'
import { ERROR_TYPES } from '../../core/results/verdict.ts'
import { loadIncidentSilences } from '../../services/incidents/holds/silence.ts'
import { listHolds, type StoredSuppression } from '../../store/incidents/incident-holds.ts'
import type { StoredIncidentUpdate } from '../../store/incidents/incident-updates.ts'
import { listDeliveredChannels } from '../../store/notifications/deliveries.ts'
import { getRequestReader } from '../../store/platform/session.ts'
import type { Reader } from '../../store/platform/store.ts'
import { SilenceSchema, StatusReasonSchema, toSilence, toStatusReason } from '../monitors/monitor-state-json.ts'
import type { GuardedAccess } from '../platform/access.ts'
import { toDataSchema } from '../platform/envelope.ts'
import { IsoTime, Nullable, OneOf, Uuid } from '../platform/schemas.ts'
import { toIso } from '../platform/times.ts'

const incidentFields = {
  id: Uuid,
  check_id: Type.Optional(Uuid),
  monitor_name: Type.Optional(Type.String({ description: 'Name of the monitor in `check_id`', examples: ['Shop'] })),
  check_type: Type.Optional(OneOf(MONITOR_TYPES)),
  group_id: Type.Optional({ ...Uuid, description: 'Group with a condition that the incident is about' }),
  organization_id: Uuid,
  project_id: Uuid,
  created_by: Type.Optional(Uuid),
  status: OneOf(INCIDENT_STATUSES),
  severity: OneOf(SEVERITIES),
  type: OneOf(ERROR_TYPES),
  source: OneOf(INCIDENT_SOURCES),
  title: Type.String({ examples: ['"Shop" is down'] }),
  public_title: Type.Optional(
    Type.String({
      description: 'Title on status pages and in their feeds and emails',
      examples: ['Orders are delayed'],
    }),
  ),
  status_page_update: Type.Optional(Type.String()),
  started_at: IsoTime,
  acknowledged_at: Type.Optional(IsoTime),
  acknowledged_by_name: Nullable(Type.String({ examples: ['Alice'] })),
  acknowledged_via: Type.Optional(
    Type.String({
      description:
        'Name of the notification target whose link acknowledged the incident, or of the user whose contact method ' +
        'received the link; `acknowledged_by_name` is null then',
      examples: ['On-call phone'],
    }),
  ),
  snoozed_until: Type.Optional({
    ...IsoTime,
    description:
      'End of the snooze. Present while the unresolved incident sends no reminders and no escalations. An incident ' +
      'that is still acknowledged then is open again',
  }),
  snoozed_by_name: Type.Optional(
    Nullable(
      Type.String({ description: 'User who snoozed the incident; null if the user was deleted', examples: ['Alice'] }),
    ),
  ),
  snoozed_via: Type.Optional(
    Type.String({
      description: 'Name of the notification target whose link snoozed the incident; `snoozed_by_name` is absent then',
      examples: ['On-call phone'],
    }),
  ),
  error_message: Type.String({ examples: ['connect 192.0.2.7:443: ECONNREFUSED'] }),
  reason: Type.Optional(StatusReasonSchema),
  affected_regions: Type.Array(Type.String()),
  affected_monitor_ids: Type.Array(Uuid),
  failure_count: Type.Integer({ minimum: 1 }),
  notification_sent: Type.Boolean({ description: 'Whether at least one notification was delivered' }),
  notification_channels: Type.Array(Type.String(), {
    description: 'Channels with at least one delivered notification',
  }),
  alerts_suppressed_by: Type.Optional(
    Type.Object(
      { monitor_id: Type.Optional(Uuid), group_id: Type.Optional(Uuid), name: Type.String() },
      {
        title: 'AlertsSuppressedBy',
        description:
          'Dependency of the monitor that is or may be down (`monitor_id`), or a group of the monitor that is down ' +
          '(`group_id`). While it is set, alerts of this incident are held',
        examples: [{ monitor_id: '0190c2b1-7c3e-7a51-8a7e-3f1d2c4b5a69', name: 'Router' }],
      },
    ),
  ),
  silence: Type.Optional(SilenceSchema),
  resolved_at: Type.Optional(IsoTime),
  resolved_by: Type.Optional(Nullable(Uuid)),
  resolved_by_name: Type.Optional(Nullable(Type.String())),
  resolution_note: Type.Optional(Nullable(Type.String())),
  duration_seconds: Type.Optional(
    Type.Integer({
      description:
        'Seconds from `started_at` to `resolved_at`. Includes the healthy time between outages of a reopened ' +
        'incident',
      examples: [360],
    }),
  ),
  downtime_seconds: Type.Optional(
    Type.Integer({
      description: 'Seconds the incident was open: `duration_seconds` without the healthy time between outages',
      examples: [152],
    }),
  ),
  reopened_at: Type.Optional({ ...IsoTime, description: 'Start of the last outage of a reopened incident' }),
  reopened_count: Type.Optional(
    Type.Integer({ minimum: 1, description: 'Number of times the incident was reopened; absent if never' }),
  ),
  created_at: IsoTime,
  updated_at: IsoTime,
}

export const IncidentSchema = Type.Object(incidentFields)

type IncidentJson = Static<typeof IncidentSchema>

type SuppressedBy = Pick<StoredSuppression, 'parentKey' | 'parentId' | 'parentName'>

const toSuppressedBy = ({ parentKey, parentId, parentName: name }: SuppressedBy) =>
  typeof parentKey === 'string' ? { group_id: parentId, name } : { monitor_id: parentId, name }

/**
 * @param channels channels that delivered a notification
 * @param suppression the suppression that holds the alerts
 * @param silence null when the incident is not silenced
 */
export const toIncident = (
  incident: Incident,
  channels: readonly ChannelName[] = [],
  suppression?: SuppressedBy,
  silence: Silence | null = null,
): IncidentJson => ({
  ...toIncidentFacts(incident),
  ...(incident.source === 'system' && { reason: toStatusReason(parseStatusReason(incident.errorMessage)) }),
  ...(incident.monitor && { monitor_name: incident.monitor.name, check_type: incident.monitor.type }),
  notification_sent: channels.length > 0,
  notification_channels: [...channels],
  ...(suppression && { alerts_suppressed_by: toSuppressedBy(suppression) }),
  ...(silence && { silence: toSilence(silence) }),
})

export const IncidentUpdateSchema = Type.Object({
  id: Uuid,
  incident_id: Uuid,
  kind: OneOf(UPDATE_KINDS),
  message: Type.String(),
  from_status: Nullable(OneOf(INCIDENT_STATUSES)),
  to_status: Nullable(OneOf(INCIDENT_STATUSES)),
  is_public: Type.Boolean({ description: 'Whether status pages show the update' }),
  user_id: Nullable(Uuid),
  user_name: Nullable(Type.String()),
  created_at: IsoTime,
})

export const toIncidentUpdate = (entry: StoredIncidentUpdate): Static<typeof IncidentUpdateSchema> => ({
  id: entry.id,
  incident_id: entry.incidentId,
  kind: entry.kind,
  message: entry.message,
  from_status: entry.fromStatus,
  to_status: entry.toStatus,
  is_public: entry.isPublic,
  user_id: entry.userId,
  user_name: entry.userName,
  created_at: toIso(entry.createdAt),
})

/** Response of a change of one incident. */
export const OneIncident = toDataSchema(Type.Object({ incident: IncidentSchema }))

export const VIEW_INCIDENTS: GuardedAccess = { permission: 'can_view', scope: 'project' }
export const MANAGE_INCIDENTS: GuardedAccess = { permission: 'can_manage_incidents', scope: 'project' }

/** Adds the channels that delivered a notification, and the suppression or silence that holds the alerts. */
export async function showIncidents(db: Reader, incidents: readonly Incident[]): Promise<IncidentJson[]> {
  const ids = incidents.map(({ id }) => id)
  const channels = await listDeliveredChannels(db, ids)
  const { dependency_down: suppressions } = await listHolds(db, ids)
  const silenceOf = await loadIncidentSilences(db, incidents)
  return incidents.map((incident) =>
    toIncident(incident, channels.get(incident.id), suppressions.get(incident.id), silenceOf(incident)),
  )
}

export const showIncident = async (db: Reader, incident: Incident): Promise<IncidentJson> =>
  (await showIncidents(getRequestReader(db), [incident]))[0]!
