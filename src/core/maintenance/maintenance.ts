/** Maintenance windows: planned work, once or recurring. */

import { type AuditChanges, compareFields } from '../accounts/audit.ts'
import type { Issue } from '../platform/errors.ts'
import type { Managed } from '../platform/managed.ts'
import { CronError, parseCron } from '../platform/time/cron.ts'
import { formatIsoTime } from '../platform/time/time.ts'
import { findNextOccurrence, findOpenOccurrence, type Recurrence, type WindowTimes } from './occurrence.ts'

export type { Recurrence } from './occurrence.ts'

export const MAINTENANCE_STATUSES = ['scheduled', 'active', 'finished', 'cancelled'] as const
export type MaintenanceStatus = (typeof MAINTENANCE_STATUSES)[number]

/** Maximum duration of one occurrence: a week. */
export const MAX_OCCURRENCE_MINUTES = 7 * 24 * 60

/** Settings of a window that a user edits. Times are Unix ms. */
export interface MaintenancePlan {
  name: string
  description: string
  /** Excludes deleted monitors. */
  monitorIds: string[]
  groupIds: string[]
  /** Start of the first or only occurrence. */
  startsAt: number
  endsAt: number
  recurrence: Recurrence | null
}

export interface MaintenanceWindow extends MaintenancePlan, Managed {
  id: string
  organizationId: string
  projectId: string
  /** The window is never open after this time; null unless a user cancelled it. */
  cancelledAt: number | null
  createdAt: number
  updatedAt: number
}

/** Returns the errors of a plan, except for invalid references. */
export function findPlanIssues(plan: Omit<MaintenancePlan, 'monitorIds' | 'groupIds'>): Issue[] {
  const { startsAt, endsAt, recurrence } = plan
  const issues: Issue[] = []
  if (endsAt <= startsAt) issues.push({ field: 'ends_at', message: 'must be later than starts_at' })
  if (recurrence) issues.push(...findRecurrenceIssues(recurrence, startsAt))
  return issues
}

function findRecurrenceIssues({ cron, timezone, until }: Recurrence, startsAt: number): Issue[] {
  const issues: Issue[] = []
  try {
    parseCron(cron, timezone)
  } catch (error) {
    if (!(error instanceof CronError)) throw error
    const field = error.part === 'timezone' ? 'recurrence.timezone' : 'recurrence.cron'
    issues.push({ field, message: error.message })
  }
  if (until !== null && until <= startsAt)
    issues.push({ field: 'recurrence.until', message: 'must be later than starts_at' })
  return issues
}

/** Returns the status of a window at a moment, Unix ms. Between two occurrences it is `scheduled`. */
export function getMaintenanceStatus(
  window: WindowTimes & Pick<MaintenanceWindow, 'cancelledAt'>,
  at: number,
): MaintenanceStatus {
  if (window.cancelledAt !== null) return 'cancelled'
  if (findOpenOccurrence(window, at)) return 'active'
  return findNextOccurrence(window, at) ? 'scheduled' : 'finished'
}

/**
 * Returns the differences between two versions of a window, by API field.
 *
 * @param before null at creation
 */
export const compareWindows = (before: MaintenanceWindow | null, after: MaintenanceWindow | null): AuditChanges =>
  compareFields(before ? toAuditedFields(before) : {}, after ? toAuditedFields(after) : {})

const toAuditedFields = ({ recurrence, cancelledAt, ...window }: MaintenanceWindow) => ({
  name: window.name,
  description: window.description,
  monitor_ids: window.monitorIds,
  group_ids: window.groupIds,
  starts_at: formatIsoTime(window.startsAt),
  ends_at: formatIsoTime(window.endsAt),
  recurrence: recurrence && {
    cron: recurrence.cron,
    duration_minutes: recurrence.durationMinutes,
    timezone: recurrence.timezone,
    until: recurrence.until === null ? null : formatIsoTime(recurrence.until),
  },
  cancelled_at: cancelledAt === null ? null : formatIsoTime(cancelledAt),
})
