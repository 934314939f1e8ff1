/** Who is watched for something that runs out, and what was said of it. */
export interface ExpiryWatchesTable {
  monitor_key: number
  /** `certificate` or `domain`. */
  family: string
  /** When somebody has to look; null when nothing will change by time alone. */
  due_at: number | null
  /** Grows with each reason to look, and with each look: whoever looked settles only what came before. */
  marks: number
  /** What people were warned of last, while that stands; see `Warned` in `core/expiry/expiry-alert.ts`. */
  warned_about: string | null
  warned_days: number | null
  warned_fault: string | null
  warned_at: number | null
}

/** What a region said that it was shown: a row each time that it said so. */
export interface CertificateSightsTable {
  monitor_key: number
  region: number
  seen_at: number
  endpoint: string
  fingerprint: string
  /** JSON of `Shown` in `core/certificate-service.ts`. */
  certificate: string
}

/** Which notification target has heard what, through which incident. */
export interface ToldSubjectsTable {
  target_id: string
  /** `certificate AB:CD:…`, `domain example.com` */
  about: string
  /** What was said of it: the threshold, or the fault. */
  word: string
  incident_id: string
  told_at: number
  /** When it was told that this is over. */
  ended_at: number | null
}
