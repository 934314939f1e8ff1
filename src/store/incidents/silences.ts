/** Silenced monitors. A row whose time has passed silences nothing; a background job deletes it. */
import type { Silence } from '../../core/incidents/silence.ts'
import type { UnixMs } from '../../core/platform/time/time.ts'
import { bulk, bulkOverMonitors, selectOfEach } from '../platform/queries/bulk.ts'
import { prepareQuery } from '../platform/queries/prepared.ts'
import { lockFreeRows } from '../platform/queries/row-locks.ts'
import type { Reader, Tx } from '../platform/store.ts'

export interface SilenceRow {
  monitor_key: number
  user_id: string
  user_name: string | null
  since: number
  ends_at: number
  note: string | null
}

export const toSilence = (row: SilenceRow): Silence => ({
  monitorKey: row.monitor_key,
  by: { id: row.user_id, name: row.user_name },
  since: row.since,
  until: row.ends_at,
  note: row.note,
})

const COLUMNS = 's.monitor_key, s.user_id, u.name as user_name, s.since, s.ends_at, s.note'

const selectByMonitorId = bulk<Omit<SilenceRow, 'monitor_key'> & { id: string; monitor_key: number | null }>(
  { id: 'text', at: 'int8' },
  `select k.id, ${COLUMNS} from k join monitors m on m.id = k.id and m.deleted_at is null
     left join silences s on s.monitor_key = m.key and s.ends_at > k.at left join users u on u.id = s.user_id`,
)

/**
 * Lists the silences of monitors at a time, by monitor id; null for a monitor that is not silenced. Deleted monitors are
 * left out.
 */
export async function listSilences(
  db: Reader,
  monitorIds: readonly string[],
  at: UnixMs,
): Promise<Map<string, Silence | null>> {
  const { rows } = await selectByMonitorId(
    db,
    monitorIds.map((id) => [id, at]),
  )
  return new Map(
    rows.map(({ id, monitor_key, ...row }) => [id, monitor_key === null ? null : toSilence({ ...row, monitor_key })]),
  )
}

const selectByMonitorKey = bulkOverMonitors<SilenceRow>(
  selectOfEach(
    `s.monitor_key, s.user_id, (select name from users where id = s.user_id) as user_name, s.since, s.ends_at, s.note`,
    'silences',
    's.ends_at > cast($2 as bigint)',
  ),
)

/** Lists the silences of monitors at a time, Unix ms, by monitor key. Monitors that are not silenced are left out. */
export const listMonitorSilences = async (
  db: Reader,
  monitorKeys: readonly number[],
  at: number,
): Promise<Map<number, Silence>> =>
  new Map((await selectByMonitorKey(db, monitorKeys, at)).map((row) => [row.monitor_key, toSilence(row)]))

const selectOfProject = prepareQuery((db: Reader, projectId: string, at: number) =>
  db
    .selectFrom('silences as s')
    .innerJoin('monitors as m', 'm.key', 's.monitor_key')
    .leftJoin('users as u', 'u.id', 's.user_id')
    .select(['s.monitor_key', 's.user_id', 'u.name as user_name', 's.since', 's.ends_at', 's.note'])
    .where('m.project_id', '=', projectId)
    .where('s.ends_at', '>', at),
)

/** Lists the silences of a project at a time, Unix ms, by monitor key. */
export const listProjectSilences = async (db: Reader, projectId: string, at: number): Promise<Map<number, Silence>> =>
  new Map((await selectOfProject(db, projectId, at)).map((row) => [row.monitor_key, toSilence(row)]))

const upsert = bulk(
  { monitor_key: 'int4', user_id: 'text', since: 'int8', ends_at: 'int8', note: 'text' },
  `insert into silences (monitor_key, user_id, since, ends_at, note) select * from k where true
   on conflict (monitor_key) do update set user_id = excluded.user_id, ends_at = excluded.ends_at, note = excluded.note,
     since = case when silences.ends_at > excluded.since then silences.since else excluded.since end`,
)

/** Saves silences. A monitor that is silenced already keeps its start. */
export async function saveSilences(tx: Tx, silences: readonly Silence[]): Promise<void> {
  await upsert(
    tx,
    silences.map(({ monitorKey, by, since, until, note }) => [monitorKey, by.id, since, until, note]),
  )
}

export async function deleteSilences(tx: Tx, monitorKeys: readonly number[]): Promise<void> {
  if (monitorKeys.length === 0) return
  await tx.deleteFrom('silences').where('monitor_key', 'in', monitorKeys).execute()
}

/**
 * Lists monitors whose silence has ended, and locks their rows. Skips rows that another server has locked.
 *
 * @returns monitor keys
 */
export async function lockEndedSilences(tx: Tx, now: number, limit: number): Promise<number[]> {
  const query = tx
    .selectFrom('silences')
    .select('monitor_key')
    .where('ends_at', '<=', now)
    .orderBy('ends_at')
    .orderBy('monitor_key')
    .limit(limit)
  const rows = await lockFreeRows(tx, query).execute()
  return rows.map((row) => row.monitor_key)
}

const selectNextEnd = prepareQuery((db: Reader) =>
  db.selectFrom('silences').select('ends_at').orderBy('ends_at').limit(1),
)

/** Finds the earliest end of a silence, Unix ms; null when no monitor is silenced. */
export const findNextSilenceEnd = async (db: Reader): Promise<number | null> =>
  (await selectNextEnd(db))[0]?.ends_at ?? null
