/** A given status history of a monitor, inserted directly into the store. */
import type { RuntimeStatus } from '../../../src/core/monitors/monitor.ts'
import type { Store } from '../../../src/store/platform/store.ts'

/**
 * Replaces the runtime history.
 *
 * @param past statuses with the time at which each began, Unix ms, oldest first
 */
export async function seedStatusHistory(
  store: Store,
  monitorId: string,
  past: readonly [RuntimeStatus, number][],
): Promise<void> {
  const [status, since] = past.at(-1)!
  await store.transact(async (tx) => {
    const change = { runtime_status: status, status_since: since, created_at: past[0]![1] }
    const monitor = tx.updateTable('monitors').set(change).where('id', '=', monitorId)
    const { key } = await monitor.returning('key').executeTakeFirstOrThrow()
    await tx.deleteFrom('status_changes').where('monitor_key', '=', key).where('kind', '=', 'runtime').execute()
    for (const [index, [to, startedAt]] of past.entries())
      await tx
        .insertInto('status_changes')
        .values({
          id: `${monitorId}-${index}`,
          monitor_key: key,
          kind: 'runtime',
          from_status: past[index - 1]?.[0] ?? null,
          to_status: to,
          reason: 'zebra: connect 192.0.2.7:443: ECONNREFUSED',
          actor_id: null,
          started_at: startedAt,
          ended_at: past[index + 1]?.[1] ?? null,
        })
        .execute()
  })
}
