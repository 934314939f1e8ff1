/** Incidents that did not open because of maintenance open at its end, where the trouble has not gone with it. */
import { maintenanceAt } from '../core/maintenance-span.ts'
import { turnAfterMaintenance } from '../core/withheld.ts'
import { loadJudged } from '../store/check-states.ts'
import { listMaintenanceSpans } from '../store/maintenance-spans.ts'
import { holdActive } from '../store/monitor-status.ts'
import { listRegions } from '../store/regions.ts'
import type { Tx } from '../store/store.ts'
import {
  listDueWithheld,
  nextWithheldAt,
  saveWithheld,
  takeWithheld,
  type Withheld,
} from '../store/withheld-openings.ts'
import type { Context } from './context.ts'
import { followUp } from './incidents.ts'
import { codesOf, standingOf } from './judged-batch.ts'

/** Monitors looked at in one transaction. */
const BATCH = 500

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
  const codes = codesOf(await listRegions(tx))
  const turns = over.flatMap(({ monitorKey, dueAt }) => {
    const monitor = monitors.get(monitorKey)
    const turn = monitor && turnAfterMaintenance(monitorKey, standingOf(monitor, codes), dueAt, now)
    return turn ? [turn] : []
  })
  await followUp(tx, context, turns)
  return turns.length
}
