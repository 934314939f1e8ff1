/** Settings of an on-call schedule, and their errors. */
import Type, { type Static } from 'typebox'
import type { Issue } from '../platform/errors.ts'
import { describeResource, type ProjectResource } from '../platform/fields/resource.ts'
import { Description, Name, Timezone } from '../platform/fields/schema.ts'
import { isTimezone } from '../platform/time/cron.ts'
import { OnCallLayer, type Restriction } from './layer.ts'

export const SCHEDULE = describeResource(
  'on_call_schedule',
  Type.Object({
    name: Name(80, { examples: ['Platform'] }),
    description: Description(),
    timezone: Timezone({ description: 'IANA time zone of all times of the schedule' }),
    layers: Type.Array(OnCallLayer, {
      maxItems: 10,
      description: 'A later layer replaces the earlier layers while it covers a moment',
    }),
  }),
)
export type OnCallPlan = Static<typeof SCHEDULE.schema>

export type OnCallSchedule = OnCallPlan &
  ProjectResource & {
    /** Whether the schedule has a calendar feed. */
    hasFeed: boolean
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

/** Returns the layers without a user. The other members take turns in the same order. */
export const removeFromLayers = (layers: readonly OnCallLayer[], userId: string): OnCallLayer[] =>
  layers.map((layer) => ({ ...layer, userIds: layer.userIds.filter((id) => id !== userId) }))
