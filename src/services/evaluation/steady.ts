/** Monitors that have been stable long enough are flapping no longer. */

import { calmTurn, isCertain } from '../../core/evaluation/monitor-step.ts'
import { ORDINARY } from '../../core/incidents/circumstances.ts'
import { CALM } from '../../core/incidents/flapping.ts'
import { SECOND_MS } from '../../core/platform/time/time.ts'
import { loadJudged } from '../../store/evaluation/check-states.ts'
import { holdActive } from '../../store/evaluation/monitor-status.ts'
import { deleteFlaps, listSteady, lockFlaps, nextSteadyAt } from '../../store/incidents/flaps.ts'
import type { Tx } from '../../store/platform/store.ts'
import { listRegions } from '../../store/probes/regions.ts'
import { followUp } from '../incidents/incidents.ts'
import type { Context } from '../platform/context.ts'
import { standingOf } from './judged-batch.ts'
import { Say } from './say.ts'

/** Monitors looked at in one transaction: in SQLite nobody is answered while one goes on, and so many take 20 ms. */
const BATCH = 100

/** While nothing is certain of a monitor: a repeated check takes a few seconds, and probes come back at any time. */
const LOOK_AGAIN_MS = 2 * SECOND_MS

/**
 * Ends the flapping of monitors that have been stable long enough, each once, whatever crashes and however many servers
 * do so. A monitor without a fresh result, or with a change that waits for its confirmation, goes on.
 *
 * @returns when to do it again, Unix ms; null when none is flapping
 */
export async function endFlapping(context: Context): Promise<number | null> {
  const { db } = context.store
  const now = context.now()
  let [ended, waiting] = [0, 0]
  for (let due = await listSteady(db, now, 0, BATCH); due.length > 0; ) {
    const count = await context.store.transact((tx) => end(tx, context, due, now))
    ended += count
    waiting += due.length - count
    due = due.length === BATCH ? await listSteady(db, now, due.at(-1)!, BATCH) : []
  }
  if (ended > 0) context.wake('deliveries')
  return waiting > 0 ? now + LOOK_AGAIN_MS : nextSteadyAt(db, now)
}

/** @returns how many are over */
async function end(tx: Tx, context: Context, keys: readonly number[], now: number): Promise<number> {
  // As ingest does it: first the monitors, then what hangs on them. What it is writing meanwhile is seen after this
  const active = await holdActive(tx, keys)
  const flaps = await lockFlaps(tx, keys)
  const steady = [...flaps].filter(([, { steadyAt }]) => steadyAt <= now).map(([key]) => key)
  const monitors = await loadJudged(tx, steady)
  const say = new Say(await listRegions(tx))
  const watched = [...monitors.values()].filter(({ key }) => active.has(key))
  const standings = new Map(watched.map((monitor) => [monitor.key, standingOf(monitor, say)]))
  const certain = [...standings].filter(([, standing]) => isCertain(standing, now))
  const turns = certain.map(([key, standing]) => calmTurn(key, standing, now))
  const circumstances = turns.map(({ monitorKey }) => {
    const flapping = flaps.get(monitorKey)!
    return [monitorKey, { ...ORDINARY, flaps: { ...CALM, flapping } }] as const
  })
  await followUp(tx, context, turns, new Map(circumstances))
  const over = steady.filter((key) => !standings.has(key) || certain.some(([other]) => other === key))
  await deleteFlaps(tx, over)
  return keys.length - (steady.length - over.length)
}
