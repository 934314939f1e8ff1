/** A domain as the API shows it to whoever monitors something under it. */
import Type, { type Static } from 'typebox'
import { DOMAIN_SOURCES } from '../../core/expiry/domain.ts'
import { crossedThreshold } from '../../core/expiry/domain-warning.ts'
import { daysRemaining } from '../../core/results/certificate.ts'
import type { WatchedDomain } from '../../services/expiry/domains.ts'
import type { Warning } from '../../services/expiry/expiries.ts'
import type { StoredMonitor } from '../../store/monitors/monitors.ts'
import { Nullable, OneOf } from '../platform/schemas.ts'
import { toIsoOrNull } from '../platform/times.ts'
import { toWarning, WARNED } from './warning-json.ts'

const Time = (description: string) => Nullable(Type.String({ format: 'date-time', description }))

export const MonitorDomain = Type.Object(
  {
    domain: Type.String({ description: 'The registered one, in A-labels: `xn--bcher-kva.de` for `www.bücher.de`' }),
    is_registered: Nullable(
      Type.Boolean({
        description:
          'Null while nobody knows. False when registries said twice, hours apart, that they know no such domain, or ' +
          'once after `expires_at`',
      }),
    ),
    registrar: Nullable(Type.String()),
    registered_at: Time('When it was registered first'),
    expires_at: Time('As a registry said last: a look that fails erases nothing. Null while none has published it'),
    days_remaining: Nullable(Type.Integer({ description: 'Whole days until `expires_at`; negative after it' })),
    warning_days: Nullable(
      Type.Integer({ description: 'The nearest of `expiry_warning_days` that has come; null while none has' }),
    ),
    ...WARNED,
    statuses: Type.Array(Type.String(), {
      description: 'In the words of RFC 8056, such as `client transfer prohibited`',
    }),
    name_servers: Type.Array(Type.String()),
    source: Nullable(OneOf(DOMAIN_SOURCES, { description: 'Where the registration was read' })),
    server: Nullable(Type.String({ description: 'Who was asked for it' })),
    checked_at: Time('The last look, however it went; null before the first one'),
    last_known_at: Time('When a registry last confirmed what is shown'),
    next_check_at: Time('Null while the monitor is not active'),
    error: Nullable(
      Type.String({ description: 'Why the last look did not find out all there is. It says nothing about the domain' }),
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

export function toMonitorDomain(
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
    days_remaining: expiresAt === null ? null : daysRemaining(expiresAt, now),
    warning_days: crossedThreshold(domainMonitoring?.expiryWarningDays ?? [], expiresAt, now),
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
