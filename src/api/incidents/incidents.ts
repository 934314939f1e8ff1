/** Incidents: what is and was wrong, what happened to it, and which monitors it touches. */
import Type from 'typebox'
import { INCIDENT_SOURCES, INCIDENT_STATUSES, SEVERITIES } from '../../core/incidents/incident.ts'
import { CONFIGURED_STATUSES, MONITOR_TYPES } from '../../core/monitors/monitor.ts'
import { ERROR_TYPES } from '../../core/results/verdict.ts'
import { getIncident, listAffectedMonitors, requireIncident } from '../../services/incidents/incidents-by-hand.ts'
import { listIncidents } from '../../store/incidents/incident-reads.ts'
import { listIncidentUpdates } from '../../store/incidents/incident-updates.ts'
import { dataOf, OffsetQuery, ok, pageOf, pagination } from '../platform/envelope.ts'
import type { Resource } from '../platform/resource.ts'
import { IsoTime, OneOf, Uuid, UuidParams } from '../platform/schemas.ts'
import { fromIso } from '../platform/times.ts'
import { showIncident, showIncidents, VIEW } from './incident-access.ts'
import { IncidentSchema, IncidentUpdateSchema, toIncidentUpdate } from './incident-json.ts'

const Filters = {
  status: Type.Optional(OneOf(INCIDENT_STATUSES, { description: 'Those that stand like this' })),
  severity: Type.Optional(OneOf(SEVERITIES, { description: 'Those that are this bad' })),
  type: Type.Optional(OneOf(ERROR_TYPES, { description: 'Those with this kind of failure' })),
  source: Type.Optional(OneOf(INCIDENT_SOURCES, { description: 'Those opened by the service, or by hand' })),
  monitor_id: Type.Optional({ ...Uuid, description: 'The monitor of `check_id`' }),
  from: Type.Optional({ ...IsoTime, description: 'Began at this moment or later' }),
  overlapping: Type.Boolean({
    default: false,
    description: 'With `from`: those too that began earlier and were not over by then, as a chart of the period wants',
  }),
  to: Type.Optional({ ...IsoTime, description: 'Began before this moment' }),
}

const momentOf = (iso: string | undefined): number | undefined => (iso === undefined ? undefined : fromIso(iso))

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

const one = { config: { access: VIEW, errors: ['RESOURCE_NOT_FOUND'] } } as const

export const incidents: Resource = (api, { context }) => {
  const { db } = context.store

  api.get(
    '/api/incidents',
    {
      config: { access: VIEW, compressed: true },
      schema: {
        tags: ['Incidents'],
        summary: 'List the incidents, newest first',
        querystring: Type.Object({ ...OffsetQuery, ...Filters }),
        response: { 200: pageOf('incidents', IncidentSchema) },
      },
    },
    async ({ project, query }) => {
      const { limit, offset, monitor_id: monitorId, from, to, overlapping, ...words } = query
      const times = { from: momentOf(from), to: momentOf(to), reachesInto: overlapping }
      const found = await listIncidents(db, project.id, { ...words, ...times, monitorId }, { limit, offset })
      return ok({
        incidents: await showIncidents(db, found.incidents),
        pagination: pagination(query, found.total, found.incidents.length),
      })
    },
  )

  api.get(
    '/api/incidents/:id',
    {
      ...one,
      schema: {
        tags: ['Incidents'],
        summary: 'Read an incident',
        params: UuidParams('id'),
        response: { 200: dataOf(Type.Object({ incident: IncidentSchema })) },
      },
    },
    async ({ project, params }) =>
      ok({ incident: await showIncident(db, await getIncident(db, project.id, params.id)) }),
  )

  api.get(
    '/api/incidents/:id/updates',
    {
      ...one,
      schema: {
        tags: ['Incidents'],
        summary: 'List what happened to an incident, oldest first',
        params: UuidParams('id'),
        response: { 200: dataOf(Type.Object({ updates: Type.Array(IncidentUpdateSchema) })) },
      },
    },
    async ({ project, params }) => {
      await requireIncident(db, project.id, params.id)
      const updates = await listIncidentUpdates(db, params.id)
      return ok({ updates: updates.map(toIncidentUpdate) })
    },
  )

  api.get(
    '/api/incidents/:id/affected-checks',
    {
      ...one,
      schema: {
        tags: ['Incidents'],
        summary: 'List the monitors that an incident touches: its own first, then the others by name',
        params: UuidParams('id'),
        response: { 200: dataOf(Type.Object({ affected_checks: Type.Array(AffectedCheck) })) },
      },
    },
    async ({ project, params }) => ok({ affected_checks: await listAffectedMonitors(db, project.id, params.id) }),
  )
}
