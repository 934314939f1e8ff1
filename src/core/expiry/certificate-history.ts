/** History of the certificates that a target has presented, one after another or alternating. */

import { DAY_MS } from '../platform/time/time.ts'
import type { ChainCertificate } from '../results/certificate.ts'

/** Maximum number of certificates that are stored for a monitor. */
export const HISTORY_LENGTH = 10

/** A certificate and the time in which it was presented, Unix ms. It may have been absent in between. */
export interface CertificateSpan extends ChainCertificate {
  firstSeenAt: number
  lastSeenAt: number
}

/** The latest change of the certificate. */
interface CertificateChange {
  /** First appearance of the new certificate, Unix ms. */
  changedAt: number
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
