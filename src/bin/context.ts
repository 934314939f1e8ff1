/** What the verbs of this process act with. */
import { liveEventText } from '../api/live/live-event-text.ts'
import type { Plans } from '../core/accounts/plan.ts'
import { type Meter, NO_METER } from '../core/meter.ts'
import { LiveEvents } from '../services/live/live.ts'
import type { Context } from '../services/platform/context.ts'
import { whenCommitted } from '../store/platform/held-transaction.ts'
import type { Store } from '../store/platform/store.ts'
import { makeIdSource } from './ids.ts'
import { MACHINE } from './machine.ts'

/** A command that is soon over goes by the wall clock. */
const PLAIN_CLOCK: Pick<Context, 'now' | 'elapsed'> = { now: MACHINE.wall, elapsed: MACHINE.monotonic }

export const makeContext = (
  store: Store,
  plans: Plans,
  wake: Context['wake'],
  meter: Meter = NO_METER,
  { now, elapsed }: Pick<Context, 'now' | 'elapsed'> = PLAIN_CLOCK,
): Context => ({
  store,
  serverId: crypto.randomUUID(),
  now,
  elapsed,
  newId: makeIdSource(now),
  plans,
  wake: (what) => whenCommitted(() => wake(what)),
  live: new LiveEvents({ encode: liveEventText, now }),
  meter,
})
