/** The certificate last seen on the target of a monitor. */
import Type from 'typebox'
import { getCertificate } from '../../services/expiry/certificates.ts'
import { readWarning } from '../../services/expiry/expiries.ts'
import { getMonitor } from '../../services/monitors/monitors.ts'
import { toDataSchema, toEnvelope } from '../platform/envelope.ts'
import { VIEW } from '../platform/monitor-access.ts'
import type { Resource } from '../platform/resource.ts'
import { UuidParams } from '../platform/schemas.ts'
import { MonitorCertificate, toMonitorCertificate } from './certificate-json.ts'

export const registerMonitorCertificateRoutes: Resource = (api, { context }) => {
  const { db } = context.store

  api.get(
    '/api/monitors/:id/certificate',
    {
      config: { access: VIEW, errors: ['MONITOR_NOT_FOUND', 'RESOURCE_NOT_FOUND'] },
      schema: {
        tags: ['Monitors'],
        summary: 'Get the certificate last presented by the target of a monitor',
        description:
          'Applies to HTTP and KEYWORD monitors of https URLs, before any redirect. It also applies to TCP monitors ' +
          'that validate https or have `ssl_monitoring` on. TCP monitors start TLS at once, or after STARTTLS ' +
          '(SMTP, IMAP), STLS (POP3) or AUTH TLS (FTP) on ports without implicit TLS. The certificate is cleared ' +
          'when the host or port of the target changes.',
        params: UuidParams('id'),
        response: { 200: toDataSchema(Type.Object({ certificate: MonitorCertificate })) },
      },
    },
    async ({ params, project }) => {
      const monitor = await getMonitor(db, project.id, params.id)
      const found = await getCertificate(db, monitor)
      const warning = await readWarning(db, monitor.key, 'certificate')
      return toEnvelope({ certificate: toMonitorCertificate(found, monitor.sslMonitoring, warning, context.now()) })
    },
  )
}
