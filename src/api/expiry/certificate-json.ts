/**
 * A certificate, as the API returns it.
 *
 * Example certificates of the API reference. They form one coherent chain, because independent field values contradict
 * each other.
 */
import Type, { type Static } from 'typebox'
import {
  type CertificateSpan,
  computeLifetimeDays,
  filterRelevantErrors,
  findCrossedThreshold,
  findLastChange,
} from '../../core/expiry/certificate-expiry.ts'
import type { SslMonitoring } from '../../core/monitors/monitor.ts'
import {
  type ChainCertificate,
  computeDaysRemaining,
  findFirstToExpire,
  listPath,
  type SeenCertificate,
} from '../../core/results/certificate.ts'
import type { KnownCertificate } from '../../services/expiry/certificates.ts'
import type { Warning } from '../../services/expiry/expiries.ts'
import { IsoTime, Nullable } from '../platform/schemas.ts'
import { toIso, toIsoOrNull } from '../platform/times.ts'

const LEAF = {
  subject: 'CN=shop.example.com',
  issuer: 'O=Example Trust, CN=Example Authority R1',
  valid_from: '2025-12-20T00:00:00.000Z',
  valid_to: '2026-03-20T00:00:00.000Z',
  fingerprint256: '3A:1C:9E:04:7F:52:D8:B6:20:EE:41:93:0C:AB:75:D2:68:1F:E7:5B:94:36:C0:8D:12:FA:4E:B9:63:07:D5:A8',
}

const AUTHORITY = {
  subject: 'O=Example Trust, CN=Example Authority R1',
  issuer: 'O=Example Trust, CN=Example Root',
  valid_from: '2020-09-04T00:00:00.000Z',
  valid_to: '2030-09-04T00:00:00.000Z',
  fingerprint256: '67:AD:D1:16:6B:02:0A:E6:1B:8F:5F:C9:68:13:C0:4C:2A:A5:89:96:07:96:86:55:72:A3:C7:E7:37:61:3D:FD',
}

const SPAN = { ...LEAF, first_seen_at: '2025-12-20T00:10:03.000Z', last_seen_at: '2026-01-31T06:00:00.000Z' }

const PREVIOUS = {
  ...LEAF,
  valid_from: '2025-10-21T00:00:00.000Z',
  valid_to: '2026-01-19T00:00:00.000Z',
  fingerprint256: 'C4:88:51:F3:2D:7A:06:9B:E5:10:B8:4C:D7:63:2F:A1:9E:05:74:EB:38:C2:5D:F6:81:0A:97:43:BC:1E:60:D9',
  first_seen_at: '2025-10-21T00:09:58.000Z',
  last_seen_at: '2025-12-20T00:09:03.000Z',
}

export const CERTIFICATE_EXAMPLE = {
  ...LEAF,
  sans: ['shop.example.com', 'www.shop.example.com'],
  days_remaining: 47,
  lifetime_days: 90,
  serial_number: '04B3E7A90C15D2F8',
  errors: [],
  chain: [LEAF, AUTHORITY],
  expires_first: { ...LEAF, days_remaining: 47 },
}

const MONITOR_CERTIFICATE_EXAMPLE = {
  ...CERTIFICATE_EXAMPLE,
  is_valid: true,
  warning_days: null,
  warned_days: null,
  warned_at: null,
  incident_id: null,
  first_seen_at: SPAN.first_seen_at,
  last_seen_at: SPAN.last_seen_at,
  region: 'local',
  changed_at: SPAN.first_seen_at,
  previous: PREVIOUS,
  history: [SPAN, PREVIOUS],
}

export const WARNING_FIELDS = {
  warned_days: Nullable(
    Type.Integer({
      description:
        'Threshold of the last warning, while the warning is active. 0 after a notification of expiry. Null if no ' +
        'warning of expiry was sent',
    }),
  ),
  warned_at: Nullable(
    Type.String({
      format: 'date-time',
      description: 'Time of the last warning about expiry or another problem; null while no warning is active',
    }),
  ),
  incident_id: Nullable(Type.String({ format: 'uuid', description: 'Open incident about this problem' })),
}

export const toWarning = ({
  days,
  at,
  incidentId,
}: Warning): { [K in keyof typeof WARNING_FIELDS]: Static<(typeof WARNING_FIELDS)[K]> } => ({
  warned_days: days,
  warned_at: toIsoOrNull(at),
  incident_id: incidentId,
})

const LINK_FIELDS = {
  subject: Type.String({ description: 'Distinguished name; its parts are in the order of the certificate' }),
  issuer: Type.String(),
  valid_from: IsoTime,
  valid_to: IsoTime,
  fingerprint256: Type.String({ description: 'SHA-256 fingerprint, in hexadecimal with colons' }),
}

const DAYS_REMAINING = Type.Integer({
  description: 'Whole days until the certificate expires; negative once it has expired',
})

