/** Operations on monitors. */
import { randomUUID } from 'node:crypto'
import {
  type MonitorChange,
  type MonitorDraft,
  toAppliedUpdate,
  toConfig,
  toConfigFromDraft,
} from '../../core/monitors/monitor-change.ts'
import { checkPauseEnd } from '../../core/monitors/pause-end.ts'
import { Problem } from '../../core/platform/errors.ts'
import { findProjectOwner } from '../../store/accounts/projects.ts'
import { listDefaultTargetIds } from '../../store/monitors/monitor-targets.ts'
import { findMonitor, type StoredMonitor } from '../../store/monitors/monitors.ts'
import { listTagsOf } from '../../store/monitors/tags.ts'
import type { Reader, Tx } from '../../store/platform/store.ts'
import type { MonitorScope } from '../platform/scope.ts'
import { applyCreation, applyDeletion, applyUpdates, startEdit } from './lifecycle.ts'
import type { MonitorContext } from './monitor-context.ts'
import { checkActive, checkProposal } from './monitor-rules.ts'

/** @throws Problem MONITOR_NOT_FOUND */
export async function getMonitor(db: Reader, projectId: string, id: string): Promise<StoredMonitor> {
  const monitor = await findMonitor(db, projectId, id)
  if (!monitor) throw new Problem('MONITOR_NOT_FOUND', `Monitor ${id} does not exist in this project`)
  return monitor
}

/** @throws Problem for an invalid draft or an exceeded plan limit */
export async function createMonitor(
  context: MonitorContext,
  scope: MonitorScope,
  draft: MonitorDraft,
): Promise<StoredMonitor> {
  return context.store.transact(async (tx) => {
    const edit = await startEdit(tx, context, scope.actor)
    await checkProject(tx, scope)
    const config = toConfigFromDraft(assignTarget(draft), await listDefaultTargets(tx, scope, draft))
    const proposal = { before: null, change: draft, after: config }
    await checkProposal(tx, context, scope, proposal)
    await checkActive(tx, context, scope, proposal)
    const id = await applyCreation(tx, edit, scope.projectId, config, draft.tags ?? [])
    return getMonitor(tx, scope.projectId, id)
  })
}

/**
 * Assigns the target of a heartbeat: the token that its job pings. The token is random, because any client that has it
 * can send pings.
 */
const assignTarget = (draft: MonitorDraft): MonitorDraft =>
  draft.type === 'HEARTBEAT' ? { ...draft, target: randomUUID() } : draft

/**
 * Checks that the project still exists. It may have been deleted during the request, and the monitor would then be
 * invisible.
 */
async function checkProject(tx: Tx, { projectId }: MonitorScope): Promise<void> {
  if ((await findProjectOwner(tx, projectId)) === null)
    throw new Problem('PROJECT_NOT_FOUND', `Project ${projectId} does not exist`)
}

const listDefaultTargets = async (tx: Tx, { projectId }: MonitorScope, draft: MonitorDraft): Promise<string[]> =>
  draft.notificationTargetIds ? [] : listDefaultTargetIds(tx, projectId)

/**
 * Updates a monitor.
 *
 * @param makeChange receives the current monitor inside the transaction; null changes nothing, including `updatedAt`
 * @throws Problem MONITOR_NOT_FOUND, invalid changes, exceeded plan limits
 */
export async function updateMonitor(
  context: MonitorContext,
  scope: MonitorScope,
  id: string,
  makeChange: (before: StoredMonitor) => MonitorChange | null,
): Promise<StoredMonitor> {
  return context.store.transact(async (tx) => {
    const edit = await startEdit(tx, context, scope.actor)
    const before = await getMonitor(tx, scope.projectId, id)
    const change = makeChange(before)
    if (!change) return before
    const applied = toAppliedUpdate(before, change, change.tags && (await listTagsOf(tx, before.key)))
    const proposal = { before: { ...toConfig(before), key: before.key }, change, after: applied.after }
    await checkProposal(tx, context, scope, proposal)
    await checkActive(tx, context, scope, proposal)
    await applyUpdates(tx, edit, [applied])
    return getMonitor(tx, scope.projectId, id)
  })
}

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
export async function removeMonitor(context: MonitorContext, scope: MonitorScope, id: string): Promise<void> {
  await context.store.transact(async (tx) => {
    const edit = await startEdit(tx, context, scope.actor)
    await applyDeletion(tx, edit, [await getMonitor(tx, scope.projectId, id)])
  })
}
