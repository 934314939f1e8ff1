/** The most urgent incidents of a project, for the first screen of a dashboard. */
import Type, { type Static } from 'typebox'
import type { Incident } from '../../core/incidents/incident.ts'
import { listUnresolved } from '../../store/incidents/incident-reads.ts'
import { toDataSchema, toEnvelope } from '../platform/envelope.ts'
import type { Resource } from '../platform/resource.ts'
import { VIEW_INCIDENTS } from './incident-access.ts'
import { IncidentSchema, toIncident } from './incident-json.ts'

/** Incidents in the response. */
const LISTED = 5

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
              incidents: Type.Array(UrgentIncident, { maxItems: LISTED, description: `At most ${LISTED}` }),
            }),
          ),
        },
      },
    },
    async ({ project }) => {
      const { incidents, ...counts } = await listUnresolved(db, project.id, LISTED)
      return toEnvelope({ ...counts, incidents: incidents.map(toUrgentIncident) })
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
