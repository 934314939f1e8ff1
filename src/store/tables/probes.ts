import type { Generated } from 'kysely'
import type { UnixMs } from '../../core/platform/time/time.ts'
import type { Flag } from './columns.ts'

export interface ProbeTables {
  regions: RegionsTable
  probe_tokens: ProbeTokensTable
  probes: ProbesTable
  probe_watch: ProbeWatchTable
  probe_orders: ProbeOrdersTable
  probe_troubles: ProbeTroublesTable
}

interface RegionsTable {
  /** Small integer that identifies the region in stored results. */
  key: Generated<number>
  code: string
  name: string
  is_default: Flag
  created_at: number
  /** Increases when the live probes or the assignments of the region change. */
  epoch: Generated<number>
  epoch_since: Generated<number>
  /** Whether the region checks monitors without pinned regions: it had a probe recently. */
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
  /** Session of the last registration. Other sessions are invalid. */
  session: string
  registered_at: number
  seen_at: number
  /** End of the lease, Unix ms. A probe that sends no heartbeat until then counts as lost. */
  lease_until: number
  /** Whether it is a member of its region. */
  is_live: Flag
  /** Epoch of the region whose list of live probes this probe uses. */
  epoch: number
  /** JSON of `ProbeVitals`; null until the first report. */
  vitals: string | null
  /** Time since which its checks make no progress; null while they make progress. */
  stuck_since: number | null
  /** Time from which other probes hand over checks to it; null when it is not new. */
  trial_until: number | null
  /** Start and end of the last absence, in which other probes ran its checks. */
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
  /** Encrypted JSON, because it may contain credentials. */
  assignment: string
  created_at: number
  /** Time until which the request waits. */
  expires_at: UnixMs
  /** Key of the probe that has claimed it. */
  claimed_by: number | null
  claimed_at: number | null
  /** Whether only probes that can send pings may run it, if the region has any. */
  needs_icmp: Generated<Flag>
  /** JSON; null until the check has run. */
  result: string | null
  /** Reason why the check was not run. */
  failure: string | null
}

/** Trouble of the probes of a region that leaves monitors of a project unchecked. All times are Unix ms. */
export interface ProbeTroublesTable {
  project_id: string
  /** Key of the region. */
  region: number
  reason: 'no_probe' | 'stuck' | 'connection'
  since: number
  /** Time at which the trouble is reported. Trouble that ends earlier is not reported. */
  due_at: number
  observed_at: number
  /** Time since which it is not observed any more; null while it is. */
  cleared_at: number | null
  reported_at: number | null
  /** JSON of `TroubleReport`; null before the report. */
  report: string | null
}
