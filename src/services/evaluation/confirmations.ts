/** Changes that wait for confirmation, read from the stored counters. */
import { type Confirmation, findConfirmation } from '../../core/results/confirmation.ts'
import { loadEvaluatedMonitors } from '../../store/evaluation/evaluated-monitors.ts'
import type { Reader } from '../../store/platform/store.ts'
import { listRegions } from '../../store/probes/regions.ts'
import { toMonitorState } from './evaluation-batch.ts'
import { VotingRegions } from './voting-regions.ts'

/**
 * Finds the unconfirmed changes of monitors with two queries.
 *
 * @returns by monitor key; monitors without an unconfirmed change are left out
 */
export async function listConfirmations(
  db: Reader,
  monitorKeys: readonly number[],
  now: number,
): Promise<Map<number, Confirmation>> {
  if (monitorKeys.length === 0) return new Map()
  const [monitors, regions] = await Promise.all([loadEvaluatedMonitors(db, monitorKeys), listRegions(db)])
  const voters = new VotingRegions(regions)
  return new Map(
    [...monitors].flatMap(([key, monitor]) => {
      const confirmation = findConfirmation(toMonitorState(monitor, voters), monitor, now)
      return confirmation ? [[key, confirmation] as const] : []
    }),
  )
}
