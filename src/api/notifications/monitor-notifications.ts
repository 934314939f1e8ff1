/** The notification log of a monitor. */
import Type from 'typebox'
import { CHANNEL_NAMES, DELIVERY_STATUSES } from '../../core/notifications/delivery.ts'
import { getMonitor } from '../../services/monitors/monitors.ts'
import { listDeliveries } from '../../store/notifications/deliveries.ts'
import type { GuardedAccess } from '../platform/access.ts'
import { OffsetQuery, toEnvelope, toPageSchema, toPagination } from '../platform/envelope.ts'
import type { Resource } from '../platform/resource.ts'
import { OneOf, UuidParams } from '../platform/schemas.ts'
import { DeliverySchema, toDelivery } from './delivery-json.ts'

const VIEW: GuardedAccess = { permission: 'can_view', scope: 'project', session: true }

export const registerMonitorNotificationRoutes: Resource = (api, { context }) => {
  const { db } = context.store

  api.get(
    '/api/monitors/:id/notifications',
    {
      config: { access: VIEW, compressed: true, errors: ['MONITOR_NOT_FOUND'] },
      schema: {
        tags: ['Monitors'],
        summary: 'List the notifications about the incidents of a monitor, newest first',
        description:
          'Includes only incidents of the monitor itself. `GET /api/incidents/{id}/notifications` lists ' +
          'notifications of incidents that only affect it.',
        params: UuidParams('id'),
        querystring: Type.Object({
          ...OffsetQuery,
          status: Type.Optional(OneOf(DELIVERY_STATUSES, { description: 'Filter by delivery status' })),
          channel: Type.Optional(OneOf(CHANNEL_NAMES, { description: 'Filter by channel' })),
        }),
        response: { 200: toPageSchema('notifications', DeliverySchema) },
      },
    },
    async ({ project, params, query }) => {
      const { key } = await getMonitor(db, project.id, params.id)
      const { deliveries, total } = await listDeliveries(db, { monitorKey: key }, query, query)
      const page = toPagination(query, total, deliveries.length)
      return toEnvelope({ notifications: deliveries.map(toDelivery), pagination: page })
    },
  )
}
