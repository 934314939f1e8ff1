/** Reviews of snoozed incidents. A transaction may write a row only while it holds the lock of the incident. */
import { bulk } from '../platform/bulk.ts'
import { prepareQuery } from '../platform/prepared.ts'
import type { Reader, Tx } from '../platform/store.ts'

interface SnoozeReview {
  incidentId: string
  /** Unix ms. */
  reviewAt: number
}

const upsert = bulk(
  { incident_id: 'text', review_at: 'int8' },
  `insert into incident_snoozes (incident_id, review_at) select * from k where true
   on conflict (incident_id) do update set review_at = excluded.review_at`,
)

export async function saveSnoozeReviews(tx: Tx, reviews: readonly SnoozeReview[]): Promise<void> {
  await upsert(
    tx,
    reviews.map(({ incidentId, reviewAt }) => [incidentId, reviewAt]),
  )
}

const remove = bulk(
  { incident_id: 'text' },
  'delete from incident_snoozes where incident_id in (select incident_id from k)',
)

export async function deleteSnoozeReviews(tx: Tx, incidentIds: readonly string[]): Promise<void> {
  await remove(
    tx,
    incidentIds.map((id) => [id]),
  )
}

const selectDue = prepareQuery((db: Reader, now: number, limit: number) =>
  db
    .selectFrom('incident_snoozes')
    .select('incident_id')
    .where('review_at', '<=', now)
    .orderBy('review_at')
    .limit(limit),
)

/** Lists the ids of incidents with a due review, the longest overdue first. */
export const listDueSnoozes = async (db: Reader, now: number, limit: number): Promise<string[]> =>
  (await selectDue(db, now, limit)).map((row) => row.incident_id)

const selectNext = prepareQuery((db: Reader) =>
  db.selectFrom('incident_snoozes').select('review_at').orderBy('review_at').limit(1),
)

/** Finds the time of the next review, Unix ms; null when there is none. */
export const findNextSnoozeAt = async (db: Reader): Promise<number | null> =>
  (await selectNext(db))[0]?.review_at ?? null
