/** What a certificate watch means for the checks themselves. Pure. */
import type { MonitorType, SslMonitoring } from './monitor.ts'

/** Part of an assignment, where a monitor has such a watch. A probe that does not know it checks without. */
export interface TlsTerms {
  /** A check of type TCP shakes hands, so that there is a certificate to see. */
  handshake?: boolean
  /** A check of type TCP fails when the certificate is not good. Others have a setting of their own for that. */
  verify?: boolean
  /** Host and dates must be right all the same. */
  acceptSelfSigned?: boolean
}

/** Undefined where the checks are as they would be without. */
export function toTlsTerms(type: MonitorType, ssl: SslMonitoring | null): TlsTerms | undefined {
  if (!ssl?.enabled) return undefined
  const acceptSelfSigned = ssl.ignoreSelfSigned
  if (type === 'TCP') return { handshake: true, verify: ssl.checkValidity, acceptSelfSigned }
  const isWeb = type === 'HTTP' || type === 'KEYWORD'
  return isWeb && acceptSelfSigned ? { acceptSelfSigned } : undefined
}
