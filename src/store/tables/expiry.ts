import type { Flag } from './columns.ts'

export interface ExpiryTables {
  certificates: CertificatesTable
  certificate_spans: CertificateSpansTable
  certificate_observations: CertificateObservationsTable
  domains: DomainsTable
  domain_watches: DomainWatchesTable
  expiry_watches: ExpiryWatchesTable
  notified_subjects: NotifiedSubjectsTable
}

/** Last certificate of each target. */
interface CertificatesTable {
  monitor_key: number
  /** Region that last observed it. */
  region: number
  /** Host and port of the observation. After a change of the target, the observation no longer counts. */
  endpoint: string
  /** SHA-256 of the target's own certificate. */
  fingerprint: string
  /** End of the target's own certificate. */
  valid_to: number
  /** JSON of `SeenCertificate` in `core/results/certificate.ts`. */
  certificate: string
  /** First and last observation of this fingerprint. */
  first_seen_at: number
  last_seen_at: number
}

/** A certificate of a target, with the time over which it was observed. */
interface CertificateSpansTable {
  monitor_key: number
  endpoint: string
  fingerprint: string
  /** JSON of `ChainCertificate` in `core/results/certificate.ts`. */
  certificate: string
  first_seen_at: number
  last_seen_at: number
}

/** Certificates reported by regions, one row per report. */
interface CertificateObservationsTable {
  monitor_key: number
  region: number
  seen_at: number
  endpoint: string
  fingerprint: string
  /** JSON of `JudgedCertificate` in `core/expiry/certificate-observations.ts`. */
  certificate: string
}

/** Registration data of domains: one row per domain, however many monitors watch it. */
export interface DomainsTable {
  /** The registered domain in A-labels and lower case. */
  name: string
  /** Last label of the name, which determines the registry. */
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
  /** Consecutive failures. */
  failures: number
  error: string | null
  quiet_until: number | null
  /** Time of the next lookup, or expiry of an unfinished claim. */
  next_check_at: number
  /** End of the claim of the server that is looking up the domain; null otherwise. */
  claimed_until: number | null
  /** Time since which no monitor has watched it. */
  abandoned_at: number | null
}

/** Domain of each active monitor that has domain monitoring. */
interface DomainWatchesTable {
  monitor_key: number
  domain: string
}

/** Expiry watches of monitors, with the last warning. */
interface ExpiryWatchesTable {
  monitor_key: number
  /** `certificate` or `domain`. */
  family: string
  /** Time of the next evaluation; null when the state does not change with time. */
  due_at: number | null
  /** Counter of the reasons for an evaluation, and of evaluations. An evaluation settles only the reasons before it. */
  marks: number
  /** The last warning, while it is in effect; see `LastWarning` in `core/expiry/expiry-alert.ts`. */
  warned_subject: string | null
  warned_days: number | null
  warned_fault: string | null
  warned_at: number | null
}

/** Warnings that each notification target has received, by incident. */
interface NotifiedSubjectsTable {
  target_id: string
  /** For example `certificate AB:CD:…`, `domain example.com` */
  subject: string
  /** The warning: its threshold, or the fault. */
  warning: string
  incident_id: string
  notified_at: number
  /** Time at which the target was notified that the problem ended. */
  ended_at: number | null
}
