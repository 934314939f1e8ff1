/** Monitors that have been stable long enough are flapping no longer. */

import { createEmptyEvaluation, isCertain } from '../../core/evaluation/evaluate-result.ts'
import { NO_CONTEXT } from '../../core/incidents/evaluation.ts'
import { NOT_FLAPPING } from '../../core/incidents/flapping.ts'
import { SECOND_MS } from '../../core/platform/time/time.ts'
import { loadEvaluated } from '../../store/evaluation/check-states.ts'
import { lockActiveForShare } from '../../store/evaluation/monitor-status.ts'
import { deleteFlaps, findNextStableAt, listStable, lockFlaps } from '../../store/incidents/flaps.ts'
import type { Tx } from '../../store/platform/store.ts'
import { listRegions } from '../../store/probes/regions.ts'
import { applyToIncidents } from '../incidents/incidents.ts'
import type { Context } from '../platform/context.ts'
import { toMonitorState } from './evaluation-batch.ts'
import { VotingRegions } from './voting-regions.ts'

/** Monitors looked at in one transaction: in SQLite nobody is answered while one goes on, and so many take 20 ms. */
const BATCH = 100

/** While nothing is certain of a monitor: a repeated check takes a few seconds, and probes come back at any time. */
const RETRY_MS = 2 * SECOND_MS

/**
 * Ends the flapping of monitors that have been stable long enough, each once, whatever crashes and however many servers
 * do so. A monitor without a fresh result, or with a change that waits for its confirmation, goes on.
 *
 * @returns when to do it again, Unix ms; null when none is flapping
 */
export async function stopFlapping(context: Context): Promise<number | null> {
  const { db } = context.store
  const now = context.now()
  let [ended, waiting] = [0, 0]
  for (let due = await listStable(db, now, 0, BATCH); due.length > 0; ) {
    const count = await context.store.transact((tx) => stopBatch(tx, context, due, now))
    ended += count
    waiting += due.length - count
    due = due.length === BATCH ? await listStable(db, now, due.at(-1)!, BATCH) : []
  }
  if (ended > 0) context.wake('deliveries')
  return waiting > 0 ? now + RETRY_MS : findNextStableAt(db, now)
}

/** @returns how many are over */
async function stopBatch(tx: Tx, context: Context, keys: readonly number[], now: number): Promise<number> {
  // As ingest does it: first the monitors, then what hangs on them. What it is writing meanwhile is seen after this
  const active = await lockActiveForShare(tx, keys)
  const flaps = await lockFlaps(tx, keys)
  const stable = [...flaps].filter(([, { stableAt }]) => stableAt <= now).map(([key]) => key)
  const monitors = await loadEvaluated(tx, stable)
  const voters = new VotingRegions(await listRegions(tx))
  const watched = [...monitors.values()].filter(({ key }) => active.has(key))
  const states = new Map(watched.map((monitor) => [monitor.key, toMonitorState(monitor, voters)]))
  const certain = [...states].filter(([, state]) => isCertain(state, now))
  const evaluations = certain.map(([key, state]) => createEmptyEvaluation(key, state, now))
  const contexts = evaluations.map(({ monitorKey }) => {
    const flapping = flaps.get(monitorKey)!
    return [monitorKey, { ...NO_CONTEXT, flaps: { ...NOT_FLAPPING, flapping } }] as const
  })
  await applyToIncidents(tx, context, evaluations, new Map(contexts))
  const finished = stable.filter((key) => !states.has(key) || certain.some(([other]) => other === key))
  await deleteFlaps(tx, finished)
  return keys.length - (stable.length - finished.length)
}
