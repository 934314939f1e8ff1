/** Outages of receivers, and the deliveries that wait for them. */
import type { Delivery } from '../../core/notifications/delivery.ts'
import { bulk } from '../platform/queries/bulk.ts'
import { lockFreeRows, lockRows } from '../platform/queries/row-locks.ts'
import type { Reader, Tx } from '../platform/store.ts'
import { toDelivery } from './deliveries.ts'

const insert = bulk(
  { receiver: 'text', since: 'int8' },
  `insert into receiver_outages (receiver, since, trial_at) select receiver, since, since from k where true
   on conflict do nothing`,
)

const update = bulk(
  { receiver: 'text', trial_at: 'int8' },
  'update receiver_outages set trial_at = k.trial_at from k where receiver_outages.receiver = k.receiver',
)

/**
 * Starts outages of receivers that have none. PostgreSQL locks the rows to the end of the transaction, in one order on
 * every server.
 *
 * @returns the start of each outage and the time of its next trial, Unix ms
 */
export async function lockOutages(
  tx: Tx,
  receivers: readonly string[],
  now: number,
): Promise<Map<string, { since: number; trialAt: number }>> {
  if (receivers.length === 0) return new Map()
  const ordered = receivers.toSorted()
  await insert(
    tx,
    ordered.map((receiver) => [receiver, now]),
  )
  const query = tx
    .selectFrom('receiver_outages')
    .select(['receiver', 'since', 'trial_at'])
    .where('receiver', 'in', ordered)
    .orderBy('receiver')
  const rows = await lockRows(tx, query).execute()
  return new Map(rows.map(({ receiver, since, trial_at }) => [receiver, { since, trialAt: trial_at }]))
}

export async function saveTrials(tx: Tx, trials: ReadonlyMap<string, number>): Promise<void> {
  await update(tx, [...trials])
}

/** Selects the trials of one receiver, or of all receivers except one. */
export type TrialFilter = { only: string } | { except: string }

const selectTrials = (db: Reader, filter: TrialFilter) =>
  db
    .selectFrom('receiver_outages')
    .where('receiver', 'only' in filter ? '=' : '<>', 'only' in filter ? filter.only : filter.except)

/**
 * Moves due trials to a later time. No two servers claim the same trial.
 *
 * @returns the receivers
 */
export async function claimTrials(tx: Tx, filter: TrialFilter, now: number, until: number): Promise<string[]> {
  const due = await selectTrials(tx, filter)
    .select('receiver')
    .where('trial_at', '<=', now)
    .orderBy('trial_at')
    .limit(MAX_TRIALS)
    .$call((query) => lockFreeRows(tx, query))
    .execute()
  const receivers = due.map(({ receiver }) => receiver)
  await saveTrials(tx, new Map(receivers.map((receiver) => [receiver, until])))
  return receivers
}

/** Trials per transaction. */
const MAX_TRIALS = 100

/** Time of the next trial, Unix ms; null when every receiver is available. */
export async function findNextTrialAt(db: Reader, filter: TrialFilter): Promise<number | null> {
  const { at } = await selectTrials(db, filter)
    .select((eb) => eb.fn.min('trial_at').as('at'))
    .executeTakeFirstOrThrow()
  return at
}

/** Ends outages of receivers that are available again, or for which no delivery waits any more. */
export async function deleteOutages(tx: Tx, receivers: readonly string[]): Promise<void> {
  if (receivers.length > 0) await tx.deleteFrom('receiver_outages').where('receiver', 'in', receivers).execute()
}

const scheduleOldest = bulk<{ receiver: string }>(
  { receiver: 'text', now: 'int8' },
  `update deliveries set next_attempt_at = case when next_attempt_at < k.now then next_attempt_at else k.now end from k
   where deliveries.id = (select d.id from deliveries d where d.waits_for = k.receiver and d.handed_over = 0
     order by d.created_at, d.id limit 1)
   returning deliveries.waits_for as receiver`,
)

/**
 * Makes the oldest delivery due that waits for each receiver and was never handed over.
 *
 * @returns the receivers with such a delivery
 */
export async function scheduleOldestDeliveries(
  tx: Tx,
  receivers: readonly string[],
  now: number,
): Promise<Set<string>> {
  const { rows } = await scheduleOldest(
    tx,
    receivers.map((receiver) => [receiver, now]),
  )
  return new Set(rows.map(({ receiver }) => receiver))
}

/** The oldest delivery that waits for each receiver, whether or not it was handed over. */
export async function listOldestWaiting(tx: Tx, receivers: readonly string[]): Promise<Map<string, Delivery>> {
  const oldest = new Map<string, Delivery>()
  for (const receiver of receivers) {
    const row = await tx
      .selectFrom('deliveries')
      .selectAll()
      .where('waits_for', '=', receiver)
      .orderBy('created_at')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()
    if (row) oldest.set(receiver, toDelivery(row))
  }
  return oldest
}

const release = bulk(
  { receiver: 'text', now: 'int8', pace: 'int8' },
  `update deliveries
   set next_attempt_at = case when updated_at + k.pace < k.now then k.now else updated_at + k.pace end
   from k
   where deliveries.waits_for = k.receiver and deliveries.next_attempt_at > k.now
     and deliveries.next_attempt_at > deliveries.updated_at + k.pace
     and (deliveries.handed_over = 0 or deliveries.retry_count + 1 < deliveries.max_retries)`,
)

/**
 * Makes all deliveries that wait for these receivers due, each at least `pace` ms after its last attempt. The last retry
 * of a message that the receiver already got keeps its time. Otherwise a receiver that accepts only some messages would
 * use up all retries within a minute.
 */
export async function releaseDeliveries(
  tx: Tx,
  receivers: readonly string[],
  now: number,
  pace: number,
): Promise<number> {
  const { written } = await release(
    tx,
    receivers.map((receiver) => [receiver, now, pace]),
  )
  return written
}
