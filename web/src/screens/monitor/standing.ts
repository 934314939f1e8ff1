/** What a monitor shows of itself at first glance. */
import type { MonitorState } from '../../ui/status.tsx'
import { LENGTH_MS, type Period } from './chart/series.ts'
import type { Monitor, StatusChange } from './queries.ts'

/** Paused and disabled say more than what was found last. */
export const stateOf = ({ status, runtimeStatus }: Pick<Monitor, 'status' | 'runtimeStatus'>): MonitorState =>
  status === 'active' ? runtimeStatus : status

/** The newest entry of a kind, which is how it stands. */
export const newest = (history: readonly StatusChange[], kind: StatusChange['kind']): StatusChange | null =>
  history.find((entry) => entry.kind === kind) ?? null

/** The present status: what somebody set where that stops the checks, else what was found. */
export const presentChange = (
  { status }: Pick<Monitor, 'status'>,
  history: readonly StatusChange[],
): StatusChange | null => (status === 'active' ? newest(history, 'runtime') : newest(history, 'config'))

/**
 * Whether an uptime can be asked for: of a time without a result there is none. What a job said last holds until it is
 * due again, which may be long.
 *
 * @param lastCheckedAt undefined when there never was one
 */
export function isMeasured(
  monitor: Pick<Monitor, 'type' | 'status'>,
  lastCheckedAt: string | undefined,
  period: Period,
  now: number,
): boolean {
  if (lastCheckedAt === undefined) return false
  return (
    (monitor.type === 'HEARTBEAT' && monitor.status === 'active') || Date.parse(lastCheckedAt) > now - LENGTH_MS[period]
  )
}

/** Whether it shows a certificate: what speaks no TLS has none. */
export const hasCertificate = ({
  type,
  target,
  ssl_monitoring,
}: Pick<Monitor, 'type' | 'target' | 'ssl_monitoring'>): boolean =>
  target.startsWith('https:') || (type === 'TCP' && ssl_monitoring?.enabled === true)

/** When the next check is due by the last one, Unix ms. Doubt brings it sooner. */
export const nextCheckAt = (lastCheckedAt: string, intervalSeconds: number): number =>
  Date.parse(lastCheckedAt) + intervalSeconds * 1000
