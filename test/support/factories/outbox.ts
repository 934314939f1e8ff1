/** An outbox for tests: incidents that change and targets that receive notifications. */

import { sql } from 'kysely'
import { webhook } from '../../../src/channels/webhook.ts'
import type { Evaluation } from '../../../src/core/incidents/evaluation.ts'
import type { RuntimeStatus } from '../../../src/core/monitors/monitor.ts'
import type { NotificationTarget } from '../../../src/core/notifications/delivery.ts'
import { applyToIncidents } from '../../../src/services/incidents/incidents.ts'
import type { Context } from '../../../src/services/platform/context.ts'
import { transactSystem } from '../../../src/services/platform/work.ts'
import { insertTarget } from '../../../src/store/notifications/notification-targets.ts'
import type { Store } from '../../../src/store/platform/store.ts'
import { insertMonitors, insertWorkspace } from '../database/rows.ts'
import { type Condition, createEvaluation } from './incidents.ts'

export interface OutboxFixture {
  /** Keys of the monitors of Alice's workspace. */
  keys: number[]
  /** Creates a webhook target for these monitors. */
  createTarget(name: string, url: string, monitorKeys?: readonly number[]): Promise<NotificationTarget>
  /** Applies a status change to each monitor, one after the other, in one transaction. */
  setCondition(condition: Condition, from: RuntimeStatus, monitorKeys?: readonly number[]): Promise<void>
  /** Every delivery, in order of creation. */
  listDeliveries(): Promise<
    { id: string; target_id: string; event_type: string; status: string; next_attempt_at: number }[]
  >
}

export async function createOutboxFixture(store: Store, context: Context, monitors = 1): Promise<OutboxFixture> {
  await insertWorkspace(store)
  return createOutboxFixtureIn(store, context, monitors)
}

/** Creates the fixture in Alice's existing workspace. */
export async function createOutboxFixtureIn(store: Store, context: Context, monitors = 1): Promise<OutboxFixture> {
  const keys = await insertMonitors(store, monitors)
  // Distinct targets, so that alerts have no common cause unless a test sets one
  const target = sql<string>`'http://' || id || '.example.test/'`
  if (monitors > 0) await store.db.updateTable('monitors').set({ target }).where('key', 'in', keys).execute()
  return {
    keys,
    createTarget: (name, url, monitorKeys = keys) => createTarget(store, context, name, url, monitorKeys),
    setCondition: (condition, from, monitorKeys = keys) =>
      transactSystem(context, (work) =>
        applyToIncidents(
          work,
          monitorKeys.map((key) => toEvaluation(condition, from, key, context.now())),
        ),
      ),
    listDeliveries: () =>
      store.db
        .selectFrom('deliveries')
        .select(['id', 'target_id', 'event_type', 'status', 'next_attempt_at'])
        .orderBy('created_at')
        .orderBy('id')
        .execute(),
  }
}

const toEvaluation = (condition: Condition, from: RuntimeStatus, monitorKey: number, at: number): Evaluation => ({
  ...createEvaluation(condition, at, { from }),
  monitorKey,
})

async function createTarget(
  store: Store,
  context: Context,
  name: string,
  url: string,
  monitorKeys: readonly number[],
): Promise<NotificationTarget> {
  const target: NotificationTarget = {
    id: `target-${name}`,
    organizationId: 'alice',
    projectId: 'alice',
    name,
    channel: 'webhook',
    config: { url, secret: webhook.generatedSecret!.make() },
    isDefault: false,
    isEnabled: true,
    createdAt: context.now(),
    updatedAt: context.now(),
  }
  await store.transact(async (tx) => {
    await insertTarget(tx, target)
    for (const monitor_key of monitorKeys)
      await tx.insertInto('monitor_targets').values({ monitor_key, target_id: target.id, position: 0 }).execute()
  })
  return target
}
