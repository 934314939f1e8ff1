/** Shifts the stored times of everything in progress after the clock was set. */
import { sql } from 'kysely'
import type { OpenRun } from '../../../core/heartbeats/heartbeat-state.ts'
import { moveStarts, type StatusPeriod } from '../../../core/platform/time/service-clock.ts'
import type { UnixMs } from '../../../core/platform/time/time.ts'
import { bulk } from '../queries/bulk.ts'
import type { Tx } from '../store.ts'

/** A step of the clock. */
export interface ClockShift {
  /** Service time before the step. */
  from: UnixMs
  /** Negative when the clock was set back. */
  byMs: number
}

/** Heartbeats with a calendar schedule follow the wall clock, and so do their deadlines. */
const BY_CALENDAR = `select key from monitors where type = 'HEARTBEAT' and settings like '%"schedule":"%'`

/** Deliveries and escalations deferred to the end of a maintenance stay due at its calendar time. */
const WAITS_FOR_MAINTENANCE = `exists (select 1 from maintenance_spans s
  where s.monitor_key = deliveries.monitor_key and s.ends_at = deliveries.next_attempt_at)`

const STARTS_AFTER_MAINTENANCE = `exists (select 1 from incidents i
  join maintenance_spans s on s.monitor_key = i.monitor_key and s.ends_at = incident_escalations.started_at
  where i.id = incident_escalations.incident_id)`

/** Deliveries held during quiet hours stay due at the calendar time of their end. */
const IS_QUIET = `(leader_id is null and quiet_until = next_attempt_at)`

/**
 * Times of everything that waits: table, columns, condition. Calendar times are left out: maintenance, expiry of
 * certificates, keys, sessions and links, retention.
 */
const WAIT_COLUMNS: readonly (readonly [table: string, columns: readonly string[], where?: string])[] = [
  [
    'deliveries',
    ['next_attempt_at'],
    `status = 'pending' and not ${WAITS_FOR_MAINTENANCE} and not coalesce(${IS_QUIET}, false)`,
  ],
  ['deliveries', ['retry_at'], `status = 'pending' and retry_at is not null`],
  ['receiver_outages', ['since', 'trial_at']],
  ['heartbeats', ['last_at', 'last_ping_at', 'armed_at']],
  ['heartbeats', ['due_at'], `due_at is not null and monitor_key not in (${BY_CALENDAR})`],
  ['incident_holds', ['since', 'cleared_at', 'wait_until', 'review_at']],
  ['incident_reminders', ['due_at']],
  ['incident_escalations', ['started_at', 'due_at'], `not ${STARTS_AFTER_MAINTENANCE}`],
  ['incidents', ['snoozed_until'], `status <> 'resolved' and deleted_at is null and snoozed_until is not null`],
  ['groups', ['review_at'], 'review_at is not null'],
  ['flaps', ['since', 'stable_at']],
  ['probes', ['registered_at', 'seen_at', 'lease_until', 'trial_until', 'stuck_since'], 'is_live = 1'],
  ['probes', ['absent_since', 'absent_until'], 'absent_since is not null'],
  ['regions', ['epoch_since']],
  ['probe_watch', ['checked_at'], 'checked_at > 0'],
  ['probe_troubles', ['since', 'due_at', 'observed_at', 'cleared_at', 'reported_at']],
  ['probe_orders', ['created_at', 'expires_at', 'claimed_at']],
  ['domains', ['next_check_at', 'claimed_until', 'quiet_until']],
  ['idempotency_keys', ['lease_until', 'expires_at']],
  ['status_subscribers', ['asked_at', 'mail_due_at', 'mail_retry_at']],
  ['subscriber_updates', ['due_at'], 'due_at is not null'],
]

/** @param now Unix ms, after the step */
export async function moveWaits(tx: Tx, { byMs }: ClockShift, now: number): Promise<void> {
  for (const [table, columns, where] of WAIT_COLUMNS) {
    const values = columns.map((column) => `${column} = ${column} + ${byMs}`)
    const condition = where === undefined ? '' : ` where ${where}`
    await sql.raw(`update ${table} set ${values.join(', ')}${condition}`).execute(tx)
  }
  await moveOpenRuns(tx, byMs)
  // Calendar states are evaluated again at the new time; bursts of alerts are counted from zero
  await tx.updateTable('maintenance_progress').set({ due_at: now }).where('due_at', 'is not', null).execute()
  await tx.deleteFrom('alert_groups').execute()
  await moveStates(tx, byMs)
}

