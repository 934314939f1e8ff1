import type { Generated } from 'kysely'
import type { Flag } from './flag.ts'

export interface ProbeTables {
  regions: RegionsTable
  probe_tokens: ProbeTokensTable
  probes: ProbesTable
  probe_watch: ProbeWatchTable
  probe_orders: ProbeOrdersTable
}

interface RegionsTable {
  /** Small integer key in stored results. */
  key: Generated<number>
  code: string
  name: string
  is_default: Flag
  created_at: number
  /** Grows when its live probes change, or its assignments. */
  epoch: Generated<number>
  epoch_since: Generated<number>
  /** Whether it shares in checks of unpinned monitors: it had a probe recently. */
  is_serving: Generated<Flag>
}

/** Credentials of remote probes. */
export interface ProbeTokensTable {
  id: string
  /** Key of the region of the token. */
  region: number
  name: string
  /** SHA-256 in hex; the token itself is shown once. */
  token_hash: string
  created_at: number
  last_used_at: number | null
  revoked_at: number | null
}

export interface ProbesTable {
  key: Generated<number>
  /** Id that the probe reports, the same after a restart. */
  id: string
  region: number
  /** Null for the probe thread of a server. */
  token_id: string | null
  name: string
  version: string
  icmp: Flag
  ipv6: Flag
  /** Observed source address; null for the probe thread of a server. */
  address: string | null
  /** Session of its last registration; other sessions are invalid. */
  session: string
  registered_at: number
  seen_at: number
  /** End of the lease, Unix ms: without a heartbeat until then the probe counts as lost. */
  lease_until: number
  /** Whether it is a member of its region. */
  is_live: Flag
  /** Epoch of its region whose members it uses. */
  epoch: number
  /** JSON of its `ProbeVitals`; null until the first report. */
  vitals: string | null
  /** Since when its checks make no progress; null when they do. */
  stuck_since: number | null
  /** Time from which other probes hand over to it; null when it is not new. */
  trial_until: number | null
  /** Start and end of its last absence, in which other probes did its work. */
  absent_since: number | null
  absent_until: number | null
}

/** A single row. */
interface ProbeWatchTable {
  id: 1
  /** Last scan for lost probes by a server, Unix ms; 0 when there was none. */
  checked_at: number
}

/** On-demand checks for a region whose probes run outside the process that received the request. */
interface ProbeOrdersTable {
  id: string
  region: number
  /** Sealed JSON: it may hold credentials. */
  assignment: string
  created_at: number
  /** End of the request's wait, Unix ms. */
  expires_at: number
  /** Key of the probe that has claimed it. */
  claimed_by: number | null
  claimed_at: number | null
  /** Whether only probes with ICMP can run it, if there are any. */
  needs_icmp: Generated<Flag>
  /** JSON; null until it has run. */
  result: string | null
  /** Why it was not run. */
  failure: string | null
}
