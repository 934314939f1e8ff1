import type { Flag } from '../tables.ts'

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
export interface DomainWatchesTable {
  monitor_key: number
  domain: string
}
