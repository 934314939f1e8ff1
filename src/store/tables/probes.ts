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
  /** Small integer that results are stored under. */
  key: Generated<number>
  code: string
  name: string
  is_default: Flag
  created_at: number
  /** Grows whenever its live probes are others, or what it checks on its own account. */
  epoch: Generated<number>
  epoch_since: Generated<number>
  /** Whether it takes part in checking monitors that pin no region: it had a probe lately. */
  is_serving: Generated<Flag>
}

/** What probes elsewhere prove themselves with. */
export interface ProbeTokensTable {
  id: string
  /** Key of the region that it is for. */
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
  /** What it calls itself, the same after a restart. */
  id: string
  region: number
  /** Null for the thread of a server. */
  token_id: string | null
  name: string
  version: string
  icmp: Flag
  ipv6: Flag
  /** Where it was seen to come from; null for the thread of a server. */
  address: string | null
  /** Of its last registration; whoever comes with another is void. */
  session: string
  registered_at: number
  seen_at: number
  /** Until when it counts as alive if nothing is heard of it, Unix ms. */
  lease_until: number
  /** Whether it is a member of its region. */
  is_live: Flag
  /** Epoch of its region by whose members it goes. */
  epoch: number
  /** JSON, its `ProbeVitals`; null until it said how it does. */
  vitals: string | null
  /** Since when its checks do not get on; null when they do. */
  stuck_since: number | null
  /** Others hand over to it from then on; null when it is no newcomer. */
  trial_until: number | null
  /** When it was last given up and others did its work, and when it was back. */
  absent_since: number | null
  absent_until: number | null
}

/** A single row. */
interface ProbeWatchTable {
  id: 1
  /** When a server last looked which probes are gone, Unix ms; 0 when none ever did. */
  checked_at: number
}

/** Checks that somebody waits for, of a region whose probes are not in the process that was asked. */
interface ProbeOrdersTable {
  id: string
  region: number
  /** Sealed JSON: it may hold credentials. */
  assignment: string
  created_at: number
  /** Nobody waits any more, Unix ms. */
  expires_at: number
  /** Key of the probe that has it. */
  claimed_by: number | null
  claimed_at: number | null
  /** Only a probe that may send pings is of use, where there is one. */
  needs_icmp: Generated<Flag>
  /** JSON; null until it was run. */
  result: string | null
  /** Why it was not run. */
  failure: string | null
}
