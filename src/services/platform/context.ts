/** What every verb needs besides its input. The clock and the ids come in, so tests can move and name them. */

import type { Plans } from '../../core/accounts/plan.ts'
import type { Meter } from '../../core/meter.ts'
import type { OnRefused } from '../../core/probes/result-validation.ts'
import type { Store } from '../../store/platform/store.ts'
import type { LiveEvents } from '../live/live.ts'

export interface Context {
  store: Store
  /** Marks what this server has claimed, so that it can take it back after a crash. The same after a restart. */
  serverId: string
  /** Unix ms. Moves with the wall clock when that is set, together with the stored times; see `clock-sync.ts`. */
  now: () => number
  /** Milliseconds since some moment, which no clock setting changes: for what is kept in memory for a while. */
  elapsed: () => number
  /** A fresh UUID version 7. */
  newId: () => string
  plans: Plans
  /** Called after a commit that a probe or the courier should hear of at once; polling finds it anyway. */
  wake: (what: 'assignments' | 'deliveries') => void
  /** Brings what was committed to those who watch; see `services/live/live-publisher.ts`. */
  live: LiveEvents
  /** Counts what this process does; see `core/meter.ts`. */
  meter: Meter
  /** Receives results that cannot be stored. */
  onRefused?: OnRefused
  /** Called when pings could not be stored because of the database: their jobs may not try again. */
  onLostPings?: () => void
}
