/** Monitors that are flapping, from the change that was one too many until they have been steady for a while. */
import type { FlapState } from '../../core/incidents/flapping.ts'
import { deleteFlaps, saveFlaps } from '../../store/incidents/flaps.ts'
import { findMonitorPlaces } from '../../store/monitors/monitor-places.ts'
import type { Tx } from '../../store/platform/store.ts'
import { tellMonitors } from '../live/live-news.ts'
import type { Context } from '../platform/context.ts'
import type { CircumstancesOf } from './circumstances.ts'

/** Keeps what turns made of it; most make nothing of it. */
export async function followFlaps(
  tx: Tx,
  context: Pick<Context, 'live'>,
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
  const turned = moved.filter(({ monitorKey, flaps }) => !flaps.flapping || !before.get(monitorKey)?.flaps.flapping)
  if (turned.length === 0) return
  const places = await findMonitorPlaces(
    tx,
    turned.map(({ monitorKey }) => monitorKey),
  )
  tellMonitors(tx, context, [...places.values()])
}
