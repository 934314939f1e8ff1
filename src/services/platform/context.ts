/** Common dependencies of all operations. Clock and ids are injected, so that tests can control them. */

import type { Actor } from '../../core/accounts/access.ts'
import type { Plans } from '../../core/accounts/plan.ts'
import type { WakeTopic } from '../../core/live/cluster-message.ts'
import type { Meter } from '../../core/meter.ts'
import type { OnRefused } from '../../core/probes/protocol.ts'
import type { EvaluatedMonitorCache } from '../../store/evaluation/evaluated-monitor-cache.ts'
import type { Store } from '../../store/platform/store.ts'
import type { LiveEvents } from '../live/live.ts'

export interface Context {
  store: Store
  /** Marks this server's claims, so that it can reclaim them after a crash. Does not change on restart. */
  serverId: string
  /** Unix ms. Follows the wall clock when it is set, together with the stored times; see `clock-sync.ts`. */
  now: () => number
  /** Monotonic ms since an arbitrary moment, for timeouts in memory. Not affected by clock changes. */
  elapsed: () => number
  /** Returns a new UUID version 7. */
  newId: () => string
  plans: Plans
  /** Wakes a probe, the courier or the mail server after a commit; polling would find the change anyway. */
  wake: (what: WakeTopic) => void
  /** Publishes committed changes to subscribers; see `services/live/live-publisher.ts`. */
  live: LiveEvents
  /** Monitors that ingest need not read again. */
  evaluatedMonitors: EvaluatedMonitorCache
  /** Metrics of this process; see `core/meter.ts`. */
  meter: Meter
  /** Receives results that cannot be stored. */
  onRefused?: OnRefused
  /** Called when pings could not be stored because of the database. Their jobs may not retry. */
  onLostPings?: () => void
}

/** The actor and the project of a request. */
export interface MonitorScope {
  actor: Actor
  projectId: string
}
