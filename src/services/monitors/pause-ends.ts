/** Ends the pauses whose time has come: see `core/monitors/pause-end.ts`. */
import type { PlanName } from '../../core/accounts/plan.ts'
import { finishPause } from '../../core/monitors/pause-end.ts'
import { checkActiveLimit } from '../../core/monitors/plan-check.ts'
import { findOrganization } from '../../store/accounts/organizations.ts'
import { countActive, findNextPauseEnd, listEndedPauses } from '../../store/monitors/monitors.ts'
import type { Tx } from '../../store/platform/store.ts'
import type { AuditedActor } from '../platform/audit.ts'
import type { Context } from '../platform/context.ts'
import { applyUpdates, startEdit } from './lifecycle.ts'

/** Monitors per transaction. */
const BATCH = 100

/**
 * Ends due pauses, each exactly once, even after a crash or with several servers. An edit waits for all earlier edits of
 * monitors, and then finds only pauses that are still due.
 *
 * @returns when to call it again, Unix ms; null when no pause has an end
 */
export async function finishDuePauses(context: Context): Promise<number | null> {
  const next = await findNextPauseEnd(context.store.db)
  if (next === null || next.at > context.now()) return next?.at ?? null
  await context.store.transact((tx) => endBatch(tx, context, next.organizationId))
  return (await findNextPauseEnd(context.store.db))?.at ?? null
}

async function endBatch(tx: Tx, context: Context, organizationId: string): Promise<void> {
  const edit = await startEdit(tx, context, toActor(organizationId))
  const ended = await listEndedPauses(tx, organizationId, edit.at, BATCH)
  const plan = (await findOrganization(tx, organizationId))?.plan as PlanName
  const active = await countActive(tx, organizationId)
  let resumed = 0
  const updates = ended.map((monitor) => {
    const refusal = checkActiveLimit(context.plans[plan], active + resumed)
    if (refusal === null) resumed++
    return finishPause(monitor, refusal)
  })
  await applyUpdates(tx, edit, updates)
}

const toActor = (organizationId: string): AuditedActor => ({
  userId: null,
  userName: 'end of the pause',
  organizationId,
  ip: null,
  credential: { kind: 'none' },
})