/** Increments the version, so that a transaction that read a state before the shift must read it again. */
async function moveStates(tx: Tx, byMs: number): Promise<void> {
  const results = ['last_scheduled_at', 'last_check_at', 'last_success_at', 'last_failure_at']
  const columns = [...results, 'opinion_since', 'run_since']
  await sql
    .raw(`update check_states set ${columns.map((column) => `${column} = ${column} + ${byMs}`).join(', ')},
      fresh_until = case when monitor_key in (${BY_CALENDAR}) then fresh_until else fresh_until + ${byMs} end,
      version = version + 1`)
    .execute(tx)
}

const saveOpenRuns = bulk(
  { monitor_key: 'int4', open_runs: 'text' },
  'update heartbeats set open_runs = k.open_runs from k where heartbeats.monitor_key = k.monitor_key',
)

/** Moves runs of jobs that have started and not ended. */
async function moveOpenRuns(tx: Tx, byMs: number): Promise<void> {
  const rows = await tx
    .selectFrom('heartbeats')
    .select(['monitor_key', 'open_runs'])
    .where('open_runs', '<>', '[]')
    .execute()
  const moved = (text: string): string => {
    const runs = JSON.parse(text) as OpenRun[]
    const shifted = ({ since }: OpenRun) => (since === null ? null : since + byMs)
    return JSON.stringify(runs.map((run) => ({ ...run, startedAt: run.startedAt + byMs, since: shifted(run) })))
  }
  await saveOpenRuns(
    tx,
    rows.map((row) => [row.monitor_key, moved(row.open_runs)]),
  )
}

/** Maximum number of rewritten status periods. A monitor with more changes keeps older periods unshifted. */
const MAX_PERIODS = 100

interface StoredPeriod extends StatusPeriod {
  endedAt: number | null
}

/**
 * Moves the status history and incidents: current states and incidents keep the duration that they had before the step.
 */
export async function moveHistory(tx: Tx, shift: ClockShift): Promise<void> {
  const after = shift.from + shift.byMs
  for (const { monitor_key, kind } of await listMoving(tx, after)) {
    const periods = await listNewest(tx, monitor_key, kind)
    await saveStarts(tx, monitor_key, kind, periods, shift)
  }
  await moveIncidents(tx, shift.byMs, after)
  // Created in an hour that now repeats
  for (const column of ['created_at', 'grid_since'] as const)
    await tx
      .updateTable('monitors')
      .set({ [column]: sql`${sql.ref(column)} + ${shift.byMs}` })
      .where(column, '>', after)
      .execute()
}

/** Failing monitors, and monitors whose status start is now in the future. */
const listMoving = (tx: Tx, after: number) =>
  tx
    .selectFrom('status_changes')
    .select(['monitor_key', 'kind'])
    .where('ended_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('started_at', '>', after),
        eb.and([eb('kind', '=', 'runtime'), eb('to_status', 'in', ['down', 'degraded'])]),
      ]),
    )
    .execute()

const listNewest = (tx: Tx, monitorKey: number, kind: 'runtime' | 'config'): Promise<StoredPeriod[]> =>
  tx
    .selectFrom('status_changes')
    .select(['id', 'to_status as status', 'started_at as startedAt', 'ended_at as endedAt'])
    .where('monitor_key', '=', monitorKey)
    .where('kind', '=', kind)
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_PERIODS + 1)
    .execute()

async function saveStarts(
  tx: Tx,
  monitorKey: number,
  kind: 'runtime' | 'config',
  periods: readonly StoredPeriod[],
  { from, byMs }: ClockShift,
): Promise<void> {
  const oldest = periods[MAX_PERIODS]
  const movable = periods.slice(0, MAX_PERIODS)
  const starts = moveStarts(movable, from, byMs, oldest?.startedAt)
  const current = movable[0] && starts.get(movable[0].id)
  for (const [index, { id, startedAt, endedAt }] of periods.entries()) {
    const follower = periods[index - 1]
    const [start, end] = [starts.get(id) ?? startedAt, follower ? (starts.get(follower.id) ?? endedAt) : endedAt]
    if (start !== startedAt || end !== endedAt)
      await tx.updateTable('status_changes').set({ started_at: start, ended_at: end }).where('id', '=', id).execute()
  }
  if (kind === 'runtime' && current !== undefined)
    await tx.updateTable('monitors').set({ status_since: current }).where('key', '=', monitorKey).execute()
}

/** Updates of the timeline are not moved: `updated_at` only grows, and readers rely on it. */
async function moveIncidents(tx: Tx, byMs: number, after: number): Promise<void> {
  const by = (column: string) => sql<number>`${sql.ref(column)} + ${byMs}`
  await tx
    .updateTable('incidents')
    .set({
      started_at: by('started_at'),
      reopened_at: by('reopened_at'),
      acknowledged_at: by('acknowledged_at'),
      resolved_at: by('resolved_at'),
    })
    .where('deleted_at', 'is', null)
    .where((eb) => eb.or([eb('status', '<>', 'resolved'), eb('resolved_at', '>', after)]))
    .execute()
}
