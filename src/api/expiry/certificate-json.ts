/** A certificate as the API shows it. */
import Type, { type Static } from 'typebox'
import { lifetimeDays, warningDays } from '../../core/expiry/certificate-expiry.ts'
import { type CertificateSpan, lastChange } from '../../core/expiry/certificate-history.ts'
import { faultsThatCount } from '../../core/expiry/certificate-validity.ts'
import type { SslMonitoring } from '../../core/monitors/monitor.ts'
import { type ChainCertificate, daysRemaining, type SeenCertificate } from '../../core/results/certificate.ts'
import type { KnownCertificate } from '../../services/expiry/certificates.ts'
import type { Warning } from '../../services/expiry/expiries.ts'
import { IsoTime, Nullable } from '../platform/schemas.ts'
import { toIso } from '../platform/times.ts'
import { MONITOR_CERTIFICATE_EXAMPLE } from './certificate-examples.ts'
import { toWarning, WARNED } from './warning-json.ts'

const LINK = {
  subject: Type.String({ description: 'Distinguished name, its parts in the order of the certificate' }),
  issuer: Type.String(),
  valid_from: IsoTime,
  valid_to: IsoTime,
  fingerprint256: Type.String({ description: 'SHA-256, in hexadecimal with colons' }),
}

const SEEN = {
  ...LINK,
  sans: Type.Array(Type.String(), { description: 'Host names and addresses it is good for; the first 250' }),
  days_remaining: Type.Integer({ description: 'Whole days; negative once it has expired' }),
  lifetime_days: Type.Integer({ description: 'From its first day to its last' }),
  serial_number: Type.String(),
  errors: Type.Array(
    Type.Object(
      {
        code: Type.String({ description: 'As OpenSSL has it; `ERR_TLS_CERT_ALTNAME_INVALID` for another host' }),
        message: Type.String(),
      },
      { title: 'CertificateFault' },
    ),
    { description: 'What is wrong with it; empty when it is good. Also judged where nobody verifies it' },
  ),
  chain: Type.Array(Type.Object(LINK, { title: 'ChainCertificate' }), {
    description: 'As the target sent it, beginning with its own; at most 10',
  }),
}

export const ShownCertificate = Type.Object(SEEN, {
  description: 'Of a check on demand that saw one; `GET /api/monitors/{id}/certificate` tells that of all checks',
})

const seenTime = (description: string) => Type.String({ format: 'date-time', description })

const SPAN = {
  ...LINK,
  first_seen_at: IsoTime,
  last_seen_at: seenTime('It may have been out of sight in between'),
}

export const MonitorCertificate = Type.Object(
  {
    ...SEEN,
    is_valid: Type.Boolean({
      description:
        'Whether nothing is wrong with it, apart from a signature of its own where `ignore_self_signed` is on',
    }),
    warning_days: Nullable(
      Type.Integer({
        description:
          'The threshold of `expiry_warning_days` that is crossed, of several the nearest to the end; null while none is ' +
          'or expiry is not watched. Of a certificate for less than 100 days, none is crossed in its first two thirds',
      }),
    ),
    ...WARNED,
    first_seen_at: seenTime('Of this certificate'),
    last_seen_at: seenTime('Written when it changes, and once a day at least'),
    region: Type.String({ description: 'Where it was seen last' }),
    changed_at: Nullable(seenTime('When one was shown that had not been seen before; null while there was only one')),
    previous: Nullable(
      Type.Object(SPAN, { title: 'PreviousCertificate', description: 'Of the others the one that was seen last' }),
    ),
    history: Type.Array(Type.Object(SPAN, { title: 'CertificateOfHistory' }), {
      description:
        'The certificates that the target has shown, this one included; at most 10, the last seen first. Nodes behind one ' +
        'name that show theirs in turn have one entry each',
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

export const toCertificate = (certificate: SeenCertificate, now: number): Static<typeof ShownCertificate> => ({
  ...toLink(certificate),
  sans: certificate.sans,
  days_remaining: daysRemaining(certificate.validTo, now),
  lifetime_days: lifetimeDays(certificate),
  serial_number: certificate.serialNumber,
  errors: certificate.errors,
  chain: certificate.chain.map(toLink),
})

const toSpan = (span: CertificateSpan) => ({
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
  const change = lastChange(spans, certificate.fingerprint256)
  const present = spans.find(({ fingerprint256 }) => fingerprint256 === certificate.fingerprint256)
  return {
    ...toCertificate(certificate, now),
    is_valid: isValid(certificate, ssl, now),
    warning_days: ssl && warningDays(certificate, ssl, now),
    ...toWarning(warning),
    first_seen_at: toIso(present?.firstSeenAt ?? firstSeenAt),
    last_seen_at: toIso(lastSeenAt),
    region,
    changed_at: change && toIso(change.changedAt),
    previous: change && toSpan(change.previous),
    history: spans.map(toSpan),
  }
}

/** It may have come to its end since it was judged. */
const isValid = ({ errors, validTo }: SeenCertificate, ssl: SslMonitoring | null, now: number): boolean =>
  now <= validTo && faultsThatCount(errors, ssl?.enabled === true && ssl.ignoreSelfSigned).length === 0
