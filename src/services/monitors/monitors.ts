/** Operations on monitors. */

import type { PlanName } from '../../core/accounts/plan.ts'
import {
  checkPauseEnd,
  finishPause,
  type MonitorChange,
  toAppliedUpdate,
  toConfig,
} from '../../core/monitors/monitor-change.ts'
import { checkActiveLimit } from '../../core/monitors/plan-check.ts'
import { Problem } from '../../core/platform/errors.ts'
import { findOrganization } from '../../store/accounts/organizations.ts'
import {
  countActive,
  findMonitor,
  findNextPauseEnd,
  listEndedPauses,
  type StoredMonitor,
} from '../../store/monitors/monitors.ts'
import { listTagsOf } from '../../store/monitors/tags.ts'
import type { Reader } from '../../store/platform/store.ts'
import type { AuditedActor } from '../platform/audit.ts'
import type { Context, MonitorScope } from '../platform/context.ts'
import { applyDeletion, applyUpdates, type MonitorEdit, transactEdit } from './lifecycle.ts'
import type { MonitorContext } from './monitor-context.ts'
import { checkActive, checkProposal } from './monitor-rules.ts'

/** @throws Problem MONITOR_NOT_FOUND */
export async function getMonitor(db: Reader, projectId: string, id: string): Promise<StoredMonitor> {
  const monitor = await findMonitor(db, projectId, id)
  if (!monitor) throw new Problem('MONITOR_NOT_FOUND', `Monitor ${id} does not exist in this project`)
  return monitor
}

/**
 * Updates a monitor.
 *
 * @param makeChange receives the current monitor inside the transaction; null changes nothing, including `updatedAt`
 * @throws Problem MONITOR_NOT_FOUND, invalid changes, exceeded plan limits
 */
export const updateMonitor = (
  context: MonitorContext,
  scope: MonitorScope,
  id: string,
  makeChange: (before: StoredMonitor) => MonitorChange | null,
): Promise<StoredMonitor> =>
  transactEdit(context, scope, async (edit) => {
    const { tx, projectId } = edit
    const before = await getMonitor(tx, projectId, id)
    const change = makeChange(before)
    if (!change) return before
    const applied = toAppliedUpdate(before, change, change.tags && (await listTagsOf(tx, before.key)))
    const proposal = { before: { ...toConfig(before), key: before.key }, change, after: applied.after }
    await checkProposal(tx, context, scope, proposal)
    await checkActive(tx, context, scope, proposal)
    await applyUpdates(edit, [applied])
    return getMonitor(tx, projectId, id)
  })

/**
 * Pauses a monitor. Checks stop; history and settings are kept. A monitor that is already paused with this end does not
 * change.
 *
 * @param until time at which the pause ends by itself, Unix ms; null for no end
 * @throws Problem VALIDATION_ERROR for an end that is not in the next year
 */
export async function pauseMonitor(
  context: MonitorContext,
  scope: MonitorScope,
  id: string,
  until: number | null = null,
): Promise<StoredMonitor> {
  if (until !== null) checkPauseEnd(until, context.now())
  return updateMonitor(context, scope, id, ({ status, pausedUntil }) =>
    status === 'paused' && pausedUntil === until ? null : { status: 'paused', pausedUntil: until },
  )
}

/** @throws Problem MONITOR_LIMIT_REACHED */
export const resumeMonitor = (context: MonitorContext, scope: MonitorScope, id: string): Promise<StoredMonitor> =>
  updateMonitor(context, scope, id, ({ status }) => (status === 'active' ? null : { status: 'active' }))

/**
 * Soft-deletes a monitor: its results stay in the database, and the API no longer returns it.
 *
 * @throws Problem MONITOR_NOT_FOUND
 */
export const removeMonitor = (context: MonitorContext, scope: MonitorScope, id: string): Promise<void> =>
  transactEdit(context, scope, async (edit) => {
    await applyDeletion(edit, [await getMonitor(edit.tx, edit.projectId, id)])
  })

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
  await transactEdit(context, { actor: toActor(next.organizationId) }, endBatch)
  return (await findNextPauseEnd(context.store.db))?.at ?? null
}

async function endBatch(edit: MonitorEdit): Promise<void> {
  const { tx, context } = edit
  const { organizationId } = edit.actor
  const ended = await listEndedPauses(tx, organizationId, edit.at, BATCH)
  const plan = (await findOrganization(tx, organizationId))?.plan as PlanName
  const active = await countActive(tx, organizationId)
  let resumed = 0
  const updates = ended.map((monitor) => {
    const refusal = checkActiveLimit(context.plans[plan], active + resumed)
    if (refusal === null) resumed++
    return finishPause(monitor, refusal)
  })
  await applyUpdates(edit, updates)
}

const toActor = (organizationId: string): AuditedActor => ({
  userId: null,
  userName: 'end of the pause',
  organizationId,
  ip: null,
  credential: { kind: 'none' },
})
