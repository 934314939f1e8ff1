/** A certificate as the API shows it. */
import Type, { type Static } from 'typebox'
import { type ChainCertificate, daysRemaining, type SeenCertificate } from '../core/certificate.ts'
import type { StoredCertificate } from '../store/certificates.ts'
import { IsoTime } from './schemas.ts'
import { toIso } from './times.ts'

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
  serial_number: Type.String(),
  errors: Type.Array(
    Type.Object({
      code: Type.String({ description: 'As OpenSSL has it; `ERR_TLS_CERT_ALTNAME_INVALID` for another host' }),
      message: Type.String(),
    }),
    { description: 'What is wrong with it; empty when it is good. Also judged where nobody verifies it' },
  ),
  chain: Type.Array(Type.Object(LINK), { description: 'As the target sent it, beginning with its own; at most 10' }),
}

export const ShownCertificate = Type.Object(SEEN, { description: 'Of a check over TLS that was asked for' })

export const MonitorCertificate = Type.Object({
  ...SEEN,
  first_seen_at: Type.String({ format: 'date-time', description: 'Of this certificate' }),
  last_seen_at: Type.String({ format: 'date-time', description: 'Written when it changes, and once a day at least' }),
  region: Type.String({ description: 'Where it was seen last' }),
})

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
  serial_number: certificate.serialNumber,
  errors: certificate.errors,
  chain: certificate.chain.map(toLink),
})

export const toMonitorCertificate = (
  { certificate, region, firstSeenAt, lastSeenAt }: StoredCertificate,
  now: number,
): Static<typeof MonitorCertificate> => ({
  ...toCertificate(certificate, now),
  first_seen_at: toIso(firstSeenAt),
  last_seen_at: toIso(lastSeenAt),
  region,
})
