/** Ends the flapping of monitors that have been stable long enough. */

import { createEmptyEvaluation, isCertain } from '../../core/evaluation/evaluate-result.ts'
import { NO_CONTEXT } from '../../core/incidents/evaluation.ts'
import { NOT_FLAPPING } from '../../core/incidents/flapping.ts'
import { SECOND_MS } from '../../core/platform/time/time.ts'
import { loadEvaluatedMonitors } from '../../store/evaluation/evaluated-monitors.ts'
import { lockActiveForShare } from '../../store/evaluation/monitor-status.ts'
import { deleteFlaps, findNextStableAt, listStable, lockFlaps } from '../../store/incidents/flaps.ts'
import { listRegions } from '../../store/probes/regions.ts'
import { applyToIncidents } from '../incidents/incidents.ts'
import type { Context } from '../platform/context.ts'
import { type BaseWork, transactSystem } from '../platform/work.ts'
import { toMonitorState } from './evaluation-batch.ts'
import { VotingRegions } from './voting-regions.ts'

/** Monitors per transaction. SQLite answers no request during a transaction, and 100 monitors take 20 ms. */
const BATCH = 100

/**
 * Retry delay while a monitor's status is uncertain. A confirmation takes a few seconds, and disconnected probes may
 * return at any time.
 */
const RETRY_MS = 2 * SECOND_MS

/**
 * Ends the flapping of stable monitors, each exactly once, even after a crash or with several servers. Monitors without
 * a fresh result, or with an unconfirmed change, keep flapping.
 *
 * @returns when to call the function again, Unix ms; null when no monitor is flapping
 */
export async function stopFlapping(context: Context): Promise<number | null> {
  const { db } = context.store
  const now = context.now()
  let waiting = 0
  for (let due = await listStable(db, now, 0, BATCH); due.length > 0; ) {
    waiting += await transactSystem(context, (work) => stopBatch(work, due))
    due = due.length === BATCH ? await listStable(db, now, due.at(-1)!, BATCH) : []
  }
  return waiting > 0 ? now + RETRY_MS : findNextStableAt(db, now)
}

/** @returns the number of monitors that need a further attempt */
async function stopBatch(work: BaseWork, keys: readonly number[]): Promise<number> {
  const { tx, at: now } = work
  // Same lock order as the recording of results: first the monitors, then their dependent rows. Results that are being
  // written now are visible afterwards
  const active = await lockActiveForShare(tx, keys)
  const flaps = await lockFlaps(tx, keys)
  const stable = [...flaps].filter(([, { stableAt }]) => stableAt <= now).map(([key]) => key)
  const monitors = await loadEvaluatedMonitors(tx, stable)
  const voters = new VotingRegions(await listRegions(tx))
  const watched = [...monitors.values()].filter(({ key }) => active.has(key))
  const states = new Map(watched.map((monitor) => [monitor.key, toMonitorState(monitor, voters)]))
  const certain = new Map([...states].filter(([, state]) => isCertain(state, now)))
  const evaluations = [...certain].map(([key, state]) => createEmptyEvaluation(key, state, now))
  const contexts = evaluations.map(({ monitorKey }) => {
    const flapping = flaps.get(monitorKey)!
    return [monitorKey, { ...NO_CONTEXT, flaps: { ...NOT_FLAPPING, flapping } }] as const
  })
  await applyToIncidents(work, evaluations, new Map(contexts))
  const finished = stable.filter((key) => !states.has(key) || certain.has(key))
  await deleteFlaps(tx, finished)
  return stable.length - finished.length
}
