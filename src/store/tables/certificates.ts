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
  /** JSON of `SeenCertificate` in `core/certificate.ts`. */
  certificate: string
  /** When this fingerprint was told of first and last. */
  first_seen_at: number
  last_seen_at: number
}
