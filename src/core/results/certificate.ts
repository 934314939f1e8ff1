/**
 * The certificate that a target presented. The hash lets a probe detect whether it has already reported the
 * certificate.
 */
import { DAY_MS, type UnixMs } from '../platform/time/time.ts'

/** Fields that describe a certificate within a chain. */
export interface ChainCertificate {
  /** `CN=www.example.com`, with the parts in the order of the certificate. */
  subject: string
  issuer: string
  validFrom: UnixMs
  validTo: number
  /** SHA-256, `AB:CD:…` */
  fingerprint256: string
}

/** One error of a certificate. */
export interface CertificateError {
  /** OpenSSL's error name, or Node's when the host does not match. */
  code: string
  message: string
}

export interface SeenCertificate extends ChainCertificate {
  /** Host and port of the connection that presented it. */
  endpoint: string
  /** Host names and addresses for which it is valid. */
  sans: string[]
  serialNumber: string
  /** Empty for a valid certificate. The first error is the one that ended the verification. */
  errors: CertificateError[]
  /** Chain as the target sent it, beginning with its own certificate. */
  chain: ChainCertificate[]
  /** Authorities of the path to the root, the issuer first. Empty if the path is incomplete. */
  authorities: ChainCertificate[]
}

/** A certificate, and the authorities that its validity depends on. */
type CertificatePath = ChainCertificate & Pick<SeenCertificate, 'authorities'>

export const listPath = (certificate: CertificatePath): ChainCertificate[] => [certificate, ...certificate.authorities]

/** Returns the certificate of the path that expires first. */
export const findFirstToExpire = (certificate: CertificatePath): ChainCertificate =>
  listPath(certificate).reduce((a, b) => (b.validTo < a.validTo ? b : a))

/**
 * Hashes a certificate and its verdict to 32 bits (FNV-1a), because a probe stores one hash for each monitor. One
 * renewal in four billion has the hash of its predecessor. It is then reported with the next daily report.
 *
 * @param code code of the first error; null when the certificate is valid
 */
export function hashCertificate(fingerprint256: string, code: string | null): number {
  const text = code === null ? fingerprint256 : fingerprint256 + code
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash
}

export const hashSeenCertificate = ({ fingerprint256, errors }: SeenCertificate): number =>
  hashCertificate(fingerprint256, errors[0]?.code ?? null)

/**
 * Returns until when an unchanged certificate need not be reported again. The time is at most a day and differs between
 * monitors, so that certificates first seen together are not reported together again.
 */
export const computeReportedUntil = (monitorKey: number, now: number): number =>
  now + DAY_MS * (1 - (monitorKey % 500) / 1000)

/** Returns whole days; negative after the expiry. */
export const computeDaysRemaining = (validTo: number, now: number): number => Math.floor((validTo - now) / DAY_MS)
