/** Creates the context that the services of this process use. */
import { formatLiveEvent } from '../api/live/live-event-text.ts'
import type { Plans } from '../core/accounts/plan.ts'
import { type Meter, NO_METER } from '../core/meter.ts'
import { LiveEvents } from '../services/live/live.ts'
import type { Context } from '../services/platform/context.ts'
import { EvaluatedMonitorCache } from '../store/evaluation/evaluated-monitor-cache.ts'
import { runAfterRequestCommit } from '../store/platform/session.ts'
import type { Store } from '../store/platform/store.ts'
import { createIdSource } from './ids.ts'

/** `now`: Unix ms. `elapsed`: monotonic ms, unaffected by clock changes. */
export type Clock = Pick<Context, 'now' | 'elapsed'>

interface ContextParts {
  store: Store
  plans: Plans
  clock: Clock
  /** Absent when no background job in this process waits for a wake. */
  wake?: Context['wake']
  meter?: Meter
}

export const createContext = ({ store, plans, clock, wake = () => {}, meter = NO_METER }: ContextParts): Context => ({
  store,
  serverId: crypto.randomUUID(),
  now: clock.now,
  elapsed: clock.elapsed,
  newId: createIdSource(clock.now),
  plans,
  wake: (what) => runAfterRequestCommit(() => wake(what)),
  live: new LiveEvents({ encode: formatLiveEvent, now: clock.now }),
  evaluatedMonitors: new EvaluatedMonitorCache(),
  meter,
})
