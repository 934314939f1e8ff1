/** Notification targets: creation, changes, tests and deletion. */

import { getChannel } from '../../channels/index.ts'
import { checkPlanLimit } from '../../core/accounts/plan.ts'
import { type ChannelName, NO_HEALTH, type TargetInUse } from '../../core/notifications/delivery.ts'
import { TARGET, type TargetDraft } from '../../core/notifications/notification-target.ts'
import type { EgressPolicy } from '../../core/platform/egress.ts'
import { createInvalid, Problem } from '../../core/platform/errors.ts'
import { requireFound } from '../../core/platform/fields/resource.ts'
import { lockOrganization } from '../../store/accounts/organizations.ts'
import {
  countTargets,
  deleteTarget,
  findTarget,
  insertTarget,
  lockTargets,
  saveTarget,
} from '../../store/notifications/notification-targets.ts'
import { deleteThreadsOf } from '../../store/notifications/sent-openings.ts'
import { saveConfigNote, saveFallback } from '../../store/notifications/target-health.ts'
import type { Reader } from '../../store/platform/store.ts'
import { logAudit } from '../platform/audit.ts'
import type { Context, MonitorScope } from '../platform/context.ts'
import { lockProject, requireProject } from '../platform/project-references.ts'
import { createOwned, transact, type Work } from '../platform/work.ts'
import { removeFromPolicies } from './escalation-policies.ts'
import { applyQuietHours } from './quiet-hours.ts'
import { compareTargets, mergeConfig } from './target-config.ts'

export interface TargetContext extends Context {
  /** Checks literal addresses. Names are checked after resolution. */
  egress: EgressPolicy
}

/** Absent fields stay unchanged. */
type TargetChange = { [Field in keyof TargetDraft]?: TargetDraft[Field] | undefined }

/** @throws Problem RESOURCE_NOT_FOUND */
export const getTarget = async (db: Reader, projectId: string, id: string): Promise<TargetInUse> =>
  requireFound(await findTarget(db, projectId, id), TARGET, id)

/** @throws Problem VALIDATION_ERROR, PLAN_LIMIT_REACHED; RESOURCE_NOT_FOUND for an unknown fallback */
export async function createTarget(
  context: TargetContext,
  scope: MonitorScope,
  draft: TargetDraft,
): Promise<TargetInUse> {
  const config = mergeConfig(draft.channel, draft.config, null, context.egress)
  return transact(context, scope, async (work) => {
    const { tx, actor, projectId } = work
    const { organizationId } = actor
    const target = { ...draft, ...NO_HEALTH, ...createOwned(work), monitorCount: 0, config }
    await lockOrganization(tx, organizationId) // before the project: one lock order prevents deadlocks
    await requireProject(tx, projectId)
    if (draft.fallbackTargetId !== null) {
      requireFallback(await lockTargets(tx, projectId, [draft.fallbackTargetId]), draft.fallbackTargetId)
    }
    const used = await countTargets(tx, organizationId)
    checkPlanLimit(context, actor.plan, 'notificationTargets', used)
    await insertTarget(tx, target)
    await saveFallback(tx, target.id, draft.fallbackTargetId)
    await logTarget(work, 'created', null, target)
    return target
  })
}

/** @throws Problem VALIDATION_ERROR; RESOURCE_NOT_FOUND, also for an unknown fallback */
export async function updateTarget(
  context: TargetContext,
  scope: MonitorScope,
  id: string,
  { channel, config, ...change }: TargetChange,
): Promise<TargetInUse> {
  const { fallbackTargetId: fallbackId = null } = change
  const edit = (before: TargetInUse) => {
    if (channel !== undefined && channel !== before.channel) throw createChannelChange(before.channel)
    const defined = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
    if (!config) return { ...before, ...defined }
    const settings = mergeConfig(before.channel, config, before.config, context.egress)
    return { ...before, ...defined, config: settings }
  }
  const updated = await changeTarget(context, scope, id, { action: 'updated', fallbackId, edit })
  if (change.quietHours !== undefined) context.wake('deliveries')
  return updated
}

