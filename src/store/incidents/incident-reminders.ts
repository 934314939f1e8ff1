/** Reminders of incidents. A transaction may write a row only while it holds the lock of the incident. */
import type { Reminder } from '../../core/incidents/reminder.ts'
import { MINUTE_MS, type UnixMs } from '../../core/platform/time/time.ts'
import { bulk } from '../platform/queries/bulk.ts'
import { prepareQuery } from '../platform/queries/prepared.ts'
import type { Reader, Tx } from '../platform/store.ts'

/** A reminder with the interval of its monitor. */
export interface StoredReminder extends Reminder {
  /** 0 means no reminders. */
  intervalMinutes: number
}

const insertNew = bulk(
  { incident_id: 'text', monitor_key: 'int4', now: 'int8' },
  `insert into incident_reminders (incident_id, monitor_key, due_at, number)
   select k.incident_id, k.monitor_key, k.now + m.reminder_interval_minutes * ${MINUTE_MS}, 0
   from k join monitors m on m.key = k.monitor_key
   where m.reminder_interval_minutes > 0
   on conflict (incident_id) do update set due_at = excluded.due_at, number = 0`,
)

/** Restarts the reminder interval of these incidents, if their monitors use reminders. */
export async function insertReminders(
  tx: Tx,
  incidents: readonly { incidentId: string; monitorKey: number }[],
  now: number,
): Promise<void> {
  await insertNew(
    tx,
    incidents.map(({ incidentId, monitorKey }) => [incidentId, monitorKey, now]),
  )
}

const remove = bulk(
  { incident_id: 'text' },
  'delete from incident_reminders where incident_id in (select incident_id from k)',
)

export async function deleteReminders(tx: Tx, incidentIds: readonly string[]): Promise<void> {
  await remove(
    tx,
    incidentIds.map((id) => [id]),
  )
}

const selectDue = prepareQuery((db: Reader, now: number, limit: number) =>
  db.selectFrom('incident_reminders').select('incident_id').where('due_at', '<=', now).orderBy('due_at').limit(limit),
)

/** Lists the ids of incidents with a due reminder, the longest overdue first. */
export const listDueReminders = async (db: Reader, now: number, limit: number): Promise<string[]> =>
  (await selectDue(db, now, limit)).map((row) => row.incident_id)

const selectNext = prepareQuery((db: Reader) =>
  db.selectFrom('incident_reminders').select('due_at').orderBy('due_at').limit(1),
)

/** Finds the time of the next reminder, Unix ms; null when there is none. */
export const findNextReminderAt = async (db: Reader): Promise<number | null> =>
  (await selectNext(db))[0]?.due_at ?? null

const load = bulk<StoredReminder>(
  { incident_id: 'text' },
  `select r.incident_id as "incidentId", r.monitor_key as "monitorKey", r.due_at as "dueAt", r.number,
     m.reminder_interval_minutes as "intervalMinutes"
   from k join incident_reminders r on r.incident_id = k.incident_id join monitors m on m.key = r.monitor_key`,
)

/** Lists reminders by incident. */
export async function listReminders(db: Reader, incidentIds: readonly string[]): Promise<Map<string, StoredReminder>> {
  const { rows } = await load(
    db,
    incidentIds.map((id) => [id]),
  )
  return new Map(rows.map((row) => [row.incidentId, row]))
}

const update = bulk(
  { incident_id: 'text', due_at: 'int8', number: 'int4' },
  `update incident_reminders set due_at = k.due_at, number = k.number from k
   where incident_reminders.incident_id = k.incident_id`,
)

export async function saveReminders(tx: Tx, reminders: readonly Reminder[]): Promise<void> {
  await update(
    tx,
    reminders.map(({ incidentId, dueAt, number }) => [incidentId, dueAt, number]),
  )
}

const selectUnreached = bulk<{ incident_id: string; target_id: string }>(
  { incident_id: 'text', since: 'int8' },
  `select distinct d.incident_id, d.target_id
   from k join deliveries d on d.incident_id = k.incident_id and d.created_at > k.since
     join deliveries m on m.id = d.leader_id
   where d.status = 'pending' and m.error_message is not null`,
)

/**
 * Lists the notification targets of each incident that have a pending delivery whose first attempt failed.
 *
 * @param since only deliveries created after this time
 */
export async function listUnreached(
  db: Reader,
  incidentIds: readonly string[],
  since: UnixMs,
): Promise<Map<string, Set<string>>> {
  const { rows } = await selectUnreached(
    db,
    incidentIds.map((id) => [id, since]),
  )
  const byIncident = Map.groupBy(rows, (row) => row.incident_id)
  return new Map([...byIncident].map(([id, group]) => [id, new Set(group.map((row) => row.target_id))]))
}

const shift = bulk(
  { monitor_key: 'int4', by_ms: 'int8' },
  'update incident_reminders set due_at = due_at + k.by_ms from k where incident_reminders.monitor_key = k.monitor_key',
)

/** Moves the due times of the monitors' reminders. A negative `byMs` moves them earlier. */
export async function moveReminders(tx: Tx, monitors: readonly { monitorKey: number; byMs: number }[]): Promise<void> {
  await shift(
    tx,
    monitors.map(({ monitorKey, byMs }) => [monitorKey, byMs]),
  )
}

const removeOfMonitors = bulk(
  { monitor_key: 'int4' },
  'delete from incident_reminders where monitor_key in (select monitor_key from k)',
)

export async function deleteRemindersOf(tx: Tx, monitorKeys: readonly number[]): Promise<void> {
  await removeOfMonitors(
    tx,
    monitorKeys.map((key) => [key]),
  )
}

/** Lists the open incidents of monitors that use reminders. */
export async function listRemindable(
  tx: Tx,
  monitorKeys: readonly number[],
  families: readonly string[],
): Promise<{ incidentId: string; monitorKey: number }[]> {
  if (monitorKeys.length === 0) return []
  return tx
    .selectFrom('incidents')
    .select(['id as incidentId', 'monitor_key as monitorKey'])
    .$narrowType<{ monitorKey: number }>()
    .where('monitor_key', 'in', monitorKeys)
    .where('status', '=', 'open')
    .where('family', 'in', families)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
}
