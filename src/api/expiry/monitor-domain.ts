/** The registration of the domain that the target of a monitor lies under. */
import { getWatchedDomain } from '../../services/expiry/domains.ts'
import { readWarning } from '../../services/expiry/expiries.ts'
import { getMonitor } from '../../services/monitors/monitors.ts'
import { dataOf, ok } from '../platform/envelope.ts'
import { VIEW } from '../platform/monitor-access.ts'
import type { Resource } from '../platform/resource.ts'
import { UuidParams } from '../platform/schemas.ts'
import { MonitorDomain, toMonitorDomain } from './domain-json.ts'

export const monitorDomain: Resource = (api, { context }) => {
  const { db } = context.store

  api.get(
    '/api/monitors/:id/domain',
    {
      config: { access: VIEW, errors: ['MONITOR_NOT_FOUND', 'RESOURCE_NOT_FOUND'] },
      schema: {
        tags: ['Monitors'],
        summary: 'Read what is known of the domain of a monitor',
        description:
          'Of monitors with `domain_monitoring.enabled`. Registries are asked apart from requests: seconds after an active ' +
          'monitor begins to watch a domain, then once a day, and every six hours from a week before the expiry on. Until ' +
          'the first answer the domain stands there with nulls, `checked_at` among them. Monitors of one domain share what ' +
          'is known; while a monitor is paused it asks for nothing.',
        params: UuidParams('id'),
        response: { 200: dataOf(MonitorDomain) },
      },
    },
    async ({ params, project }) => {
      const monitor = await getMonitor(db, project.id, params.id)
      const domain = await getWatchedDomain(db, monitor)
      const warning = await readWarning(db, monitor.key, 'domain')
      return ok(toMonitorDomain(domain, monitor, warning, context.now()))
    },
  )
}
