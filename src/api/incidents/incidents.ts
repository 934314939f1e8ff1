/** Incidents: list, details, updates and affected monitors. */
import Type from 'typebox'
import { INCIDENT_SOURCES, INCIDENT_STATUSES, SEVERITIES } from '../../core/incidents/incident.ts'
import { CONFIGURED_STATUSES, MONITOR_TYPES } from '../../core/monitors/monitor.ts'
import { ERROR_TYPES } from '../../core/results/verdict.ts'
import { getIncident, listAffectedMonitors, requireIncident } from '../../services/incidents/incident-actions.ts'
import { listIncidents } from '../../store/incidents/incident-reads.ts'
import { listIncidentUpdates } from '../../store/incidents/incident-updates.ts'
import { OffsetQuery, toDataSchema, toEnvelope, toPageSchema, toPagination } from '../platform/envelope.ts'
import type { Resource } from '../platform/resource.ts'
import { IsoTime, OneOf, Uuid, UuidParams } from '../platform/schemas.ts'
import { parseIso } from '../platform/times.ts'
import { showIncident, showIncidents, VIEW_INCIDENTS } from './incident-access.ts'
import { IncidentSchema, IncidentUpdateSchema, toIncidentUpdate } from './incident-json.ts'

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
