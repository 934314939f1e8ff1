/** One certificate that a target has shown, over the time in which it did. */
export interface CertificateSpansTable {
  monitor_key: number
  endpoint: string
  fingerprint: string
  /** JSON of `ChainCertificate` in `core/results/certificate.ts`. */
  certificate: string
  first_seen_at: number
  last_seen_at: number
}

/** The certificate that each target showed last. */
export interface CertificatesTable {
  monitor_key: number
  /** Where it was seen last. */
  region: number
  /** Host and port that showed it; those of a target that has been changed count no more. */
  endpoint: string
  /** SHA-256 of the target's own certificate. */
  fingerprint: string
  /** End of the target's own certificate. */
  valid_to: number
  /** JSON of `SeenCertificate` in `core/results/certificate.ts`. */
  certificate: string
  /** When this fingerprint was told of first and last. */
  first_seen_at: number
  last_seen_at: number
}
