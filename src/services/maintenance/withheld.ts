/** Incidents that did not open because of maintenance open at its end, where the trouble has not gone with it. */

import { hasFallenSilent, turnAfterMaintenance } from '../../core/evaluation/withheld.ts'
import { maintenanceAt } from '../../core/maintenance/maintenance-span.ts'
import { SECOND_MS } from '../../core/platform/time/time.ts'
import { loadJudged } from '../../store/evaluation/check-states.ts'
import { holdActive } from '../../store/evaluation/monitor-status.ts'
import { listMaintenanceSpans } from '../../store/maintenance/maintenance-spans.ts'
import {
  listDueWithheld,
  nextWithheldAt,
  saveWithheld,
  takeWithheld,
  type Withheld,
} from '../../store/maintenance/withheld-openings.ts'
import type { Tx } from '../../store/platform/store.ts'
import { listRegions } from '../../store/probes/regions.ts'
import { standingOf } from '../evaluation/judged-batch.ts'
import { Say } from '../evaluation/say.ts'
import { followUp } from '../incidents/incidents.ts'
import type { Context } from '../platform/context.ts'

/** Monitors looked at in one transaction: in SQLite nobody is answered while one goes on, and so many take 20 ms. */
const BATCH = 100

/** By then the watch for silence has said that nobody knows how a monitor is, or somebody does. */
const LOOK_AGAIN_MS = 20 * SECOND_MS

/**
 * Opens what was withheld and is due, each once, whatever crashes and however many servers do so.
 *
 * @returns when to do it again, Unix ms; null when nothing is withheld
 */
export async function openWithheld(context: Context): Promise<number | null> {
  const due = await listDueWithheld(context.store.db, context.now(), BATCH)
  if (due.length > 0) {
    const opened = await context.store.transact((tx) => open(tx, context, due))
    if (opened > 0) context.wake('deliveries')
  }
  return nextWithheldAt(context.store.db)
}

async function open(tx: Tx, context: Context, due: readonly Withheld[]): Promise<number> {
  // As ingest does it: first the monitors, then what hangs on them. What it is writing meanwhile is seen after this
  const keys = due.map(({ monitorKey }) => monitorKey)
  const active = await holdActive(tx, keys)
  const taken = await takeWithheld(tx, due)
  const ours = due.filter(({ monitorKey }) => taken.has(monitorKey) && active.has(monitorKey))
  const now = context.now()
  const spans = await listMaintenanceSpans(tx, keys, now, now + 1)
  const stillIn = ours.flatMap(({ monitorKey }) => {
    const maintenance = maintenanceAt(spans.get(monitorKey) ?? [], now)
    return maintenance ? [{ monitorKey, dueAt: maintenance.endsAt }] : []
  })
  await saveWithheld(tx, stillIn)
  const over = ours.filter(({ monitorKey }) => !stillIn.some((other) => other.monitorKey === monitorKey))
  const monitors = await loadJudged(
    tx,
    over.map(({ monitorKey }) => monitorKey),
  )
  const say = new Say(await listRegions(tx))
  const standings = over.flatMap((withheld) => {
    const monitor = monitors.get(withheld.monitorKey)
    return monitor ? [{ ...withheld, standing: standingOf(monitor, say) }] : []
  })
  // When no server ran, the last word is of long ago
  const silent = standings.filter(({ standing }) => hasFallenSilent(standing, now))
  await saveWithheld(
    tx,
    silent.map(({ monitorKey }) => ({ monitorKey, dueAt: now + LOOK_AGAIN_MS })),
  )
  const turns = standings.flatMap(({ monitorKey, dueAt, standing }) => {
    const turn = hasFallenSilent(standing, now) ? null : turnAfterMaintenance(monitorKey, standing, dueAt, now)
    return turn ? [turn] : []
  })
  await followUp(tx, context, turns)
  return turns.length
}
