/** Stored certificates of monitors. */
import type { CertificateSpan } from '../../core/expiry/certificate-expiry.ts'
import { type MonitorType, type SslMonitoring, toTlsTerms } from '../../core/monitors/monitor.ts'
import { Problem } from '../../core/platform/errors.ts'
import { findProber } from '../../probers/index.ts'
import { saveObservations } from '../../store/expiry/certificate-observations.ts'
import {
  deleteCertificates,
  findCertificate,
  listSpans,
  type ObservedCertificate,
  type StoredCertificate,
  saveCertificates,
} from '../../store/expiry/certificates.ts'
import { markCertificates } from '../../store/expiry/expiry-watches.ts'
import type { Reader, Tx } from '../../store/platform/store.ts'

/** The monitor fields that determine its TLS endpoint. */
interface TlsTarget {
  type: MonitorType
  target: string
  settings: unknown
  sslMonitoring: SslMonitoring | null
}

/** Returns the host and port where the monitor receives a certificate; null when it is checked without TLS. */
export function findTlsEndpoint({ type, target, settings, sslMonitoring }: TlsTarget): string | null {
  if (type === 'HEARTBEAT') return null
  return findProber(type)?.tlsEndpoint?.(target, settings, toTlsTerms(type, sslMonitoring)) ?? null
}

/** Returns whether checks fail when the certificate is invalid. */
export function isVerified({ type, settings, sslMonitoring }: Omit<TlsTarget, 'target'>): boolean {
  if (type === 'TCP') return toTlsTerms(type, sslMonitoring)?.verify ?? true
  return (settings as { verifyTls?: boolean }).verifyTls ?? true
}

/**
 * Stores the observed certificates and marks their watches as due. Runs last in the transaction of the results, in the
 * same lock order as changes to monitors.
 *
 * @param observed in the order of their monitors' keys
 */
export async function recordCertificates(tx: Tx, observed: readonly ObservedCertificate[], now: number): Promise<void> {
  if (observed.length === 0) return
  await saveCertificates(tx, observed)
  await saveObservations(tx, observed)
  await markCertificates(tx, [...new Set(observed.map(({ monitorKey }) => monitorKey))], now)
}

export interface KnownCertificate extends StoredCertificate {
  /** All certificates the target has presented, the latest first. */
  spans: CertificateSpan[]
}

/** @throws Problem RESOURCE_NOT_FOUND when no certificate was observed; the message gives the reason */
export async function getCertificate(db: Reader, monitor: TlsTarget & { key: number }): Promise<KnownCertificate> {
  const endpoint = findTlsEndpoint(monitor)
  if (endpoint === null) throw toNotFound(`This ${monitor.type} monitor is checked without TLS`)
  const found = await findCertificate(db, monitor.key)
  // A check of the old target may end after the target was changed
  if (found?.certificate.endpoint !== endpoint)
    throw toNotFound(`No check of ${endpoint} has received a certificate yet`)
  return { ...found, spans: await listSpans(db, monitor.key, endpoint) }
}

const toNotFound = (why: string): Problem => new Problem('RESOURCE_NOT_FOUND', `No certificate is available. ${why}`)

/** Deletes the certificates of monitors whose TLS endpoint changed. */
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
