/** The certificate last seen on the target of a monitor, and the registration of its domain. */
import Type, { type Static } from 'typebox'
import { DOMAIN_SOURCES } from '../../core/expiry/domain.ts'
import { findCrossedDays } from '../../core/expiry/expiry-domain.ts'
import { computeDaysRemaining } from '../../core/results/certificate.ts'
import { getCertificate } from '../../services/expiry/certificates.ts'
import { getWatchedDomain, type WatchedDomain } from '../../services/expiry/domains.ts'
import { readWarning, type Warning } from '../../services/expiry/expiries.ts'
import { getMonitor } from '../../services/monitors/monitors.ts'
import type { StoredMonitor } from '../../store/monitors/monitors.ts'
import { VIEW } from '../platform/access.ts'
import { toDataSchema, toEnvelope } from '../platform/envelope.ts'
import type { Resource } from '../platform/resource.ts'
import { Nullable, OneOf, UuidParams } from '../platform/schemas.ts'
import { toIsoOrNull } from '../platform/times.ts'
import { MonitorCertificate, toMonitorCertificate, toWarning, WARNING_FIELDS } from './certificate-json.ts'

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

const toTimeSchema = (description: string) => Nullable(Type.String({ format: 'date-time', description }))

const MonitorDomain = Type.Object(
  {
    domain: Type.String({ description: 'Registered domain in A-labels: `xn--bcher-kva.de` for `www.bücher.de`' }),
    is_registered: Nullable(
      Type.Boolean({
        description:
          'Null while unknown. False after registries twice returned no such domain, hours apart, or once after ' +
          '`expires_at`',
      }),
    ),
    registrar: Nullable(Type.String()),
    registered_at: toTimeSchema('Date of the first registration'),
    expires_at: toTimeSchema(
      'Expiry date as last returned by a registry. A failed lookup does not clear it. Null while no registry ' +
        'has published it',
    ),
    days_remaining: Nullable(Type.Integer({ description: 'Whole days until `expires_at`; negative after it' })),
    warning_days: Nullable(
      Type.Integer({ description: 'Nearest crossed threshold of `expiry_warning_days`; null while none is crossed' }),
    ),
    ...WARNING_FIELDS,
    statuses: Type.Array(Type.String(), {
      description: 'Status values of RFC 8056, such as `client transfer prohibited`',
    }),
    name_servers: Type.Array(Type.String()),
    source: Nullable(OneOf(DOMAIN_SOURCES, { description: 'Protocol of the lookup' })),
    server: Nullable(Type.String({ description: 'Server that was queried' })),
    checked_at: toTimeSchema('Time of the last lookup, successful or not; null before the first lookup'),
    last_known_at: toTimeSchema('Time when a registry last confirmed these values'),
    next_check_at: toTimeSchema('Null while the monitor is not active'),
    error: Nullable(
      Type.String({
        description: 'Reason why the last lookup was incomplete. It does not describe the state of the domain',
      }),
    ),
  },
  {
    examples: [
      {
        domain: 'example.com',
        is_registered: true,
        registrar: 'Example Registrar, Inc.',
        registered_at: '1995-08-14T04:00:00.000Z',
        expires_at: '2026-08-13T04:00:00.000Z',
        days_remaining: 219,
        warning_days: null,
        warned_days: null,
        warned_at: null,
        incident_id: null,
        statuses: ['client delete prohibited', 'client transfer prohibited'],
        name_servers: ['a.iana-servers.net', 'b.iana-servers.net'],
        source: 'rdap',
        server: 'rdap.verisign.com',
        checked_at: '2026-01-05T09:12:31.000Z',
        last_known_at: '2026-01-05T09:12:31.000Z',
        next_check_at: '2026-01-06T07:48:02.000Z',
        error: null,
      },
    ],
  },
)

function toMonitorDomain(
  { name, known }: WatchedDomain,
  { status, domainMonitoring }: Pick<StoredMonitor, 'status' | 'domainMonitoring'>,
  warning: Warning,
  now: number,
): Static<typeof MonitorDomain> {
  const registration = known?.registration ?? null
  const expiresAt = registration?.expiresAt ?? null
  return {
    domain: name,
    is_registered: known?.isRegistered ?? null,
    registrar: registration?.registrar ?? null,
    registered_at: toIsoOrNull(registration?.registeredAt ?? null),
    expires_at: toIsoOrNull(expiresAt),
    days_remaining: expiresAt === null ? null : computeDaysRemaining(expiresAt, now),
    warning_days: findCrossedDays(domainMonitoring?.expiryWarningDays ?? [], expiresAt, now),
    ...toWarning(warning),
    statuses: registration?.statuses ?? [],
    name_servers: registration?.nameServers ?? [],
    source: registration?.source ?? null,
    server: registration?.server ?? null,
    checked_at: toIsoOrNull(known?.checkedAt ?? null),
    last_known_at: toIsoOrNull(known?.knownAt ?? null),
    next_check_at: toIsoOrNull(status === 'active' ? (known?.nextCheckAt ?? null) : null),
    error: known?.error ?? null,
  }
}
