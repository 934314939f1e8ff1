/** The notification log of an incident: who was told what became of it. */
import Type from 'typebox'
import { CHANNEL_NAMES, DELIVERY_STATUSES } from '../../core/notifications/delivery.ts'
import { requireIncident } from '../../services/incidents/incidents-by-hand.ts'
import { listDeliveries } from '../../store/notifications/deliveries.ts'
import { DeliverySchema, toDelivery } from '../notifications/delivery-json.ts'
import { dataOf, offsetOf, ok, PageNumbers, PageQuery, pageNumbers } from '../platform/envelope.ts'
import type { Resource } from '../platform/resource.ts'
import { OneOf, UuidParams } from '../platform/schemas.ts'
import { VIEW } from './incident-access.ts'

const PAGE_SIZE = 10

export const incidentNotifications: Resource = (api, { context }) => {
  const { db } = context.store

  api.get(
    '/api/incidents/:id/notifications',
    {
      config: { access: { ...VIEW, session: true }, errors: ['RESOURCE_NOT_FOUND'] },
      schema: {
        tags: ['Incidents'],
        summary: 'List the notifications about an incident, newest first',
        params: UuidParams('id'),
        querystring: Type.Object({
          ...PageQuery(PAGE_SIZE),
          status: Type.Optional(OneOf(DELIVERY_STATUSES, { description: 'Those that have come this far' })),
          channel: Type.Optional(OneOf(CHANNEL_NAMES, { description: 'Those that went this way' })),
        }),
        response: {
          200: dataOf(Type.Object({ notifications: Type.Array(DeliverySchema), pagination: PageNumbers })),
        },
      },
    },
    async ({ project, params, query }) => {
      await requireIncident(db, project.id, params.id)
      const { deliveries, total } = await listDeliveries(db, { incidentId: params.id }, query, offsetOf(query))
      return ok({ notifications: deliveries.map(toDelivery), pagination: pageNumbers(query, total) })
    },
  )
}
