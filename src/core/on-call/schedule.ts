/** Settings of an on-call schedule, their errors, and their fields in the audit log. */
import { type AuditChanges, compareFields } from '../accounts/audit.ts'
import type { Issue } from '../platform/errors.ts'
import type { Managed } from '../platform/managed.ts'
import { isTimezone } from '../platform/time/cron.ts'
import type { OnCallLayer, Restriction } from './layer.ts'

export interface OnCallPlan {
  name: string
  description: string
  /** IANA name. */
  timezone: string
  /** A later layer replaces the earlier layers. */
  layers: readonly OnCallLayer[]
}

export interface OnCallSchedule extends OnCallPlan, Managed {
  id: string
  organizationId: string
  projectId: string
  /** Whether the schedule has a calendar feed. */
  hasFeed: boolean
  /** Unix ms. */
  createdAt: number
  updatedAt: number
}

/** Maximum number of schedules of a project, and of overrides of a schedule that have not ended. */
export const MAX_SCHEDULES = 200
export const MAX_OVERRIDES = 200

/** Returns the errors of a plan, except for users that do not belong to the organization. */
export function findPlanIssues({ timezone, layers }: OnCallPlan): Issue[] {
  const issues: Issue[] = isTimezone(timezone)
    ? []
    : [{ field: 'timezone', message: `${timezone} is not a time zone such as Europe/Berlin` }]
  return [...issues, ...layers.flatMap((layer, index) => findLayerIssues(layer, `layers.${index}`))]
}

function findLayerIssues({ rotation, handoverWeekday, startsOn, restrictions }: OnCallLayer, path: string): Issue[] {
  const issues: Issue[] = []
  if (rotation === 'weekly' && handoverWeekday === null)
    issues.push({ field: `${path}.handover_weekday`, message: 'is required for a weekly rotation' })
  if (rotation === 'daily' && handoverWeekday !== null)
    issues.push({ field: `${path}.handover_weekday`, message: 'must be null for a daily rotation' })
  if (!isDay(startsOn)) issues.push({ field: `${path}.starts_on`, message: 'is not a day of the calendar' })
  const restrictionIssues = findRestrictionIssues(restrictions)
  return [...issues, ...restrictionIssues.map(({ field, message }) => ({ field: `${path}.${field}`, message }))]
}

/** Returns the errors of restrictions. */
export const findRestrictionIssues = (restrictions: readonly Restriction[]): Issue[] =>
  restrictions.flatMap(({ fromWeekday, toWeekday }, index) => {
    if ((fromWeekday === null) === (toWeekday === null)) return []
    const field = `restrictions.${index}.${fromWeekday === null ? 'from_weekday' : 'to_weekday'}`
    return [{ field, message: 'is required: a restriction has two weekdays or none' }]
  })

/** @param text in the format of `DAY_PATTERN`, which admits February 30 */
const isDay = (text: string): boolean => {
  const at = Date.parse(text)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
}

/**
 * Returns the differences between two versions of a schedule, by API field.
 *
 * @param before null at creation
 * @param after null at deletion
 */
export const compareSchedules = (before: OnCallPlan | null, after: OnCallPlan | null): AuditChanges =>
  compareFields(before ? toAuditedFields(before) : {}, after ? toAuditedFields(after) : {})

const toAuditedFields = ({ name, description, timezone, layers }: OnCallPlan) => ({
  name,
  description,
  timezone,
  layers: layers.map(toLayerFields),
})

/** Returns a layer with the field names of the API. */
export const toLayerFields = (layer: OnCallLayer) => ({
  name: layer.name,
  user_ids: [...layer.userIds],
  rotation: layer.rotation,
  shift_length: layer.shiftLength,
  handover_time: layer.handoverTime,
  handover_weekday: layer.handoverWeekday,
  starts_on: layer.startsOn,
  restrictions: layer.restrictions.map(toRestrictionFields),
})

/** Returns a restriction with the field names of the API. */
export const toRestrictionFields = ({ from, to, fromWeekday, toWeekday }: Restriction) => ({
  from,
  to,
  from_weekday: fromWeekday,
  to_weekday: toWeekday,
})

/** Returns the layers without a user. The other members take turns in the same order. */
export const removeFromLayers = (layers: readonly OnCallLayer[], userId: string): OnCallLayer[] =>
  layers.map((layer) => ({ ...layer, userIds: layer.userIds.filter((id) => id !== userId) }))