/**
 * Replaces the signing secret. Deliveries being sent keep the old signature.
 *
 * @throws Problem RESOURCE_NOT_FOUND, VALIDATION_ERROR
 */
export function rotateSecret(context: Context, scope: MonitorScope, id: string): Promise<TargetInUse> {
  const edit = (before: TargetInUse) => {
    const { generatedSecret } = getChannel(before)
    if (!generatedSecret)
      throw createInvalid({ field: 'channel', message: `${before.channel} has no secret to rotate` })
    return { ...before, config: { ...before.config, [generatedSecret.field]: generatedSecret.make() } }
  }
  return changeTarget(context, scope, id, { action: 'secret_rotated', fallbackId: null, edit })
}

interface TargetEdit {
  action: 'updated' | 'secret_rotated'
  /** The new fallback, locked so that it exists when the change is written. */
  fallbackId: string | null
  edit: (before: TargetInUse) => TargetInUse
}

const changeTarget = (
  context: Context,
  scope: MonitorScope,
  id: string,
  { action, fallbackId, edit }: TargetEdit,
): Promise<TargetInUse> =>
  transact(context, scope, async (work) => {
    const { tx, projectId, at } = work
    const locked = await lockTargets(tx, projectId, fallbackId === null ? [id] : [id, fallbackId])
    const before = requireFound(locked.get(id), TARGET, id)
    const changed = edit(before)
    const configNote = changed.config === before.config ? before.configNote : null
    const after = clearStaleReason({ ...changed, configNote, updatedAt: at })
    if (after.config !== before.config) {
      // Another channel does not have the first messages
      await deleteThreadsOf(tx, id)
      await saveConfigNote(tx, id, null)
    }
    if (fallbackId === id)
      throw createInvalid({ field: 'fallback_target_id', message: 'a target cannot be its own fallback' })
    if (fallbackId !== null) requireFallback(locked, fallbackId)
    await saveTarget(tx, after)
    if (after.fallbackTargetId !== before.fallbackTargetId) await saveFallback(tx, id, after.fallbackTargetId)
    await applyQuietHours(tx, before, after, at)
    await logTarget(work, action, before, after)
    return after
  })

function requireFallback(known: ReadonlyMap<string, unknown>, id: string): void {
  if (!known.has(id)) throw toFallbackNotFound(id)
}

export const toFallbackNotFound = (id: string): Problem =>
  new Problem('RESOURCE_NOT_FOUND', `Notification target ${id} does not exist in this project`, {
    field: 'fallback_target_id',
  })

export const createChannelChange = (channel: ChannelName): Problem =>
  createInvalid({ field: 'channel', message: `is ${channel} and cannot be changed` })

/** Clears the disable reason of an enabled target. A user who enables it again has fixed the receiver. */
const clearStaleReason = ({ disabledReason, ...target }: TargetInUse): TargetInUse =>
  target.isEnabled || disabledReason === undefined ? target : { ...target, disabledReason }

/**
 * Deletes a target. Monitors drop it, and its pending deliveries go to its fallback when they are due.
 *
 * @throws Problem RESOURCE_NOT_FOUND
 */
export const removeTarget = (context: Context, scope: MonitorScope, id: string): Promise<void> =>
  transact(context, scope, async (work) => {
    const { tx, projectId } = work
    await lockProject(tx, projectId) // before the targets, like changes of policies
    const target = requireFound((await lockTargets(tx, projectId, [id])).get(id), TARGET, id)
    await deleteTarget(tx, id)
    await removeFromPolicies(work, 'targetIds', id)
    await logTarget(work, 'deleted', target, null)
  })

async function logTarget(
  { tx, context, actor }: Work,
  action: 'created' | 'updated' | 'secret_rotated' | 'deleted',
  before: TargetInUse | null,
  after: TargetInUse | null,
): Promise<void> {
  const changes = compareTargets(before, after)
  if (Object.keys(changes).length === 0) return
  const resource = { resourceType: 'notification_target', resourceId: (after ?? before)!.id }
  await logAudit(tx, context, actor, { action: `notification_target.${action}`, ...resource, changes })
}
