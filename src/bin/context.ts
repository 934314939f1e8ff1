/** What the verbs of this process act with. */
import { liveEventText } from '../api/live-event-text.ts'
import { type Meter, NO_METER } from '../core/meter.ts'
import type { Plans } from '../core/plan.ts'
import type { Context } from '../services/context.ts'
import { LiveEvents } from '../services/live.ts'
import type { Store } from '../store/store.ts'
import { makeIdSource } from './ids.ts'

export const makeContext = (store: Store, plans: Plans, wake: Context['wake'], meter: Meter = NO_METER): Context => ({
  store,
  now: Date.now,
  newId: makeIdSource(Date.now),
  plans,
  wake,
  live: new LiveEvents({ encode: liveEventText, now: Date.now }),
  meter,
})
