/** The notification log of an incident. */
import Type from 'typebox'
import { CHANNEL_NAMES, DELIVERY_STATUSES } from '../../core/notifications/delivery.ts'
import { requireIncident } from '../../services/incidents/incident-actions.ts'
import { listDeliveries } from '../../store/notifications/deliveries.ts'
import { DeliverySchema, toDelivery } from '../notifications/delivery-json.ts'
import { PageNumbers, PageQuery, toDataSchema, toEnvelope, toOffsetPage, toPageNumbers } from '../platform/envelope.ts'
import type { Resource } from '../platform/resource.ts'
import { OneOf, UuidParams } from '../platform/schemas.ts'
import { VIEW_INCIDENTS } from './incident-access.ts'

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
