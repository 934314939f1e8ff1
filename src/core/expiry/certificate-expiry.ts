/** Rules about certificates: when to warn before one expires, which errors count, and the history of a target. */
import type { SslMonitoring } from '../monitors/monitor.ts'
import { DAY_MS, type UnixMs } from '../platform/time/time.ts'
import type { CertificateError, ChainCertificate } from '../results/certificate.ts'

/** Unix ms. */
interface Lifetime {
  validFrom: number
  validTo: number
}

/** The certificate settings that concern expiry. */
type ExpiryPolicy = Pick<SslMonitoring, 'enabled' | 'checkExpiry' | 'expiryWarningDays'>

/**
 * Certificates with a shorter lifetime are usually renewed automatically, shortly before they expire. A 30-day warning
 * for a 45-day certificate would be due while two thirds of its lifetime are left.
 */
const SHORT_LIFETIME_MS = 100 * DAY_MS

/** Last share of a short lifetime in which a warning is not too early. */
const WARNING_SHARE = 1 / 3

/**
 * Returns the lifetime in whole days, rounded, because a 90-day certificate expires one second before 90 days have
 * passed.
 */
export const computeLifetimeDays = ({ validFrom, validTo }: Lifetime): number =>
  Math.max(0, Math.round((validTo - validFrom) / DAY_MS))

/** Returns when a threshold in days is crossed, Unix ms. */
export function computeCrossedAt({ validFrom, validTo }: Lifetime, days: number): number {
  const lifetime = validTo - validFrom
  return validTo - (lifetime < SHORT_LIFETIME_MS ? Math.min(days * DAY_MS, lifetime * WARNING_SHARE) : days * DAY_MS)
}

/**
 * Returns the crossed threshold that is nearest to the end. A certificate first seen in its last days therefore causes
 * one warning, not four.
 *
 * @returns null when no threshold is crossed, or expiry is not monitored
 */
export function findCrossedThreshold(lifetime: Lifetime, policy: ExpiryPolicy, now: number): number | null {
  if (!policy.enabled || !policy.checkExpiry) return null
  const crossed = policy.expiryWarningDays.filter((days) => now >= computeCrossedAt(lifetime, days))
  return crossed.length > 0 ? Math.min(...crossed) : null
}

/**
 * Returns when the next threshold is crossed or the certificate expires, Unix ms.
 *
 * @returns null when neither is ahead, or expiry is not monitored
 */
export function findNextCrossingAt(lifetime: Lifetime, policy: ExpiryPolicy, now: number): number | null {
  if (!policy.enabled || !policy.checkExpiry) return null
  const ahead = [...policy.expiryWarningDays.map((days) => computeCrossedAt(lifetime, days)), lifetime.validTo].filter(
    (at) => at > now,
  )
  return ahead.length > 0 ? Math.min(...ahead) : null
}

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

/** Maximum number of certificates that are stored for a monitor. */
export const HISTORY_LENGTH = 10

/** A certificate and the time in which it was presented, Unix ms. It may have been absent in between. */
export interface CertificateSpan extends ChainCertificate {
  firstSeenAt: number
  lastSeenAt: number
}

/** The latest change of the certificate. */
interface CertificateChange {
  /** First appearance of the new certificate. */
  changedAt: UnixMs
  previous: CertificateSpan
}

/**
 * Returns when a new certificate last appeared. Several nodes behind one name may alternate between their certificates.
 * Only a certificate that is seen for the first time counts as a change.
 *
 * @param fingerprint256 fingerprint of the current certificate
 * @returns null while the target has presented only one certificate
 */
export function findLastChange(spans: readonly CertificateSpan[], fingerprint256: string): CertificateChange | null {
  const others = spans.filter((span) => span.fingerprint256 !== fingerprint256)
  const previous = others.toSorted((a, b) => b.lastSeenAt - a.lastSeenAt)[0]
  return previous ? { changedAt: Math.max(...spans.map(({ firstSeenAt }) => firstSeenAt)), previous } : null
}

/** Checks are at most a day apart. When two certificates alternate, each is reported again whenever it reappears. */
const IN_SERVICE_MS = 2 * DAY_MS

/**
 * Returns the certificates that the target currently presents. These are the certificate seen last, and all
 * certificates seen after the newest one had appeared. Nodes behind one name alternate, but a replaced certificate is
 * not seen again.
 */
export function filterActiveSpans(spans: readonly CertificateSpan[], now: number): CertificateSpan[] {
  const last = Math.max(...spans.map(({ lastSeenAt }) => lastSeenAt))
  const youngest = Math.max(...spans.map(({ firstSeenAt }) => firstSeenAt))
  return spans.filter(
    ({ lastSeenAt }) => lastSeenAt === last || (lastSeenAt >= youngest && now - lastSeenAt <= IN_SERVICE_MS),
  )
}
