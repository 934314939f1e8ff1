/** The context of the services, with a clock that the test sets. */
import { formatLiveEvent } from '../../../src/api/live/live-event-text.ts'
import { DEFAULT_PLANS } from '../../../src/core/accounts/plan.ts'
import { NO_METER } from '../../../src/core/meter.ts'
import { createIdSource } from '../../../src/runtime/ids.ts'
import { LiveEvents } from '../../../src/services/live/live.ts'
import type { Context } from '../../../src/services/platform/context.ts'
import { EvaluatedMonitorCache } from '../../../src/store/evaluation/evaluated-monitor-cache.ts'
import type { Store } from '../../../src/store/platform/store.ts'
import { createUuid } from './ids.ts'

/** The monotonic clock counts fractions of a millisecond, which must not reach a database. */
const FRACTION_MS = 0.195

export interface TestContext extends Context {
  /** Sets the clock, Unix ms. */
  setTime(time: number): void
  /** The workers that were woken, in order. */
  woken: string[]
}

export function createTestContext(store: Store, start = 0): TestContext {
  let time = start
  const woken: string[] = []
  return {
    store,
    serverId: createUuid(start),
    now: () => time,
    elapsed: () => time + FRACTION_MS,
    setTime: (moment) => {
      time = Math.round(moment)
    },
    newId: createIdSource(() => time),
    plans: DEFAULT_PLANS,
    woken,
    wake: (what) => woken.push(what),
    live: new LiveEvents({ encode: formatLiveEvent, now: () => time }),
    evaluatedMonitors: new EvaluatedMonitorCache(),
    meter: NO_METER,
  }
}
