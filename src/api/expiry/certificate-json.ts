/** A certificate, as the API returns it. */
import Type, { type Static } from 'typebox'
import { computeLifetimeDays, findCrossedThreshold } from '../../core/expiry/certificate-expiry.ts'
import { type CertificateSpan, findLastChange } from '../../core/expiry/certificate-history.ts'
import { filterRelevantErrors } from '../../core/expiry/certificate-validity.ts'
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
import { toIso } from '../platform/times.ts'
import { MONITOR_CERTIFICATE_EXAMPLE } from './certificate-examples.ts'
import { toWarning, WARNING_FIELDS } from './warning-json.ts'

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
