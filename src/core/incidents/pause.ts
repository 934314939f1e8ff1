/** Incidents of monitors that are not monitored, because they are paused or disabled. */
import type { ConfiguredStatus } from '../monitors/monitor.ts'
import type { AppliedUpdate, MonitorConfig } from '../monitors/monitor-change.ts'
import { formatIsoTime, MINUTE_MS, type UnixMs } from '../platform/time/time.ts'
import { CHECKED_FAMILIES, type Incident, isOpen, type Person } from './incident.ts'
import { type IncidentUpdate, toQuietEntry } from './incident-update.ts'

const STATES: Record<ConfiguredStatus, string> = {
  active: 'Monitoring has resumed',
  paused: 'Monitoring is paused',
  disabled: 'Monitoring is disabled',
}

const KEPT = 'The incident stays open, and no notifications are sent'

/** A monitor with a new status, or with another end of its pause. */
export type MonitoringChange = Pick<AppliedUpdate, 'key' | 'transition'> & {
  after: Pick<MonitorConfig, 'status' | 'pausedUntil'>
}

/** @param by null when the pause ended by itself; the reason is then part of the text */
function describeMonitoring({ after, transition }: Omit<MonitoringChange, 'key'>, by: Person | null): string {
  const { status, pausedUntil } = after
  const until = pausedUntil === null ? '' : ` until ${formatIsoTime(pausedUntil)}`
  const reason = by === null && transition ? `: ${transition.config.reason}` : ''
  return `${STATES[status]}${until}${reason}${status === 'active' ? '' : `. ${KEPT}`}`
}

/**
 * Creates the update of an open incident whose monitor is paused, disabled or resumed. It changes no field of the
 * incident and sends no notification.
 *
 * @param by null when no user made the change
 */
export const toMonitoringUpdate = (
  incident: Incident,
  change: Omit<MonitoringChange, 'key'>,
  by: Person | null,
  now: number,
): IncidentUpdate => toQuietEntry(incident, describeMonitoring(change, by), by, now)

/**
 * Returns whether an update sends notifications. While a monitor is not monitored, its open incident sends none. An end,
 * an opening or a reopening is then the decision of a user, and is sent.
 */
export const isNotified = ({ isQuiet, kind, incident }: IncidentUpdate): boolean =>
  !isQuiet && (isMonitored(incident) || !isOpen(incident) || kind === 'created' || kind === 'reopened')

/**
 * Maximum wait for the first result after a resume. A check comes within an interval, unless no probe is connected; a
 * longer wait could withhold an alert of an outage.
 */
const MAX_RESUME_MS = 10 * MINUTE_MS

/**
 * Returns whether the held alert of an open incident waits for a check. The monitor is paused then, or has been resumed
 * and has no result yet.
 *
 * @param statusSince start of the monitor's runtime status
 */
export function isAwaitingCheck(incident: Incident, statusSince: UnixMs, now: number): boolean {
  if (!isOpen(incident)) return false
  if (!isMonitored(incident)) return true
  const isChecked = incident.source === 'system' && CHECKED_FAMILIES.some((family) => family === incident.family)
  return isChecked && incident.monitor?.runtimeStatus === 'unknown' && now < statusSince + MAX_RESUME_MS
}

/** Returns whether checks decide about a system incident now. Incidents that users manage do not depend on checks. */
export const isMonitored = ({ source, monitor }: Pick<Incident, 'source' | 'monitor'>): boolean =>
  source !== 'system' || monitor === null || monitor.status === 'active'
