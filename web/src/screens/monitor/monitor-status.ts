/** Derives the displayed status of a monitor. */
import { getConfirmingState } from '../../app/monitor-store/confirming.ts'
import type { MonitorState } from '../../ui/status.tsx'
import type { Result } from './live-patch.ts'
import type { Monitor, StatusChange } from './queries.ts'

type LastResult = Pick<Result, 'error_type' | 'timings'>

/**
 * Returns the state to show. Paused and disabled take precedence over the last runtime status, and so does a change
 * that waits for confirmation.
 */
export const getDisplayState = ({
  status,
  runtimeStatus,
  confirming,
}: Pick<Monitor, 'status' | 'runtimeStatus' | 'confirming'>): MonitorState =>
  status === 'active' ? (getConfirmingState(runtimeStatus, confirming) ?? runtimeStatus) : status

/** Returns the newest entry of a kind, which is the current one. */
const findNewestChange = (history: readonly StatusChange[], kind: StatusChange['kind']): StatusChange | null =>
  history.find((entry) => entry.kind === kind) ?? null

/** Returns the latest change: of the configuration if it stops the checks, else of the runtime status. */
export const findCurrentChange = (
  { status }: Pick<Monitor, 'status'>,
  history: readonly StatusChange[],
): StatusChange | null =>
  status === 'active' ? findNewestChange(history, 'runtime') : findNewestChange(history, 'config')

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

/** Returns when the next regular check is due, Unix ms. A repeated check after a failure comes earlier. */
export const computeNextCheckAt = (lastCheckedAt: string, intervalSeconds: number): number =>
  Date.parse(lastCheckedAt) + intervalSeconds * 1000
