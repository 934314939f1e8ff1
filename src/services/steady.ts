/** Monitors that have been steady long enough are flapping no longer, even where no more results come. */
import { CALM } from '../core/flapping.ts'
import { calmTurn } from '../core/monitor-step.ts'
import { ORDINARY } from '../core/turn.ts'
import { loadJudged } from '../store/check-states.ts'
import { deleteFlaps, listSteady, lockFlaps, nextSteadyAt } from '../store/flaps.ts'
import { holdActive } from '../store/monitor-status.ts'
import { listRegions } from '../store/regions.ts'
import type { Tx } from '../store/store.ts'
import type { Context } from './context.ts'
import { followUp } from './incidents.ts'
import { standingOf } from './judged-batch.ts'
import { Say } from './say.ts'

/** Monitors looked at in one transaction: in SQLite nobody is answered while one goes on, and so many take 20 ms. */
const BATCH = 100

/**
 * Ends the flapping of those monitors, each once, whatever crashes and however many servers do so.
 *
 * @returns when to do it again, Unix ms; null when none is flapping
 */
export async function endFlapping(context: Context): Promise<number | null> {
  const due = await listSteady(context.store.db, context.now(), BATCH)
  if (due.length > 0) {
    await context.store.transact((tx) => end(tx, context, due))
    context.wake('deliveries')
  }
  return nextSteadyAt(context.store.db)
}

async function end(tx: Tx, context: Context, keys: readonly number[]): Promise<void> {
  // As ingest does it: first the monitors, then what hangs on them. What it is writing meanwhile is seen after this
  const active = await holdActive(tx, keys)
  const flaps = await lockFlaps(tx, keys)
  const now = context.now()
  const steady = [...flaps].filter(([, { steadyAt }]) => steadyAt <= now).map(([key]) => key)
  const monitors = await loadJudged(tx, steady)
  const say = new Say(await listRegions(tx))
  const turns = [...monitors.values()]
    .filter(({ key }) => active.has(key))
    .map((monitor) => calmTurn(monitor.key, standingOf(monitor, say), now))
  const circumstances = turns.map(({ monitorKey }) => {
    const flapping = flaps.get(monitorKey)!
    return [monitorKey, { ...ORDINARY, flaps: { ...CALM, flapping } }] as const
  })
  await followUp(tx, context, turns, new Map(circumstances))
  await deleteFlaps(tx, steady)
}
