/** The certificate that the target of a monitor showed last. */
import Type from 'typebox'
import { getCertificate } from '../../services/expiry/certificates.ts'
import { readWarning } from '../../services/expiry/expiries.ts'
import { getMonitor } from '../../services/monitors/monitors.ts'
import { dataOf, ok } from '../platform/envelope.ts'
import { VIEW } from '../platform/monitor-access.ts'
import type { Resource } from '../platform/resource.ts'
import { UuidParams } from '../platform/schemas.ts'
import { MonitorCertificate, toMonitorCertificate } from './certificate-json.ts'

export const monitorCertificate: Resource = (api, { context }) => {
  const { db } = context.store

  api.get(
    '/api/monitors/:id/certificate',
    {
      config: { access: VIEW, errors: ['MONITOR_NOT_FOUND', 'RESOURCE_NOT_FOUND'] },
      schema: {
        tags: ['Monitors'],
        summary: 'Read the certificate that the target of a monitor showed last',
        description:
          'Of HTTP and KEYWORD monitors of an https URL, before any redirect, and of TCP monitors that validate https or ' +
          'have `ssl_monitoring` on: those shake hands at once, or after STARTTLS (SMTP, IMAP), STLS (POP3) or AUTH TLS ' +
          '(FTP) where the port is not one for TLS. It is forgotten when the target becomes another host or port.',
        params: UuidParams('id'),
        response: { 200: dataOf(Type.Object({ certificate: MonitorCertificate })) },
      },
    },
    async ({ params, project }) => {
      const monitor = await getMonitor(db, project.id, params.id)
      const found = await getCertificate(db, monitor)
      const warning = await readWarning(db, monitor.key, 'certificate')
      return ok({ certificate: toMonitorCertificate(found, monitor.sslMonitoring, warning, context.now()) })
    },
  )
}
