/** Effect of certificate monitoring on the checks. */
import type { MonitorType, SslMonitoring } from './monitor.ts'

/**
 * Part of the assignment of a monitor with certificate monitoring. A probe that does not support it checks without it.
 */
export interface TlsTerms {
  /** A TCP check performs a TLS handshake, so that a certificate is observed. */
  handshake?: boolean
  /** A TCP check fails when the certificate is invalid. Other types have a separate setting for this. */
  verify?: boolean
  /** Host and dates are still validated. */
  acceptSelfSigned?: boolean
}

/** @returns undefined when certificate monitoring does not affect the checks */
export function toTlsTerms(type: MonitorType, ssl: SslMonitoring | null): TlsTerms | undefined {
  if (!ssl?.enabled) return undefined
  const acceptSelfSigned = ssl.ignoreSelfSigned
  if (type === 'TCP') return { handshake: true, verify: ssl.checkValidity, acceptSelfSigned }
  const isWeb = type === 'HTTP' || type === 'KEYWORD'
  return isWeb && acceptSelfSigned ? { acceptSelfSigned } : undefined
}
