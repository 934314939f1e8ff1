/** Certificate validity: the certificate errors that count under the settings of a monitor. */

import type { SslMonitoring } from '../monitors/monitor.ts'
import type { CertificateError } from '../results/certificate.ts'

/**
 * OpenSSL's names for a self-signed certificate, and for a chain that includes its own private root. Users call both
 * self-signed. A root that the server did not send is only unknown, and nothing proves its identity.
 */
const SELF_SIGNED: ReadonlySet<string> = new Set(['DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED_CERT_IN_CHAIN'])

/**
 * Returns the errors, except for a self-signature that the settings accept. Errors in dates, host and key strength
 * always count. OpenSSL reports such an error instead of the missing trust, and lists the host error separately.
 */
export const filterRelevantErrors = (
  errors: readonly CertificateError[],
  acceptsSelfSigned: boolean,
): CertificateError[] => (acceptsSelfSigned ? errors.filter(({ code }) => !SELF_SIGNED.has(code)) : [...errors])

/** The certificate settings that concern validity. */
type ValidityPolicy = Pick<SslMonitoring, 'enabled' | 'checkValidity' | 'ignoreSelfSigned'>

/** Returns the errors to alert on: expired, not yet valid, wrong host, untrusted issuer, weak key. */
export const listReportedErrors = (errors: readonly CertificateError[], policy: ValidityPolicy): CertificateError[] =>
  policy.enabled && policy.checkValidity ? filterRelevantErrors(errors, policy.ignoreSelfSigned) : []
