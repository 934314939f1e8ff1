/** Which faults of a certificate count. Pure. */

import type { SslMonitoring } from '../monitors/monitor.ts'
import type { CertificateError } from '../results/certificate.ts'

/**
 * OpenSSL's names for a certificate that signs itself, and for one under a root of its owner's own that came with it.
 * People call both self-signed. A root that was not sent is merely unknown: nobody vouches for it at all.
 */
const SELF_SIGNED: ReadonlySet<string> = new Set(['DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED_CERT_IN_CHAIN'])

/**
 * What is wrong, apart from a signature of its own where that is accepted. Dates, the host and weak keys count all the
 * same: OpenSSL names whatever else it finds in place of the missing trust, and the host is listed besides.
 */
export const filterRelevantFaults = (
  errors: readonly CertificateError[],
  acceptsSelfSigned: boolean,
): CertificateError[] => (acceptsSelfSigned ? errors.filter(({ code }) => !SELF_SIGNED.has(code)) : [...errors])

/** What of a certificate watch is about faults. */
type ValidityPolicy = Pick<SslMonitoring, 'enabled' | 'checkValidity' | 'ignoreSelfSigned'>

/** What people want to be told of: expired, not yet valid, for another host, from nobody that is trusted, too weak. */
export const listReportedFaults = (errors: readonly CertificateError[], policy: ValidityPolicy): CertificateError[] =>
  policy.enabled && policy.checkValidity ? filterRelevantFaults(errors, policy.ignoreSelfSigned) : []
