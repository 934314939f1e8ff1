/** State of monitors that decides about suppression. */
import type { RuntimeStatus } from '../../core/monitors/monitor.ts'
import type { UnixMs } from '../../core/platform/time/time.ts'
import { bulk } from '../platform/queries/bulk.ts'
import type { Reader } from '../platform/store.ts'

/** The last checks of a monitor, across all regions. */
export interface CheckProgress {
  /** End of the last conclusive check; null when there was none. */
  lastCheckAt: UnixMs | null
  /** Due time of that check. */
  lastStartedAt: UnixMs | null
  /** Whether the last check of a region failed and is not confirmed. */
  isInDoubt: boolean
  /** Whether a region that reported the monitor down has since reported it up, and is confirming the recovery. */
  isRecovering: boolean
}

export const NO_CHECK_PROGRESS: CheckProgress = {
  lastCheckAt: null,
  lastStartedAt: null,
  isInDoubt: false,
  isRecovering: false,
}

interface ProgressRow {
  monitor_key: number
  last_check_at: number | null
  last_started_at: number | null
  in_doubt: number
  recovering: number
}

const selectProgress = bulk<ProgressRow>(
  { monitor_key: 'int4', now: 'int8' },
  `select s.monitor_key,
     max(case when s.last_failure_at is null or s.last_success_at > s.last_failure_at then s.last_success_at
       else s.last_failure_at end) as last_check_at,
     max(case when s.last_check_at in (s.last_success_at, s.last_failure_at) then s.last_scheduled_at end) as last_started_at,
     max(case when s.opinion <> 'down' and s.failures > 0 and s.fresh_until > k.now then 1 else 0 end) as in_doubt,
     max(case when s.opinion = 'down' and s.passes > 0 and s.fresh_until > k.now then 1 else 0 end) as recovering
   from k join check_states s on s.monitor_key = k.monitor_key
   group by s.monitor_key`,
)

/**
 * Lists the check progress by monitor. Monitors that no region has reported are left out.
 *
 * @param now Unix ms; stale reports are ignored
 */
export async function listCheckProgress(
  db: Reader,
  monitorKeys: readonly number[],
  now: number,
): Promise<Map<number, CheckProgress>> {
  const { rows } = await selectProgress(
    db,
    monitorKeys.map((key) => [key, now]),
  )
  return new Map(
    rows.map((row) => [
      row.monitor_key,
      {
        lastCheckAt: row.last_check_at,
        lastStartedAt: row.last_started_at,
        isInDoubt: row.in_doubt === 1,
        isRecovering: row.recovering === 1,
      },
    ]),
  )
}

interface MonitorStatus {
  key: number
  status: RuntimeStatus
  /** Start of the status. */
  statusSince: UnixMs
  intervalSeconds: number
}

const selectStatuses = bulk<MonitorStatus>(
  { monitor_key: 'int4' },
  `select m.key, m.runtime_status as status, m.status_since as "statusSince", m.interval_seconds as "intervalSeconds"
   from k join monitors m on m.key = k.monitor_key`,
)

export async function listMonitorStatuses(
  db: Reader,
  monitorKeys: readonly number[],
): Promise<Map<number, MonitorStatus>> {
  const { rows } = await selectStatuses(
    db,
    monitorKeys.map((key) => [key]),
  )
  return new Map(rows.map((row) => [row.key, row]))
}

const loadFlapping = bulk<{ monitor_key: number }>(
  { monitor_key: 'int4' },
  'select f.monitor_key from k join flaps f on f.monitor_key = k.monitor_key',
)

/** Lists which of the given monitors are flapping. */
export async function listFlapping(db: Reader, monitorKeys: readonly number[]): Promise<Set<number>> {
  const { rows } = await loadFlapping(
    db,
    monitorKeys.map((key) => [key]),
  )
  return new Set(rows.map((row) => row.monitor_key))
}
