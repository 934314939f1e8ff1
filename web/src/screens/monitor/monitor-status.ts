/** What a monitor shows of itself at first glance. */
import type { MonitorState } from '../../ui/status.tsx'
import { LENGTH_MS, type Period } from './chart/series.ts'
import type { Result } from './live-patch.ts'
import type { Monitor, StatusChange } from './queries.ts'

type LastResult = Pick<Result, 'error_type' | 'timings'>

/** Paused and disabled say more than what was found last. */
export const getDisplayState = ({ status, runtimeStatus }: Pick<Monitor, 'status' | 'runtimeStatus'>): MonitorState =>
  status === 'active' ? runtimeStatus : status

/** The newest entry of a kind, which is how it stands. */
const findNewestChange = (history: readonly StatusChange[], kind: StatusChange['kind']): StatusChange | null =>
  history.find((entry) => entry.kind === kind) ?? null

/** The present status: what somebody set where that stops the checks, else what was found. */
export const findCurrentChange = (
  { status }: Pick<Monitor, 'status'>,
  history: readonly StatusChange[],
): StatusChange | null =>
  status === 'active' ? findNewestChange(history, 'runtime') : findNewestChange(history, 'config')

const MEASURED: readonly string[] = ['up', 'degraded', 'down']

/**
 * Returns whether a monitor has an uptime in a period: only time with one of these statuses is measured.
 *
 * @param history newest first
 */
export const isMeasured = (history: readonly StatusChange[], period: Period, now: number): boolean =>
  history.some(
    ({ kind, to_status, ended_at }) =>
      kind === 'runtime' &&
      MEASURED.includes(to_status) &&
      (ended_at === undefined || Date.parse(ended_at) > now - LENGTH_MS[period]),
  )

/**
 * Returns whether a certificate was seen: by a check that passed, by the latest check, or by one that found the
 * certificate invalid. A monitor without TLS has none.
 */
export function hasCertificate(
  { type, target, ssl_monitoring }: Pick<Monitor, 'type' | 'target' | 'ssl_monitoring'>,
  history: readonly StatusChange[],
  lastResult: LastResult | null | undefined,
): boolean {
  if (!target.startsWith('https:') && !(type === 'TCP' && ssl_monitoring?.enabled === true)) return false
  const hasPassed = history.some(({ to_status }) => to_status === 'up' || to_status === 'degraded')
  return hasPassed || lastResult?.error_type === 'ssl_error' || lastResult?.timings.tls_ms !== undefined
}

/** When the next check is due by the last one, Unix ms. Doubt brings it sooner. */
export const computeNextCheckAt = (lastCheckedAt: string, intervalSeconds: number): number =>
  Date.parse(lastCheckedAt) + intervalSeconds * 1000
