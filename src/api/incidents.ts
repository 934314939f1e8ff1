/** Incidents: what is and was wrong, and who looks after it. */
import Type from 'typebox'
import { INCIDENT_SOURCES, INCIDENT_STATUSES, SEVERITIES } from '../core/incident.ts'
import { ERROR_TYPES } from '../core/verdict.ts'
import { acknowledgeIncident, noSuchIncident } from '../services/incidents.ts'
import { listDeliveredChannels } from '../store/deliveries.ts'
import { findIncident, listIncidents } from '../store/incident-reads.ts'
import { listIncidentUpdates } from '../store/incident-updates.ts'
import type { GuardedAccess } from './access.ts'
import type { Resource } from './deps.ts'
import { dataOf, OffsetQuery, ok, pageOf, pagination } from './envelope.ts'
import {
  IncidentSchema,
  IncidentUpdateSchema,
  NamedIncidentSchema,
  toIncident,
  toIncidentUpdate,
  toNamedIncident,
} from './incident-json.ts'
import { IsoTime, OneOf, Uuid, UuidParams } from './schemas.ts'
import { fromIso } from './times.ts'

const VIEW: GuardedAccess = { permission: 'can_view', scope: 'project' }
const MANAGE: GuardedAccess = { permission: 'can_manage_incidents', scope: 'project' }

const Filters = {
  status: Type.Optional(OneOf(INCIDENT_STATUSES)),
  severity: Type.Optional(OneOf(SEVERITIES)),
  type: Type.Optional(OneOf(ERROR_TYPES)),
  source: Type.Optional(OneOf(INCIDENT_SOURCES)),
  monitor_id: Type.Optional(Uuid),
  from: Type.Optional({ ...IsoTime, description: 'Began at this moment or later' }),
  to: Type.Optional({ ...IsoTime, description: 'Began before this moment' }),
}

const momentOf = (iso: string | undefined): number | undefined => (iso === undefined ? undefined : fromIso(iso))

export const incidents: Resource = (api, { context }) => {
  const { db } = context.store

  api.get(
    '/api/incidents',
    {
      config: { access: VIEW },
      schema: {
        tags: ['Incidents'],
        summary: 'List the incidents, newest first',
        querystring: Type.Object({ ...OffsetQuery, ...Filters }),
        response: { 200: pageOf('incidents', IncidentSchema) },
      },
    },
    async ({ project, query }) => {
      const { limit, offset, monitor_id: monitorId, from, to, ...words } = query
      const times = { from: momentOf(from), to: momentOf(to) }
      const found = await listIncidents(db, project.id, { ...words, ...times, monitorId }, { limit, offset })
      const channels = await listDeliveredChannels(
        db,
        found.incidents.map((incident) => incident.id),
      )
      return ok({
        incidents: found.incidents.map((incident) => toIncident(incident, channels.get(incident.id))),
        pagination: pagination(query, found.total, found.incidents.length),
      })
    },
  )

  api.get(
    '/api/incidents/:id',
    {
      config: { access: VIEW, errors: ['RESOURCE_NOT_FOUND'] },
      schema: {
        tags: ['Incidents'],
        summary: 'Read an incident',
        params: UuidParams('id'),
        response: { 200: dataOf(Type.Object({ incident: IncidentSchema })) },
      },
    },
    async ({ project, params }) => {
      const incident = await findIncident(db, project.id, params.id)
      if (!incident) throw noSuchIncident(params.id)
      const channels = await listDeliveredChannels(db, [incident.id])
      return ok({ incident: toIncident(incident, channels.get(incident.id)) })
    },
  )

  api.post(
    '/api/incidents/:id/acknowledge',
    {
      config: { access: MANAGE, errors: ['RESOURCE_NOT_FOUND'] },
      schema: {
        tags: ['Incidents'],
        summary: 'Acknowledge an open incident: the caller looks after it',
        params: UuidParams('id'),
        response: { 200: dataOf(Type.Object({ success: Type.Literal(true), incident: NamedIncidentSchema })) },
      },
    },
    async ({ actor, project, params }) => {
      const by = { id: actor.userId, name: actor.userName }
      const incident = await acknowledgeIncident(context, project.id, params.id, by)
      const channels = await listDeliveredChannels(db, [incident.id])
      return ok({ success: true as const, incident: toNamedIncident(incident, channels.get(incident.id)) })
    },
  )

  api.get(
    '/api/incidents/:id/updates',
    {
      config: { access: VIEW, errors: ['RESOURCE_NOT_FOUND'] },
      schema: {
        tags: ['Incidents'],
        summary: 'List what happened to an incident, oldest first',
        params: UuidParams('id'),
        response: { 200: dataOf(Type.Object({ updates: Type.Array(IncidentUpdateSchema) })) },
      },
    },
    async ({ project, params }) => {
      if (!(await findIncident(db, project.id, params.id))) throw noSuchIncident(params.id)
      const updates = await listIncidentUpdates(db, params.id)
      return ok({ updates: updates.map(toIncidentUpdate) })
    },
  )
}
