/** Effect of certificate monitoring on the checks. */
import type { MonitorType, SslMonitoring } from './monitor.ts'

/**
 * Certificate settings in the assignment of a monitor. A probe that does not support them runs the check without them.
 */
export interface TlsTerms {
  /** Whether a TCP check performs a TLS handshake, so that it can observe a certificate. */
  handshake?: boolean
  /** Whether a TCP check fails when the certificate is invalid. Other types have a separate setting for this. */
  verify?: boolean
  /** Whether a self-signed certificate is accepted. Host and dates are still validated. */
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
