/** Monitors that are flapping, from the change that was one too many until they have been steady for a while. */
import type { FlapState } from '../core/flapping.ts'
import { deleteFlaps, saveFlaps } from '../store/flaps.ts'
import type { Tx } from '../store/store.ts'
import type { CircumstancesOf } from './circumstances.ts'

/** Keeps what turns made of it; most make nothing of it. */
export async function followFlaps(
  tx: Tx,
  before: CircumstancesOf,
  decided: readonly { monitorKey: number; flaps: FlapState }[],
): Promise<void> {
  const moved = decided.filter(
    ({ monitorKey, flaps }) => flaps.flapping !== (before.get(monitorKey)?.flaps.flapping ?? null),
  )
  await saveFlaps(
    tx,
    moved.flatMap(({ monitorKey, flaps }) => (flaps.flapping ? [{ monitorKey, ...flaps.flapping }] : [])),
  )
  await deleteFlaps(
    tx,
    moved.filter(({ flaps }) => !flaps.flapping).map(({ monitorKey }) => monitorKey),
  )
}
