/** The most urgent incidents of a project, for the first screen of a dashboard. */
import Type from 'typebox'
import { listUnresolved } from '../../store/incidents/incident-reads.ts'
import { toDataSchema, toEnvelope } from '../platform/envelope.ts'
import type { Resource } from '../platform/resource.ts'
import { showIncidents, VIEW_INCIDENTS } from './incident-access.ts'
import { IncidentSchema } from './incident-json.ts'

/** Incidents in the response. */
const LISTED = 5

const Count = Type.Integer({ minimum: 0 })

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
              incidents: Type.Array(IncidentSchema, { maxItems: LISTED, description: `At most ${LISTED}` }),
            }),
          ),
        },
      },
    },
    async ({ project }) => {
      const { incidents, ...counts } = await listUnresolved(db, project.id, LISTED)
      return toEnvelope({ ...counts, incidents: await showIncidents(db, incidents) })
    },
  )
}
