/** What is known of the certificate of a monitor. */
import type { CertificateSpan } from '../../core/expiry/certificate-history.ts'
import type { MonitorType, SslMonitoring } from '../../core/monitors/monitor.ts'
import { toTlsTerms } from '../../core/monitors/tls-terms.ts'
import { Problem } from '../../core/platform/errors.ts'
import { findProber } from '../../probers/index.ts'
import { saveObservations } from '../../store/expiry/certificate-observations.ts'
import { listSpans, type ObservedCertificate } from '../../store/expiry/certificate-spans.ts'
import {
  deleteCertificates,
  findCertificate,
  type StoredCertificate,
  saveCertificates,
} from '../../store/expiry/certificates.ts'
import { markCertificates } from '../../store/expiry/expiry-watches.ts'
import type { Reader, Tx } from '../../store/platform/store.ts'

/** As much of a monitor as says whose certificate it sees. */
interface TlsTarget {
  type: MonitorType
  target: string
  settings: unknown
  sslMonitoring: SslMonitoring | null
}

/** Host and port that show this monitor a certificate; null when it is checked without TLS. */
export function findTlsEndpoint({ type, target, settings, sslMonitoring }: TlsTarget): string | null {
  if (type === 'HEARTBEAT') return null
  return findProber(type)?.tlsEndpoint?.(target, settings, toTlsTerms(type, sslMonitoring)) ?? null
}

/** Whether the checks fail when the certificate is no good. */
export function isVerified({ type, settings, sslMonitoring }: Omit<TlsTarget, 'target'>): boolean {
  if (type === 'TCP') return toTlsTerms(type, sslMonitoring)?.verify ?? true
  return (settings as { verifyTls?: boolean }).verifyTls ?? true
}

/**
 * Keeps what was seen, and has whoever watches these certificates look. Part of the transaction of the results, and the
 * last one: those who change a monitor lock things in the same order.
 *
 * @param sights in the order of their monitors' keys
 */
export async function recordCertificates(tx: Tx, observed: readonly ObservedCertificate[], now: number): Promise<void> {
  if (observed.length === 0) return
  await saveCertificates(tx, observed)
  await saveObservations(tx, observed)
  await markCertificates(tx, [...new Set(observed.map(({ monitorKey }) => monitorKey))], now)
}

export interface KnownCertificate extends StoredCertificate {
  /** All that the target has shown, the last one first. */
  spans: CertificateSpan[]
}

/** @throws Problem RESOURCE_NOT_FOUND while none was seen; it says why */
export async function getCertificate(db: Reader, monitor: TlsTarget & { key: number }): Promise<KnownCertificate> {
  const endpoint = findTlsEndpoint(monitor)
  if (endpoint === null) throw toNotFound(`This ${monitor.type} monitor is checked without TLS`)
  const found = await findCertificate(db, monitor.key)
  // A check of the old target may still end when the target has been changed
  if (found?.certificate.endpoint !== endpoint)
    throw toNotFound(`No check of ${endpoint} has received a certificate yet`)
  return { ...found, spans: await listSpans(db, monitor.key, endpoint) }
}

const toNotFound = (why: string): Problem => new Problem('RESOURCE_NOT_FOUND', `No certificate is available. ${why}`)

/** Forgets the certificates of monitors that are aimed at another endpoint. */
export async function syncCertificates(
  tx: Tx,
  updates: readonly { key: number; before: TlsTarget; after: TlsTarget }[],
): Promise<void> {
  const moved = updates.filter(({ before, after }) => {
    const endpoint = findTlsEndpoint(before)
    return endpoint !== null && endpoint !== findTlsEndpoint(after)
  })
  await deleteCertificates(
    tx,
    moved.map(({ key }) => key),
  )
}
