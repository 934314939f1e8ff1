/** The certificate that a target showed, and how a probe tells whether it has told of it before. */
import { DAY_MS } from '../platform/time/time.ts'

/** As much of a certificate as its place in a chain takes to be understood. */
export interface ChainCertificate {
  /** `CN=www.example.com`, the parts in the order of the certificate. */
  subject: string
  issuer: string
  /** Unix ms. */
  validFrom: number
  validTo: number
  /** SHA-256, `AB:CD:…` */
  fingerprint256: string
}

/** One thing that is wrong with a certificate. */
export interface CertificateError {
  /** OpenSSL's name, or Node's where the host does not match. */
  code: string
  message: string
}

export interface SeenCertificate extends ChainCertificate {
  /** Who showed it: host and port, as they were dialled. */
  endpoint: string
  /** Host names and addresses it is good for. */
  sans: string[]
  serialNumber: string
  /** Empty when it is good. The first one is what the verification ended with. */
  errors: CertificateError[]
  /** As the target sent it, beginning with its own. */
  chain: ChainCertificate[]
}

/**
 * Tells one certificate and its judgement from another in 32 bits (FNV-1a), because a probe keeps one for each monitor.
 * One renewal in four thousand million looks like its predecessor, and is then told of when the day is over.
 *
 * @param code of its first error; null when it is good
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
 * Until when a certificate that stays the same need not be told again: within a day, and sooner for some than for
 * others, so that those that were first seen in one minute do not all come again in one.
 */
export const computeReportedUntil = (monitorKey: number, now: number): number =>
  now + DAY_MS * (1 - (monitorKey % 500) / 1000)

/** Whole days; negative once it has expired. */
export const computeDaysRemaining = (validTo: number, now: number): number => Math.floor((validTo - now) / DAY_MS)
