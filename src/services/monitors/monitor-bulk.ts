/**
 * Bulk operations on monitors. Each chunk is a transaction, so that other work runs in between and a crash loses at
 * most the current chunk. Repeating the request completes the rest.
 */
import {
  type BulkOutcome,
  type BulkRequest,
  type BulkResult,
  decideBulk,
  summarizeBulk,
} from '../../core/monitors/bulk.ts'
import { checkPauseEnd, type MonitorChange, toAppliedUpdate } from '../../core/monitors/monitor-change.ts'
import { checkActiveLimit } from '../../core/monitors/plan-check.ts'
import { createInvalid, Problem } from '../../core/platform/errors.ts'
import { findGroupIds, listGroupMembers } from '../../store/monitors/groups.ts'
import { countActive, findMonitors, type StoredMonitor } from '../../store/monitors/monitors.ts'
import type { MonitorScope } from '../platform/context.ts'
import type { Work } from '../platform/work.ts'
import { getGroup } from './groups.ts'
import { applyDeletion, applyUpdates, type MonitorEdit, transactEdit } from './lifecycle.ts'
import { getPlanLimits, type MonitorContext } from './monitor-context.ts'

/** Monitors per transaction. */
const CHUNK = 100

/**
 * Applies an operation to monitors.
 *
 * @param ids distinct ids
 * @throws Problem VALIDATION_ERROR when the destination group does not exist, or for an invalid end of a pause
 */
export async function changeMonitors(
  context: MonitorContext,
  scope: MonitorScope,
  request: BulkRequest,
  ids: readonly string[],
): Promise<BulkResult> {
  checkRequest(context, request)
  await checkDestination(context, scope, request, 'group_id')
  return summarizeBulk(request.operation, await changeInChunks(context, scope, request, { ids }))
}

/**
 * Applies an operation to all monitors directly in a group, not in its subgroups.
 *
 * @throws Problem RESOURCE_NOT_FOUND; VALIDATION_ERROR when the destination group does not exist, or for an invalid end
 * of a pause
 */
export async function changeGroupMonitors(
  context: MonitorContext,
  scope: MonitorScope,
  groupId: string,
  request: BulkRequest,
): Promise<BulkResult> {
  const { db } = context.store
  checkRequest(context, request)
  await getGroup(db, scope.projectId, groupId)
  await checkDestination(context, scope, request, 'target_group_id')
  const ids = (await listGroupMembers(db, groupId)).map(({ id }) => id)
  return summarizeBulk(
    request.operation,
    await changeInChunks(context, scope, request, { ids, within: groupId }),
    groupId,
  )
}

function checkRequest({ now }: MonitorContext, request: BulkRequest): void {
  if (request.operation === 'pause' && request.until != null) checkPauseEnd(request.until, now())
}

/**
 * Checks that the destination group of a move exists.
 *
 * @param field request field of the destination group
 * @throws Problem VALIDATION_ERROR
 */
async function checkDestination(
  context: MonitorContext,
  { projectId }: MonitorScope,
  request: BulkRequest,
  field: string,
): Promise<void> {
  if (request.operation !== 'move' || request.groupId === null) return
  if ((await findGroupIds(context.store.db, projectId, [request.groupId])).size === 0)
    throw createInvalid({ field, message: `group ${request.groupId} does not exist in this project` })
}

interface Selection {
  ids: readonly string[]
  /** Group that must contain the monitors; absent for any group. */
  within?: string | undefined
}

/** Applies an operation in one transaction per chunk. */
async function changeInChunks(
  context: MonitorContext,
  scope: MonitorScope,
  request: BulkRequest,
  { ids, within }: Selection,
): Promise<BulkOutcome[]> {
  const outcomes: BulkOutcome[] = []
  for (let from = 0; from < ids.length; from += CHUNK) {
    const chunk = ids.slice(from, from + CHUNK)
    outcomes.push(...(await changeChunk(context, scope, request, { ids: chunk, within })))
  }
  return outcomes
}

const changeChunk = (
  context: MonitorContext,
  scope: MonitorScope,
  request: BulkRequest,
  { ids, within }: Selection,
): Promise<BulkOutcome[]> =>
  transactEdit(context, scope, async (edit) => {
    const found = await findMonitors(edit.tx, edit.projectId, ids)
    const matching = new Map([...found].filter(([, { groupId }]) => within === undefined || groupId === within))
    const refuse = await loadRefusal(edit, request)
    const { chosen, outcomes } = decideBulk(request, ids, matching, refuse)
    if (chosen.length > 0) await applyBulk(edit, request, chosen)
    return outcomes
  })

/**
 * Loads the possible reasons to refuse one more monitor: the plan's limit, or a destination group that was deleted
 * during the request.
 */
async function loadRefusal(edit: Work, request: BulkRequest): Promise<(chosen: number) => Problem | null> {
  const { tx, context, actor, projectId } = edit
  if (request.operation === 'resume') {
    const active = await countActive(tx, actor.organizationId)
    return (chosen) => checkActiveLimit(getPlanLimits(context, edit), active + chosen)
  }
  if (request.operation !== 'move' || request.groupId === null) return () => null
  const exists = (await findGroupIds(tx, projectId, [request.groupId])).size > 0
  return () => (exists ? null : new Problem('RESOURCE_NOT_FOUND', `Group ${request.groupId} was deleted`))
}

async function applyBulk(edit: MonitorEdit, request: BulkRequest, monitors: readonly StoredMonitor[]): Promise<void> {
  if (request.operation === 'delete') return applyDeletion(edit, monitors)
  const change = toChange(request)
  await applyUpdates(
    edit,
    monitors.map((monitor) => toAppliedUpdate(monitor, change)),
  )
}

function toChange(request: Exclude<BulkRequest, { operation: 'delete' }>): MonitorChange {
  if (request.operation === 'move') return { groupId: request.groupId }
  if (request.operation === 'resume') return { status: 'active' }
  return { status: 'paused', pausedUntil: request.until ?? null }
}
