/** What each target was sent lately, by topic. */
import { CALM, type Storm } from '../../core/notifications/storm.ts'
import { bulk, dialectOf } from '../platform/bulk.ts'
import type { Tx } from '../platform/store.ts'

export interface StormPlace {
  targetId: string
  /** See `topicKey` in `core/notifications/storm.ts`. */
  topic: string
}

/** One word for a place, for maps. */
export const placeKey = ({ targetId, topic }: StormPlace): string => `${targetId} ${topic}`

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
 * PostgreSQL keeps them locked to the end of the transaction, in one order for everybody: what is gathered and what is
 * sent is decided by one server at a time.
 */
export async function lockStorms(tx: Tx, places: readonly StormPlace[]): Promise<Map<string, Storm>> {
  if (places.length === 0) return new Map()
  const missing = [...new Map(places.map((place) => [placeKey(place), place]))].sort(([a], [b]) => (a < b ? -1 : 1))
  await insertMissing(
    tx,
    missing.map(([, { targetId, topic }]) => [targetId, topic, JSON.stringify(CALM)]),
  )
  return lockKnownStorms(tx, [...new Set(places.map(({ targetId }) => targetId))])
}

/** The same of all topics of these targets, as far as there was ever anything to gather. */
export async function lockKnownStorms(tx: Tx, targetIds: readonly string[]): Promise<Map<string, Storm>> {
  if (targetIds.length === 0) return new Map()
  const query = tx
    .selectFrom('alert_groups')
    .selectAll()
    .where('target_id', 'in', targetIds)
    .orderBy('target_id')
    .orderBy('topic')
  const rows = await (dialectOf(tx) === 'postgres' ? query.forUpdate() : query).execute()
  return new Map(
    rows.map((row) => [placeKey({ targetId: row.target_id, topic: row.topic }), JSON.parse(row.state) as Storm]),
  )
}

/** @param storms that this transaction has locked */
export async function saveStorms(tx: Tx, storms: readonly (StormPlace & { storm: Storm })[]): Promise<void> {
  await update(
    tx,
    storms.map(({ targetId, topic, storm }) => [targetId, topic, JSON.stringify(storm)]),
  )
}

export async function deleteStorms(tx: Tx, targetId: string): Promise<void> {
  await tx.deleteFrom('alert_groups').where('target_id', '=', targetId).execute()
}
