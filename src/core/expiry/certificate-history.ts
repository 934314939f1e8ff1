/** The certificates that a target has shown, one after another or side by side. Pure. */

import { DAY_MS } from '../platform/time/time.ts'
import type { ChainCertificate } from '../results/certificate.ts'

/** Most certificates that are remembered of one monitor. */
export const HISTORY_LENGTH = 10

/** One certificate over the time in which it was shown, Unix ms. It may have come and gone in between. */
export interface CertificateSpan extends ChainCertificate {
  firstSeenAt: number
  lastSeenAt: number
}

/** What came before the present certificate. */
interface CertificateChange {
  /** When one was shown that had not been seen before. */
  changedAt: number
  previous: CertificateSpan
}

/**
 * The last time that a new certificate appeared. Several nodes behind one name may show theirs in turn, which is no
 * news: only one that is seen for the first time is a change. Null while there was only one.
 *
 * @param fingerprint256 of the present one
 */
export function findLastChange(spans: readonly CertificateSpan[], fingerprint256: string): CertificateChange | null {
  const others = spans.filter((span) => span.fingerprint256 !== fingerprint256)
  const previous = others.toSorted((a, b) => b.lastSeenAt - a.lastSeenAt)[0]
  return previous ? { changedAt: Math.max(...spans.map(({ firstSeenAt }) => firstSeenAt)), previous } : null
}

/** Checks are a day apart at most, and of two certificates in turn each is told of anew whenever it comes up. */
const IN_SERVICE_MS = 2 * DAY_MS

/**
 * The certificates that the target shows at present: the last one, and those that came up after the youngest had
 * appeared, because nodes behind one name take turns. One that was replaced has not come back.
 */
export function filterInService(spans: readonly CertificateSpan[], now: number): CertificateSpan[] {
  const last = Math.max(...spans.map(({ lastSeenAt }) => lastSeenAt))
  const youngest = Math.max(...spans.map(({ firstSeenAt }) => firstSeenAt))
  return spans.filter(
    ({ lastSeenAt }) => lastSeenAt === last || (lastSeenAt >= youngest && now - lastSeenAt <= IN_SERVICE_MS),
  )
}
