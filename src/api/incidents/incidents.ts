/**
 * Reads of incidents: lists, details, updates, affected monitors, the notification log, and the most urgent incidents.
 */
import Type, { type Static } from 'typebox'
import { CAUSE_KINDS, type Storm } from '../../core/incidents/cause.ts'
import { INCIDENT_SOURCES, INCIDENT_STATUSES, type Incident, SEVERITIES } from '../../core/incidents/incident.ts'
import { CONFIGURED_STATUSES, MONITOR_TYPES } from '../../core/monitors/monitor.ts'
import { CHANNEL_NAMES, DELIVERY_STATUSES } from '../../core/notifications/delivery.ts'
import { ERROR_TYPES } from '../../core/results/verdict.ts'
import { readStorms } from '../../services/incidents/findings.ts'
import { getIncident, listAffectedMonitors, requireIncident } from '../../services/incidents/incident-actions.ts'
import type { NeighbourIncident } from '../../store/incidents/incident-neighbours.ts'
import { listIncidents, listUnresolved } from '../../store/incidents/incident-reads.ts'
import { listIncidentUpdates } from '../../store/incidents/incident-updates.ts'
import { listDeliveries } from '../../store/notifications/deliveries.ts'
import { DeliverySchema, toDelivery } from '../notifications/notification-log.ts'
import {
  OffsetQuery,
  PageNumbers,
  PageQuery,
  toDataSchema,
  toEnvelope,
  toOffsetPage,
  toPageNumbers,
  toPageSchema,
  toPagination,
} from '../platform/envelope.ts'
import type { Resource } from '../platform/resource.ts'
import { IsoTime, OneOf, Uuid, UuidParams } from '../platform/schemas.ts'
import { parseIso, toIso } from '../platform/times.ts'
import {
  IncidentSchema,
  IncidentUpdateSchema,
  showIncident,
  showIncidents,
  toIncident,
  toIncidentUpdate,
  VIEW_INCIDENTS,
} from './incident-json.ts'

const Filters = {
  status: Type.Optional(OneOf(INCIDENT_STATUSES, { description: 'Filter by status' })),
  severity: Type.Optional(OneOf(SEVERITIES, { description: 'Filter by severity' })),
  type: Type.Optional(OneOf(ERROR_TYPES, { description: 'Filter by type of failure' })),
  source: Type.Optional(OneOf(INCIDENT_SOURCES, { description: 'Filter by source: `system` or `manual`' })),
  monitor_id: Type.Optional({ ...Uuid, description: 'Filter by the monitor in `check_id`' }),
  from: Type.Optional({ ...IsoTime, description: 'Incidents that started at or after this time' }),
  overlapping: Type.Boolean({
    default: false,
    description: 'With `from`: also includes incidents that started earlier and were still open at `from`',
  }),
  to: Type.Optional({ ...IsoTime, description: 'Incidents that started before this time' }),
}

const parseTime = (iso: string | undefined): number | undefined => (iso === undefined ? undefined : parseIso(iso))

const AffectedCheck = Type.Object(
  {
    id: Uuid,
    name: Type.String(),
    target: Type.String(),
    type: OneOf(MONITOR_TYPES),
    status: OneOf(CONFIGURED_STATUSES),
  },
  { title: 'AffectedCheck' },
)

const oneIncident = { config: { access: VIEW_INCIDENTS, errors: ['RESOURCE_NOT_FOUND'] } } as const

/** Incidents: list, details, updates and affected monitors. */
export const registerIncidentRoutes: Resource = (api, { context }) => {
  const { db } = context.store

  api.get(
    '/api/incidents',
    {
      config: { access: VIEW_INCIDENTS, compressed: true },
      schema: {
        tags: ['Incidents'],
        summary: 'List the incidents, newest first',
        querystring: Type.Object({ ...OffsetQuery, ...Filters }),
        response: { 200: toPageSchema('incidents', IncidentSchema) },
      },
    },
    async ({ project, query }) => {
      const { limit, offset, monitor_id: monitorId, from, to, overlapping, ...filters } = query
      const times = { from: parseTime(from), to: parseTime(to), overlapsPeriod: overlapping }
      const found = await listIncidents(db, project.id, { ...filters, ...times, monitorId }, { limit, offset })
      return toEnvelope({
        incidents: await showIncidents(db, found.incidents),
        pagination: toPagination(query, found.total, found.incidents.length),
      })
    },
  )

  api.get(
    '/api/incidents/:id',
    {
      ...oneIncident,
      schema: {
        tags: ['Incidents'],
        summary: 'Get an incident',
        params: UuidParams('id'),
        response: { 200: toDataSchema(Type.Object({ incident: IncidentSchema })) },
      },
    },
    async ({ project, params }) =>
      toEnvelope({ incident: await showIncident(db, await getIncident(db, project.id, params.id)) }),
  )

  api.get(
    '/api/incidents/:id/updates',
    {
      ...oneIncident,
      schema: {
        tags: ['Incidents'],
        summary: 'List the updates of an incident, oldest first',
        params: UuidParams('id'),
        response: { 200: toDataSchema(Type.Object({ updates: Type.Array(IncidentUpdateSchema) })) },
      },
    },
    async ({ project, params }) => {
      await requireIncident(db, project.id, params.id)
      const updates = await listIncidentUpdates(db, params.id)
      return toEnvelope({ updates: updates.map(toIncidentUpdate) })
    },
  )

  api.get(
    '/api/incidents/:id/affected-checks',
    {
      ...oneIncident,
      schema: {
        tags: ['Incidents'],
        summary: 'List the monitors affected by an incident: its own monitor first, then all other monitors by name',
        params: UuidParams('id'),
        response: { 200: toDataSchema(Type.Object({ affected_checks: Type.Array(AffectedCheck) })) },
      },
    },
    async ({ project, params }) =>
      toEnvelope({ affected_checks: await listAffectedMonitors(db, project.id, params.id) }),
  )
}

