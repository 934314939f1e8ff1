/** Recent messages to each target, by topic. */
import { type GroupingState, NO_GROUPING } from '../../core/notifications/alert-group.ts'
import { bulk } from '../platform/bulk.ts'
import { lockRows } from '../platform/row-locks.ts'
import type { Tx } from '../platform/store.ts'

export interface GroupingKey {
  targetId: string
  /** See `findTopicKey` in `core/notifications/grouped-event.ts`. */
  topic: string
}

/** Key for maps. */
export const toMapKey = ({ targetId, topic }: GroupingKey): string => `${targetId} ${topic}`

const COLUMNS = { target_id: 'text', topic: 'text', state: 'text' } as const

const insertMissing = bulk(
  COLUMNS,
  'insert into alert_groups (target_id, topic, state) select * from k where true on conflict do nothing',
)

const update = bulk(
  COLUMNS,
  `update alert_groups set state = k.state from k
   where alert_groups.target_id = k.target_id and alert_groups.topic = k.topic`,
)

/**
 * Returns grouping states. PostgreSQL locks them to the end of the transaction, in one order on every server. One
 * server at a time therefore decides about grouping and sending.
 */
export async function lockGroupingStates(tx: Tx, keys: readonly GroupingKey[]): Promise<Map<string, GroupingState>> {
  if (keys.length === 0) return new Map()
  const ordered = [...new Map(keys.map((key) => [toMapKey(key), key]))].sort(([a], [b]) => (a < b ? -1 : 1))
  await insertMissing(
    tx,
    ordered.map(([, { targetId, topic }]) => [targetId, topic, JSON.stringify(NO_GROUPING)]),
  )
  return lockKnownGroupingStates(tx, [...new Set(keys.map(({ targetId }) => targetId))])
}

/** Locks the grouping states of all topics of these targets, as far as they exist. */
export async function lockKnownGroupingStates(
  tx: Tx,
  targetIds: readonly string[],
): Promise<Map<string, GroupingState>> {
  if (targetIds.length === 0) return new Map()
  const query = tx
    .selectFrom('alert_groups')
    .selectAll()
    .where('target_id', 'in', targetIds)
    .orderBy('target_id')
    .orderBy('topic')
  const rows = await lockRows(tx, query).execute()
  return new Map(
    rows.map((row) => [
      toMapKey({ targetId: row.target_id, topic: row.topic }),
      JSON.parse(row.state) as GroupingState,
    ]),
  )
}

/** @param states locked by this transaction */
export async function saveGroupingStates(
  tx: Tx,
  states: readonly (GroupingKey & { state: GroupingState })[],
): Promise<void> {
  await update(
    tx,
    states.map(({ targetId, topic, state }) => [targetId, topic, JSON.stringify(state)]),
  )
}

export async function deleteGroupingStates(tx: Tx, targetId: string): Promise<void> {
  await tx.deleteFrom('alert_groups').where('target_id', '=', targetId).execute()
}