const CERTIFICATE_FIELDS = {
  ...LINK_FIELDS,
  sans: Type.Array(Type.String(), { description: 'Host names and addresses in the certificate; the first 250' }),
  days_remaining: DAYS_REMAINING,
  lifetime_days: Type.Integer({ description: 'Days from `valid_from` to `valid_to`' }),
  serial_number: Type.String(),
  errors: Type.Array(
    Type.Object(
      {
        code: Type.String({
          description: 'OpenSSL error code; `ERR_TLS_CERT_ALTNAME_INVALID` for a host name mismatch',
        }),
        message: Type.String(),
      },
      { title: 'CertificateFault' },
    ),
    { description: 'Certificate errors; empty if the certificate is valid. Reported even if `verify_ssl` is off' },
  ),
  chain: Type.Array(Type.Object(LINK_FIELDS, { title: 'ChainCertificate' }), {
    description: 'Certificate chain as sent by the target, leaf first; at most 10 certificates',
  }),
  expires_first: Type.Object(
    { ...LINK_FIELDS, days_remaining: DAYS_REMAINING },
    {
      title: 'FirstToExpire',
      description:
        'The certificate of the verified path that expires first: the certificate itself, or an authority above it. ' +
        'Certificates in `chain` that the path does not need are never listed here',
    },
  ),
}

export const CheckCertificate = Type.Object(CERTIFICATE_FIELDS, {
  description:
    'Certificate of an on-demand check. `GET /api/monitors/{id}/certificate` returns the certificate of all ' +
    'checks',
})

const toTimeSchema = (description: string) => Type.String({ format: 'date-time', description })

const SPAN_FIELDS = {
  ...LINK_FIELDS,
  first_seen_at: IsoTime,
  last_seen_at: toTimeSchema('The certificate may have been absent in between'),
}

export const MonitorCertificate = Type.Object(
  {
    ...CERTIFICATE_FIELDS,
    is_valid: Type.Boolean({
      description:
        'Whether the certificate has no errors. A self-signed certificate is accepted where `ignore_self_signed` ' +
        'is on',
    }),
    warning_days: Nullable(
      Type.Integer({
        description:
          'Crossed threshold of `expiry_warning_days`, by the certificate or an authority of its verified path; the ' +
          'nearest to the end if several are crossed. Null while none is crossed or expiry is not watched. A ' +
          'certificate with a lifetime under 100 days crosses none in its first two thirds',
      }),
    ),
    ...WARNING_FIELDS,
    first_seen_at: toTimeSchema('Time of the first check that saw this certificate'),
    last_seen_at: toTimeSchema('Updated when the certificate changes, and at least once a day'),
    region: Type.String({ description: 'Region of the last check that saw this certificate' }),
    changed_at: Nullable(toTimeSchema('Time of the last change to a new certificate; null if there was only one')),
    previous: Nullable(
      Type.Object(SPAN_FIELDS, {
        title: 'PreviousCertificate',
        description: 'Most recently seen of the other certificates',
      }),
    ),
    history: Type.Array(Type.Object(SPAN_FIELDS, { title: 'CertificateHistoryEntry' }), {
      description:
        'Certificates presented by the target, including this one; at most 10, most recently seen first. Servers ' +
        'behind one host name with different certificates have one entry each',
    }),
  },
  { examples: [MONITOR_CERTIFICATE_EXAMPLE] },
)

const toLink = (certificate: ChainCertificate) => ({
  subject: certificate.subject,
  issuer: certificate.issuer,
  valid_from: toIso(certificate.validFrom),
  valid_to: toIso(certificate.validTo),
  fingerprint256: certificate.fingerprint256,
})

export const toCertificate = (certificate: SeenCertificate, now: number): Static<typeof CheckCertificate> => ({
  ...toLink(certificate),
  sans: certificate.sans,
  days_remaining: computeDaysRemaining(certificate.validTo, now),
  lifetime_days: computeLifetimeDays(certificate),
  serial_number: certificate.serialNumber,
  errors: certificate.errors,
  chain: certificate.chain.map(toLink),
  expires_first: toFirstToExpire(findFirstToExpire(certificate), now),
})

const toFirstToExpire = (certificate: ChainCertificate, now: number) => ({
  ...toLink(certificate),
  days_remaining: computeDaysRemaining(certificate.validTo, now),
})

const toHistoryEntry = (span: CertificateSpan) => ({
  ...toLink(span),
  first_seen_at: toIso(span.firstSeenAt),
  last_seen_at: toIso(span.lastSeenAt),
})

export function toMonitorCertificate(
  { certificate, region, firstSeenAt, lastSeenAt, spans }: KnownCertificate,
  ssl: SslMonitoring | null,
  warning: Warning,
  now: number,
): Static<typeof MonitorCertificate> {
  const change = findLastChange(spans, certificate.fingerprint256)
  const present = spans.find(({ fingerprint256 }) => fingerprint256 === certificate.fingerprint256)
  return {
    ...toCertificate(certificate, now),
    is_valid: isValid(certificate, ssl, now),
    warning_days: ssl && findNearestThreshold(certificate, ssl, now),
    ...toWarning(warning),
    first_seen_at: toIso(present?.firstSeenAt ?? firstSeenAt),
    last_seen_at: toIso(lastSeenAt),
    region,
    changed_at: change && toIso(change.changedAt),
    previous: change && toHistoryEntry(change.previous),
    history: spans.map(toHistoryEntry),
  }
}

function findNearestThreshold(certificate: SeenCertificate, ssl: SslMonitoring, now: number): number | null {
  const crossed = listPath(certificate).map((link) => findCrossedThreshold(link, ssl, now))
  return crossed.reduce((a, b) => (a === null || b === null ? (a ?? b) : Math.min(a, b)))
}

/** Checks the end date again, because the certificate may have expired since it was evaluated. */
const isValid = (certificate: SeenCertificate, ssl: SslMonitoring | null, now: number): boolean =>
  now <= findFirstToExpire(certificate).validTo &&
  filterRelevantErrors(certificate.errors, ssl?.enabled === true && ssl.ignoreSelfSigned).length === 0
