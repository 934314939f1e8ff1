/** Certificate validity: the certificate errors that count. */

import type { SslMonitoring } from '../monitors/monitor.ts'
import type { CertificateError } from '../results/certificate.ts'

/**
 * OpenSSL's names for a self-signed certificate, and for a chain that includes its own private root. Users call both
 * self-signed. A root that was not sent is only unknown, and nothing proves its identity.
 */
const SELF_SIGNED: ReadonlySet<string> = new Set(['DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED_CERT_IN_CHAIN'])

/**
 * Returns the errors, without a self-signature where the settings accept one. Dates, the host and weak keys always
 * count. OpenSSL reports any such error in place of the missing trust, and the host error is listed separately.
 */
export const filterRelevantFaults = (
  errors: readonly CertificateError[],
  acceptsSelfSigned: boolean,
): CertificateError[] => (acceptsSelfSigned ? errors.filter(({ code }) => !SELF_SIGNED.has(code)) : [...errors])

/** The certificate settings that concern validity. */
type ValidityPolicy = Pick<SslMonitoring, 'enabled' | 'checkValidity' | 'ignoreSelfSigned'>

/** Returns the errors to alert on: expired, not yet valid, wrong host, untrusted issuer, weak key. */
export const listReportedFaults = (errors: readonly CertificateError[], policy: ValidityPolicy): CertificateError[] =>
  policy.enabled && policy.checkValidity ? filterRelevantFaults(errors, policy.ignoreSelfSigned) : []
