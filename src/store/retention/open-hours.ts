/** Open hours: the newest hours of a monitor, whose results are not rolled up yet. */
import type { Selectable } from 'kysely'
import { bulk } from '../platform/queries/bulk.ts'
import { prepareQuery } from '../platform/queries/prepared.ts'
import type { Reader, Tx } from '../platform/store.ts'
import type { CheckStatesTable } from '../tables/results.ts'

/** Hours of a region that are not rolled up yet, the first of which lies before `at`. */
export interface OpenHours {
  monitorKey: number
  regionKey: number
  openHour: number
  version: number
}

const selectOpenHours = bulk<Pick<Selectable<CheckStatesTable>, 'monitor_key' | 'region' | 'open_hour' | 'version'>>(
  { key: 'int4', at: 'int8' },
  `select c.monitor_key, c.region, c.open_hour, c.version
   from k join check_states c on c.monitor_key = k.key and c.open_hour < k.at
   where (select 1 from results r where r.monitor_key = c.monitor_key and r.scheduled_at >= c.open_hour
     and r.scheduled_at < k.at and r.region = c.region limit 1) is not null`,
)

/** Lists the open hours that contain results due before `at`. */
export async function listOpenHoursBefore(
  db: Reader,
  monitorKeys: readonly number[],
  at: number,
): Promise<OpenHours[]> {
  const { rows } = await selectOpenHours(
    db,
    monitorKeys.map((key) => [key, at]),
  )
  return rows.map((row) => ({
    monitorKey: row.monitor_key,
    regionKey: row.region,
    openHour: row.open_hour,
    version: row.version,
  }))
}

const selectFirst = prepareQuery((db: Reader, monitorKey: number, regionKey: number, from: number, to: number) =>
  db
    .selectFrom('results')
    .select('scheduled_at')
    .where('monitor_key', '=', monitorKey)
    .where('scheduled_at', '>=', from)
    .where('scheduled_at', '<', to)
    .where('region', '=', regionKey)
    .orderBy('scheduled_at')
    .limit(1),
)

/** Due time of the first result in [from, to), Unix ms; null when there is none. */
export const findFirstResult = async (
  db: Reader,
  { monitorKey, regionKey }: Pick<OpenHours, 'monitorKey' | 'regionKey'>,
  from: number,
  to: number,
): Promise<number | null> => (await selectFirst(db, monitorKey, regionKey, from, to))[0]?.scheduled_at ?? null

/** @returns false when a result has moved the state since it was read */
export async function saveOpenHour(
  tx: Tx,
  { monitorKey, regionKey, version }: OpenHours,
  to: number,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('check_states')
    .set({ open_hour: to, version: version + 1 })
    .where('monitor_key', '=', monitorKey)
    .where('region', '=', regionKey)
    .where('version', '=', version)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}
