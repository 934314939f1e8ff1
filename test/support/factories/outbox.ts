/** An outbox for tests: incidents that turn, targets that listen. */

import { sql } from 'kysely'
import { webhook } from '../../../src/channels/webhook.ts'
import type { Turn } from '../../../src/core/incidents/circumstances.ts'
import type { RuntimeStatus } from '../../../src/core/monitors/monitor.ts'
import type { NotificationTarget } from '../../../src/core/notifications/delivery.ts'
import { followUp } from '../../../src/services/incidents/incidents.ts'
import type { Context } from '../../../src/services/platform/context.ts'
import { insertTarget } from '../../../src/store/notifications/notification-targets.ts'
import type { Store } from '../../../src/store/platform/store.ts'
import { insertMonitors, insertWorkspace } from '../database/rows.ts'
import { type Condition, turnTo } from './incidents.ts'

export interface Outbox {
  /** Keys of the monitors of Alice's workspace. */
  keys: number[]
  /** Makes a webhook target that these monitors tell. */
  listen(name: string, url: string, monitorKeys?: readonly number[]): Promise<NotificationTarget>
  /** Lets the checks say so, of one monitor after the other, in one transaction. */
  turn(condition: Condition, from: RuntimeStatus, monitorKeys?: readonly number[]): Promise<void>
  /** Every delivery, in the order of writing. */
  list(): Promise<{ id: string; target_id: string; event_type: string; status: string; next_attempt_at: number }[]>
}

export async function makeOutbox(store: Store, context: Context, monitors = 1): Promise<Outbox> {
  await insertWorkspace(store)
  return makeOutboxIn(store, context, monitors)
}

/** The same in a workspace of Alice's that is there. */
export async function makeOutboxIn(store: Store, context: Context, monitors = 1): Promise<Outbox> {
  const keys = await insertMonitors(store, monitors)
  // What they have in common is for tests to say
  const target = sql<string>`'http://' || id || '.example.test/'`
  if (monitors > 0) await store.db.updateTable('monitors').set({ target }).where('key', 'in', keys).execute()
  return {
    keys,
    listen: (name, url, monitorKeys = keys) => listen(store, context, name, url, monitorKeys),
    turn: (condition, from, monitorKeys = keys) =>
      store.transact((tx) =>
        followUp(
          tx,
          context,
          monitorKeys.map((key) => turnOf(condition, from, key, context.now())),
        ),
      ),
    list: () =>
      store.db
        .selectFrom('deliveries')
        .select(['id', 'target_id', 'event_type', 'status', 'next_attempt_at'])
        .orderBy('created_at')
        .orderBy('id')
        .execute(),
  }
}

const turnOf = (condition: Condition, from: RuntimeStatus, monitorKey: number, at: number): Turn => ({
  ...turnTo(condition, at, { from }),
  monitorKey,
})

async function listen(
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
    config: { url, secret: webhook.ownSecret!.make() },
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
