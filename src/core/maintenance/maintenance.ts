/** Maintenance windows: planned work, once or recurring. */
import Type, { type Static } from 'typebox'
import { createInvalid, type Issue } from '../platform/errors.ts'
import { describeResource, type ProjectResource } from '../platform/fields/resource.ts'
import { Description, Name, Nullable, References, Time } from '../platform/fields/schema.ts'
import { CronError, parseCron } from '../platform/time/cron.ts'
import type { UnixMs } from '../platform/time/time.ts'
import { findNextOccurrence, findOpenOccurrence, Recurrence, type WindowTimes } from './occurrence.ts'

export const MAINTENANCE_STATUSES = ['scheduled', 'active', 'finished', 'cancelled'] as const
export type MaintenanceStatus = (typeof MAINTENANCE_STATUSES)[number]

/** Equals the limit of the largest plan. */
const MAX_AFFECTED = 500

const Affected = (collection: string, description: string) =>
  References(collection, { maxItems: MAX_AFFECTED, uniqueItems: true, default: [], description })

export const WINDOW = describeResource(
  'maintenance_window',
  Type.Object({
    name: Name(80, { examples: ['Database upgrade'] }),
    description: Description({ description: 'Shown on status pages' }),
    monitorIds: Affected('monitors', 'Monitors of the project'),
    groupIds: Affected('groups', 'Groups of the project, with all monitors in them and in their subgroups'),
    startsAt: Time({ description: 'Start of the first or only occurrence' }),
    endsAt: Time({ description: 'End of the first or only occurrence' }),
    recurrence: Nullable(Recurrence, { default: null }),
  }),
  { audited: Type.Object({ cancelledAt: Nullable(Time()) }) },
)

/** Settings of a window that a user edits. */
export type MaintenancePlan = Static<typeof WINDOW.schema>

export type MaintenanceWindow = MaintenancePlan &
  ProjectResource & {
    /** The window is never open after this time; null unless a user cancelled it. */
    cancelledAt: UnixMs | null
  }

/** An update. A recurrence has only the sent fields. */
export type WindowChange = Partial<Omit<MaintenancePlan, 'recurrence'>> & { recurrence?: Partial<Recurrence> | null }

/**
 * Applies an update. The sent fields of the recurrence are merged into the stored one.
 *
 * @throws Problem VALIDATION_ERROR for a new recurrence without its required fields
 */
export function changePlan<Plan extends MaintenancePlan>(before: Plan, { recurrence, ...change }: WindowChange): Plan {
  if (!recurrence) return { ...before, ...change, ...(recurrence === null && { recurrence }) }
  const merged = { timezone: 'UTC', until: null, ...before.recurrence, ...recurrence }
  const { cron, durationMinutes } = merged
  if (cron !== undefined && durationMinutes !== undefined)
    return { ...before, ...change, recurrence: { ...merged, cron, durationMinutes } }
  const missing = cron === undefined ? 'cron' : 'duration_minutes'
  throw createInvalid({ field: `recurrence.${missing}`, message: 'is required: the window does not recur yet' })
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
