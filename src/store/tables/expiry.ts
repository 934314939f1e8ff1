import type { Flag } from './flag.ts'

export interface ExpiryTables {
  certificates: CertificatesTable
  certificate_spans: CertificateSpansTable
  certificate_observations: CertificateObservationsTable
  domains: DomainsTable
  domain_watches: DomainWatchesTable
  expiry_watches: ExpiryWatchesTable
  notified_subjects: NotifiedSubjectsTable
}

/** The certificate that each target showed last. */
interface CertificatesTable {
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

/** One certificate that a target has shown, over the time in which it did. */
interface CertificateSpansTable {
  monitor_key: number
  endpoint: string
  fingerprint: string
  /** JSON of `ChainCertificate` in `core/results/certificate.ts`. */
  certificate: string
  first_seen_at: number
  last_seen_at: number
}

/** What a region said that it was shown: a row each time that it said so. */
interface CertificateObservationsTable {
  monitor_key: number
  region: number
  seen_at: number
  endpoint: string
  fingerprint: string
  /** JSON of `Shown` in `core/expiry/certificate-observations.ts`. */
  certificate: string
}

/** What registries say about a domain: one row, however many monitors watch it. */
export interface DomainsTable {
  /** The registered domain in A-labels and lower case. */
  name: string
  /** Its last label: what one registry answers for. */
  tld: string
  is_registered: Flag | null
  source: string | null
  server: string | null
  registrar: string | null
  registered_at: number | null
  expires_at: number | null
  /** JSON arrays. */
  statuses: string
  name_servers: string
  missing_since: number | null
  checked_at: number | null
  known_at: number | null
  /** In a row. */
  failures: number
  error: string | null
  quiet_until: number | null
  /** When to look, and when a claim that was never settled is void. */
  next_check_at: number
  /** While a server asks. */
  claimed_until: number | null
  /** Since when it is known that no monitor watches it. */
  abandoned_at: number | null
}

/** Which domain each monitor watches: active ones that want it alone. */
interface DomainWatchesTable {
  monitor_key: number
  domain: string
}

/** Who is watched for something that runs out, and what was said of it. */
interface ExpiryWatchesTable {
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

/** Which notification target has heard what, through which incident. */
interface NotifiedSubjectsTable {
  target_id: string
  /** `certificate AB:CD:…`, `domain example.com` */
  subject: string
  /** What was said of it: the threshold, or the fault. */
  warning: string
  incident_id: string
  notified_at: number
  /** When it was told that this is over. */
  ended_at: number | null
}
