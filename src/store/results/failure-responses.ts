/** Responses of failing targets. They are in a separate table, so that rows of results stay narrow. */
import type { UnixMs } from '../../core/platform/time/time.ts'
import type { FailureResponse } from '../../core/results/failure-response.ts'
import { bulk } from '../platform/queries/bulk.ts'
import { prepareQuery } from '../platform/queries/prepared.ts'
import type { Reader, Tx } from '../platform/store.ts'

/** A response and the key of its result. */
export interface StoredResponse {
  monitorKey: number
  regionKey: number
  scheduledAt: number
  seenAt: UnixMs
  response: FailureResponse
}

/**
 * Maximum number of responses per monitor and region. This is enough for four days of one outage, or for a hundred
 * short outages.
 */
export const MAX_RESPONSES = 100

const insert = bulk(
  { monitor_key: 'int4', region: 'int2', scheduled_at: 'int8', seen_at: 'int8', response: 'text' },
  `insert into failure_responses (monitor_key, region, scheduled_at, seen_at, response)
   select * from k where true on conflict do nothing`,
)

const trim = bulk(
  { monitor_key: 'int4', region: 'int2' },
  `delete from failure_responses where (monitor_key, region, scheduled_at) in (
     select r.monitor_key, r.region, r.scheduled_at
     from k join failure_responses r on r.monitor_key = k.monitor_key and r.region = k.region
     where r.scheduled_at <= (
       select last.scheduled_at from failure_responses last
       where last.monitor_key = k.monitor_key and last.region = k.region
       order by last.scheduled_at desc limit 1 offset ${MAX_RESPONSES}
     )
   )`,
)

/**
 * Inserts responses and deletes the oldest ones beyond the maximum. A response whose key exists is a repeat and is not
 * written again.
 *
 * @param responses sorted by monitor key, so that two servers never deadlock
 */
export async function saveResponses(tx: Tx, responses: readonly StoredResponse[]): Promise<void> {
  if (responses.length === 0) return
  await insert(
    tx,
    responses.map(({ monitorKey, regionKey, scheduledAt, seenAt, response }) => [
      monitorKey,
      regionKey,
      scheduledAt,
      seenAt,
      JSON.stringify(response),
    ]),
  )
  const monitorRegions = new Map(
    responses.map(({ monitorKey, regionKey }) => [`${monitorKey}/${regionKey}`, [monitorKey, regionKey]]),
  )
  await trim(tx, [...monitorRegions.values()])
}

const selectLast = prepareQuery((db: Reader, monitorKey: number, regionKey: number, from: number, to: number) =>
  db
    .selectFrom('failure_responses')
    .select(['scheduled_at', 'seen_at', 'response'])
    .where('monitor_key', '=', monitorKey)
    .where('region', '=', regionKey)
    .where('scheduled_at', '>=', from)
    .where('scheduled_at', '<=', to)
    .orderBy('scheduled_at', 'desc')
    .limit(1),
)

/** Finds the last response in [from, to]. */
export async function findLastResponse(
  db: Reader,
  {
    monitorKey,
    regionKey,
    from,
    to,
  }: Omit<StoredResponse, 'scheduledAt' | 'seenAt' | 'response'> & { from: number; to: number },
): Promise<StoredResponse | null> {
  const [row] = await selectLast(db, monitorKey, regionKey, from, to)
  return row
    ? {
        monitorKey,
        regionKey,
        scheduledAt: row.scheduled_at,
        seenAt: row.seen_at,
        response: JSON.parse(row.response) as FailureResponse,
      }
    : null
}

export async function deleteResponses(tx: Tx, monitorKeys: readonly number[]): Promise<void> {
  if (monitorKeys.length === 0) return
  await tx.deleteFrom('failure_responses').where('monitor_key', 'in', monitorKeys).execute()
}
