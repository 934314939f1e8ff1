/**
 * Responses of failing targets, and some of passing ones. They are in a separate table, so that rows of results stay
 * narrow.
 */
import type { Selectable } from 'kysely'
import type { UnixMs } from '../../core/platform/time/time.ts'
import type { FailureResponse } from '../../core/results/failure-response.ts'
import { MAX_GOOD_RESPONSES } from '../../core/results/good-response.ts'
import { bulk } from '../platform/queries/bulk.ts'
import { prepareQuery } from '../platform/queries/prepared.ts'
import type { Reader, Tx } from '../platform/store.ts'
import type { FailureResponsesTable } from '../tables/results.ts'

/** A response and the key of its result. */
export interface StoredResponse {
  monitorKey: number
  regionKey: number
  scheduledAt: number
  seenAt: UnixMs
  /** Whether the check passed. */
  isGood: boolean
  response: FailureResponse
}

/**
 * Maximum number of responses of failed checks per monitor and region. This is enough for four days of one outage, or
 * for a hundred short outages.
 */
export const MAX_RESPONSES = 100

const insert = bulk(
  { monitor_key: 'int4', region: 'int2', scheduled_at: 'int8', seen_at: 'int8', response: 'text', is_good: 'int4' },
  `insert into failure_responses (monitor_key, region, scheduled_at, seen_at, response, is_good)
   select * from k where true on conflict do nothing`,
)

const createTrim = (isGood: 0 | 1, limit: number) =>
  bulk(
    { monitor_key: 'int4', region: 'int2' },
    `delete from failure_responses where (monitor_key, region, scheduled_at) in (
       select r.monitor_key, r.region, r.scheduled_at
       from k join failure_responses r on r.monitor_key = k.monitor_key and r.region = k.region
       where r.is_good = ${isGood} and r.scheduled_at <= (
         select last.scheduled_at from failure_responses last
         where last.monitor_key = k.monitor_key and last.region = k.region and last.is_good = ${isGood}
         order by last.scheduled_at desc limit 1 offset ${limit}
       )
     )`,
  )

const trimFailed = createTrim(0, MAX_RESPONSES)
const trimGood = createTrim(1, MAX_GOOD_RESPONSES)

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
    responses.map(({ monitorKey, regionKey, scheduledAt, seenAt, isGood, response }) => [
      monitorKey,
      regionKey,
      scheduledAt,
      seenAt,
      JSON.stringify(response),
      Number(isGood),
    ]),
  )
  await trimFailed(tx, listMonitorRegions(responses.filter(({ isGood }) => !isGood)))
  await trimGood(tx, listMonitorRegions(responses.filter(({ isGood }) => isGood)))
}

const listMonitorRegions = (responses: readonly StoredResponse[]): number[][] => [
  ...new Map(
    responses.map(({ monitorKey, regionKey }) => [`${monitorKey}/${regionKey}`, [monitorKey, regionKey]]),
  ).values(),
]

const select = (db: Reader, monitorKey: number, isGood: boolean) =>
  db
    .selectFrom('failure_responses')
    .selectAll()
    .where('monitor_key', '=', monitorKey)
    .where('is_good', '=', Number(isGood))
    .orderBy('scheduled_at', 'desc')
    .limit(1)

/** Finds the newest response of a failed check that started in [from, to), in any region. */
export async function findNewestFailure(
  db: Reader,
  monitorKey: number,
  { from, to }: { from: UnixMs; to: UnixMs },
): Promise<StoredResponse | null> {
  const query = select(db, monitorKey, false).where('seen_at', '>=', from).where('seen_at', '<', to)
  const row = await query.executeTakeFirst()
  return row ? toResponse(row) : null
}

/** Finds the last response of a passing check that started before a time, Unix ms. */
export async function findLastGood(
  db: Reader,
  { monitorKey, regionKey }: { monitorKey: number; regionKey?: number | undefined },
  before: UnixMs,
): Promise<StoredResponse | null> {
  let query = select(db, monitorKey, true).where('seen_at', '<', before)
  if (regionKey !== undefined) query = query.where('region', '=', regionKey)
  const row = await query.executeTakeFirst()
  return row ? toResponse(row) : null
}

const toResponse = (row: Selectable<FailureResponsesTable>): StoredResponse => ({
  monitorKey: row.monitor_key,
  regionKey: row.region,
  scheduledAt: row.scheduled_at,
  seenAt: row.seen_at,
  isGood: row.is_good === 1,
  response: JSON.parse(row.response) as FailureResponse,
})

const selectLast = prepareQuery((db: Reader, monitorKey: number, regionKey: number, from: number, to: number) =>
  db
    .selectFrom('failure_responses')
    .selectAll()
    .where('monitor_key', '=', monitorKey)
    .where('region', '=', regionKey)
    .where('is_good', '=', 0)
    .where('scheduled_at', '>=', from)
    .where('scheduled_at', '<=', to)
    .orderBy('scheduled_at', 'desc')
    .limit(1),
)

/** Finds the last response of a failed check in [from, to]. */
export async function findLastResponse(
  db: Reader,
  { monitorKey, regionKey, from, to }: { monitorKey: number; regionKey: number; from: UnixMs; to: UnixMs },
): Promise<StoredResponse | null> {
  const [row] = await selectLast(db, monitorKey, regionKey, from, to)
  return row ? toResponse(row) : null
}

export async function deleteResponses(tx: Tx, monitorKeys: readonly number[]): Promise<void> {
  if (monitorKeys.length === 0) return
  await tx.deleteFrom('failure_responses').where('monitor_key', 'in', monitorKeys).execute()
}
