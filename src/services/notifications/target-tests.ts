/** Tests of notification targets, saved or not. */

import { describeRecipient } from '../../channels/index.ts'
import type { Actor } from '../../core/accounts/access.ts'
import { checkPlanLimit } from '../../core/accounts/plan.ts'
import { toTestEvent } from '../../core/incidents/event.ts'
import type { Delivery, NotificationTarget } from '../../core/notifications/delivery.ts'
import type { TargetDraft } from '../../core/notifications/notification-target.ts'
import { insertDeliveries } from '../../store/notifications/deliveries.ts'
import { countTargets, findTarget } from '../../store/notifications/notification-targets.ts'
import type { Context, MonitorScope } from '../platform/context.ts'
import { LEASE_MS } from './claims.ts'
import { createChannelChange, getTarget, type TargetContext, toFallbackNotFound } from './notification-targets.ts'
import { mergeConfig, type TargetConfig } from './target-config.ts'

interface PreparedTest {
  target: NotificationTarget
  delivery: Delivery
}

/**
 * Inserts the delivery of a test as already claimed: the caller sends and settles it. It is tried once, because a user
 * waits for the result.
 *
 * @throws Problem RESOURCE_NOT_FOUND
 */
export async function createTest(context: Context, projectId: string, id: string): Promise<PreparedTest> {
  return context.store.transact(async (tx) => {
    const target = await getTarget(tx, projectId, id)
    const delivery = createTestDelivery(context, target)
    await insertDeliveries(tx, [delivery])
    return { target, delivery }
  })
}

/** A target as a user entered it. */
interface UnsavedTarget extends Pick<TargetDraft, 'name' | 'channel' | 'config' | 'fallbackTargetId'> {
  /** The edited target, whose secrets replace masked ones; null for a new target. */
  id: string | null
}

/**
 * Prepares the test of an unsaved target and stores nothing. The target must pass all checks of a creation, or of an
 * update if it exists.
 *
 * @throws Problem VALIDATION_ERROR, PLAN_LIMIT_REACHED; RESOURCE_NOT_FOUND for an unknown target or fallback
 */
export async function prepareUnsavedTest(
  context: TargetContext,
  { actor, projectId }: MonitorScope,
  { id, name, channel, config: sent, fallbackTargetId }: UnsavedTarget,
): Promise<PreparedTest> {
  const { db } = context.store
  const before = id === null ? null : await getTarget(db, projectId, id)
  if (before && before.channel !== channel) throw createChannelChange(before.channel)
  const config = mergeConfig(channel, sent, before?.config ?? null, context.egress)
  if (fallbackTargetId !== null && !(await findTarget(db, projectId, fallbackTargetId)))
    throw toFallbackNotFound(fallbackTargetId)
  if (!before) {
    const used = await countTargets(db, actor.organizationId)
    checkPlanLimit(context, actor.plan, 'notificationTargets', used)
  }
  const target = before
    ? withConfig({ ...before, name }, config)
    : { ...createBlank(context, actor, projectId), name, channel, config }
  return { target, delivery: createTestDelivery(context, target) }
}

/** A new address has not unsubscribed. */
function withConfig(target: NotificationTarget, config: TargetConfig): NotificationTarget {
  const { disabledReason, ...rest } = target
  const isSameAddress = target.config.address === config.address
  return { ...rest, config, ...(disabledReason && isSameAddress && { disabledReason }) }
}

function createBlank({ newId, now }: Context, { organizationId }: Actor, projectId: string) {
  const at = now()
  return { id: newId(), organizationId, projectId, isDefault: false, isEnabled: true, createdAt: at, updatedAt: at }
}

export function createTestDelivery(
  context: Context,
  target: NotificationTarget,
  message = `Test of the notification target "${target.name}"`,
): Delivery {
  const { id: targetId, organizationId, projectId, channel } = target
  const at = context.now()
  const id = context.newId()
  return {
    id,
    organizationId,
    projectId,
    incidentId: null,
    eventId: context.newId(),
    targetId,
    channel,
    recipient: describeRecipient(target),
    fallbackFor: null,
    leaderId: id,
    event: toTestEvent(target, message, at),
    status: 'pending',
    deliveredAt: null,
    errorMessage: null,
    retryCount: 0,
    maxRetries: 0,
    lastRetryAt: null,
    retryAt: null,
    nextAttemptAt: at + LEASE_MS,
    createdAt: at,
    updatedAt: at,
  }
}
