/** The registration of the domain of a monitor's target. */
import { getWatchedDomain } from '../../services/expiry/domains.ts'
import { readWarning } from '../../services/expiry/expiries.ts'
import { getMonitor } from '../../services/monitors/monitors.ts'
import { toDataSchema, toEnvelope } from '../platform/envelope.ts'
import { VIEW } from '../platform/monitor-access.ts'
import type { Resource } from '../platform/resource.ts'
import { UuidParams } from '../platform/schemas.ts'
import { MonitorDomain, toMonitorDomain } from './domain-json.ts'

export const registerMonitorDomainRoutes: Resource = (api, { context }) => {
  const { db } = context.store

  api.get(
    '/api/monitors/:id/domain',
    {
      config: { access: VIEW, errors: ['MONITOR_NOT_FOUND', 'RESOURCE_NOT_FOUND'] },
      schema: {
        tags: ['Monitors'],
        summary: 'Get the domain registration of a monitor',
        description:
          'Applies to monitors with `domain_monitoring.enabled`. Lookups run in the background: seconds after an ' +
          'active monitor starts to watch a domain, then daily. From a week before expiry they run every six hours. ' +
          'Until a registry answers for the first time, the values of the domain are null, including `checked_at`. Monitors of the same domain share ' +
          'its data. A paused monitor triggers no lookups.',
        params: UuidParams('id'),
        response: { 200: toDataSchema(MonitorDomain) },
      },
    },
    async ({ params, project }) => {
      const monitor = await getMonitor(db, project.id, params.id)
      const domain = await getWatchedDomain(db, monitor)
      const warning = await readWarning(db, monitor.key, 'domain')
      return toEnvelope(toMonitorDomain(domain, monitor, warning, context.now()))
    },
  )
}