/** Incidents in the response. A dashboard shows some of them in its list of monitors. */
const LISTED = 30

const Count = Type.Integer({ minimum: 0 })

const { properties } = IncidentSchema

/** Few fields, because the first screen waits for them. */
const UrgentIncident = Type.Object(
  {
    id: properties.id,
    check_id: properties.check_id,
    title: properties.title,
    status: properties.status,
    severity: properties.severity,
    error_message: properties.error_message,
    reason: properties.reason,
    started_at: properties.started_at,
    reopened_at: properties.reopened_at,
    acknowledged_by_name: properties.acknowledged_by_name,
    acknowledged_via: properties.acknowledged_via,
    monitor_count: { ...Count, description: 'The monitor in `check_id` and the affected monitors' },
  },
  { title: 'UrgentIncident' },
)

/** The most urgent incidents of a project, for the first screen of a dashboard. */
const StormSchema = Type.Object(
  {
    kind: OneOf(CAUSE_KINDS, { description: 'Common property of the monitors' }),
    value: Type.String({ examples: ['192.0.2.7'] }),
    started_at: properties.started_at,
    open: { ...Count, description: 'Incidents that no user has acknowledged' },
    incident_ids: Type.Array(Uuid, { description: 'At least three, oldest first' }),
  },
  { title: 'IncidentStorm' },
)

const toStorm = ({ kind, value, incidents }: Storm<NeighbourIncident>): Static<typeof StormSchema> => ({
  kind,
  value,
  started_at: toIso(incidents[0]!.startedAt),
  open: incidents.filter(({ status }) => status === 'open').length,
  incident_ids: incidents.map(({ id }) => id),
})

export const registerDashboardIncidentRoutes: Resource = (api, { context }) => {
  const { db } = context.store

  api.get(
    '/api/dashboard/incidents',
    {
      config: { access: VIEW_INCIDENTS, compressed: true },
      schema: {
        tags: ['Dashboard'],
        summary: 'List the most urgent incidents, and count the unresolved ones',
        description:
          'Open incidents come before acknowledged incidents, severe incidents before less severe ones, and older ' +
          'incidents before newer ones.',
        response: {
          200: toDataSchema(
            Type.Object({
              open: { ...Count, description: 'Incidents that no user has acknowledged' },
              acknowledged: Count,
              storms: Type.Array(StormSchema, {
                description: 'Incidents with a common cause that began at about the same time, the largest first',
              }),
              incidents: Type.Array(UrgentIncident, {
                maxItems: LISTED,
                description: `At most ${LISTED}, without the incidents of storms`,
              }),
            }),
          ),
        },
      },
    },
    async ({ project }) => {
      const storms = await readStorms(db, project.id, context.now())
      const folded = new Set(storms.flatMap((storm) => storm.incidents.map(({ id }) => id)))
      const { incidents, ...counts } = await listUnresolved(db, project.id, LISTED, folded)
      return toEnvelope({ ...counts, storms: storms.map(toStorm), incidents: incidents.map(toUrgentIncident) })
    },
  )
}

function toUrgentIncident(incident: Incident): Static<typeof UrgentIncident> {
  const { id, check_id, title, status, severity, error_message, started_at, ...rest } = toIncident(incident)
  const { reason, reopened_at, acknowledged_by_name, acknowledged_via, affected_monitor_ids } = rest
  return {
    id,
    ...(check_id !== undefined && { check_id }),
    title,
    status,
    severity,
    error_message,
    ...(reason !== undefined && { reason }),
    started_at,
    ...(reopened_at !== undefined && { reopened_at }),
    acknowledged_by_name,
    ...(acknowledged_via !== undefined && { acknowledged_via }),
    monitor_count: affected_monitor_ids.length + (check_id === undefined ? 0 : 1),
  }
}

const PAGE_SIZE = 10

export const registerIncidentNotificationRoutes: Resource = (api, { context }) => {
  const { db } = context.store

  api.get(
    '/api/incidents/:id/notifications',
    {
      config: { access: { ...VIEW_INCIDENTS, session: true }, errors: ['RESOURCE_NOT_FOUND'] },
      schema: {
        tags: ['Incidents'],
        summary: 'List the notifications of an incident, newest first',
        params: UuidParams('id'),
        querystring: Type.Object({
          ...PageQuery(PAGE_SIZE),
          status: Type.Optional(OneOf(DELIVERY_STATUSES, { description: 'Filter by delivery status' })),
          channel: Type.Optional(OneOf(CHANNEL_NAMES, { description: 'Filter by channel' })),
        }),
        response: {
          200: toDataSchema(Type.Object({ notifications: Type.Array(DeliverySchema), pagination: PageNumbers })),
        },
      },
    },
    async ({ project, params, query }) => {
      await requireIncident(db, project.id, params.id)
      const { deliveries, total } = await listDeliveries(db, { incidentId: params.id }, query, toOffsetPage(query))
      return toEnvelope({ notifications: deliveries.map(toDelivery), pagination: toPageNumbers(query, total) })
    },
  )
}
