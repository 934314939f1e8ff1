/** Maintenance windows, as requests write and answers show them. */
import Type, { type Static } from 'typebox'
import {
  LONGEST_OCCURRENCE_MINUTES,
  MAINTENANCE_STATUSES,
  type MaintenancePlan,
  type MaintenanceWindow,
  maintenanceStatus,
  type Recurrence as StoredRecurrence,
} from '../../core/maintenance/maintenance.ts'
import { nextOccurrence, openOccurrence } from '../../core/maintenance/occurrence.ts'
import { invalid } from '../../core/platform/errors.ts'
import { LONGEST_CRON } from '../../core/platform/time/cron.ts'
import { Body, IsoTime, Name, Nullable, NullableIsoTime, OneOf, UpdateBody, Uuid } from '../platform/schemas.ts'
import { fromIso, toIso, toIsoOrNull } from '../platform/times.ts'

export const Timezone = Type.String({ maxLength: 64, description: 'IANA name', examples: ['Europe/Berlin'] })
export const Cron = Type.String({
  minLength: 1,
  maxLength: LONGEST_CRON,
  description: 'Five fields: minute, hour, day of month, month, day of week',
  examples: ['0 2 * * 0'],
})
export const Minutes = Type.Integer({
  minimum: 1,
  maximum: LONGEST_OCCURRENCE_MINUTES,
  description: 'How long each further occurrence lasts, whatever the wall clock does meanwhile',
})
const Until = Type.Unsafe<string | null>({ ...NullableIsoTime, description: 'No occurrence begins after this' })

const Recurrence = Type.Object({ cron: Cron, duration_minutes: Minutes, timezone: Timezone, until: Until })

const recurrenceFields = {
  cron: Cron,
  duration_minutes: Minutes,
  timezone: Type.Unsafe<string>({ ...Timezone, description: 'IANA name; `UTC` when absent' }),
  until: Until,
}

export const Occurrence = Type.Object({ starts_at: IsoTime, ends_at: IsoTime })

const StartsAt = Type.Unsafe<string>({ ...IsoTime, description: 'Of the first occurrence, or the only one' })

export const Window = Type.Object({
  id: Uuid,
  project_id: Uuid,
  name: Type.String({ examples: ['Database upgrade'] }),
  description: Type.String(),
  monitor_ids: Type.Array(Uuid, { description: 'Those of them that were deleted are left out' }),
  group_ids: Type.Array(Uuid, { description: 'Those of them that were deleted are left out' }),
  starts_at: StartsAt,
  ends_at: IsoTime,
  recurrence: Nullable(Recurrence),
  status: OneOf(MAINTENANCE_STATUSES, {
    description: 'Between two occurrences `scheduled`, after the last one `finished`',
  }),
  current: Type.Unsafe<Static<typeof Occurrence> | null>({
    ...Nullable(Occurrence),
    description: 'The occurrence that is open now',
  }),
  next_starts_at: Type.Unsafe<string | null>({
    ...NullableIsoTime,
    description: 'When it opens next; null when it does not',
  }),
  created_at: IsoTime,
  updated_at: IsoTime,
})

/** As many as the largest plan has. */
const MOST_CONCERNED = 500

const Ids = (what: string) =>
  Type.Array(Uuid, { maxItems: MOST_CONCERNED, uniqueItems: true, description: `${what} of the project` })

const plan = {
  name: Name(80),
  description: Type.String({ maxLength: 500 }),
  monitor_ids: Ids('Monitors'),
  group_ids: Ids('Groups'),
  starts_at: StartsAt,
  ends_at: IsoTime,
}

const optional = Type.Partial(Type.Object(plan)).properties

export const CreateBody = Body({
  ...optional,
  name: plan.name,
  starts_at: plan.starts_at,
  ends_at: plan.ends_at,
  recurrence: Type.Optional(
    Nullable(
      Type.Object(
        { ...Type.Partial(Type.Object(recurrenceFields)).properties, cron: Cron, duration_minutes: Minutes },
        { additionalProperties: false },
      ),
    ),
  ),
})

export const ChangeBody = UpdateBody(
  {
    ...plan,
    recurrence: Nullable(Type.Partial(Type.Object(recurrenceFields), { additionalProperties: false })),
    status: OneOf(MAINTENANCE_STATUSES, {
      description: '`cancelled` calls the window off for good; anything else is read-only and ignored',
    }),
  },
  Window,
)

export function toWindow(window: MaintenanceWindow, now: number): Static<typeof Window> {
  const isOff = window.cancelledAt !== null
  const open = isOff ? null : openOccurrence(window, now)
  const next = isOff ? null : nextOccurrence(window, now)
  return {
    id: window.id,
    project_id: window.projectId,
    name: window.name,
    description: window.description,
    monitor_ids: window.monitorIds,
    group_ids: window.groupIds,
    starts_at: toIso(window.startsAt),
    ends_at: toIso(window.endsAt),
    recurrence: window.recurrence && {
      cron: window.recurrence.cron,
      duration_minutes: window.recurrence.durationMinutes,
      timezone: window.recurrence.timezone,
      until: toIsoOrNull(window.recurrence.until),
    },
    status: maintenanceStatus(window, now),
    current: open && { starts_at: toIso(open.startsAt), ends_at: toIso(open.endsAt) },
    next_starts_at: next && toIso(next.startsAt),
    created_at: toIso(window.createdAt),
    updated_at: toIso(window.updatedAt),
  }
}

type RecurrenceBody = NonNullable<Static<typeof ChangeBody>['recurrence']>

/** Only what was sent changes, field by field. @param before null when there was none, or the window is new */
function toRecurrence(sent: RecurrenceBody, before: StoredRecurrence | null): StoredRecurrence {
  const { cron = before?.cron, duration_minutes: minutes = before?.durationMinutes, timezone, until } = sent
  const missing = cron === undefined ? 'cron' : 'duration_minutes'
  if (cron === undefined || minutes === undefined)
    throw invalid({ field: `recurrence.${missing}`, message: 'is required: the window does not recur yet' })
  return {
    cron,
    durationMinutes: minutes,
    timezone: timezone ?? before?.timezone ?? 'UTC',
    until: until === undefined ? (before?.until ?? null) : until === null ? null : fromIso(until),
  }
}

/** What an update asks for. @param before null for a new window */
export function toChange(
  body: Static<typeof ChangeBody>,
  before: Pick<MaintenancePlan, 'recurrence'> | null,
): Partial<MaintenancePlan> {
  const { name, description, monitor_ids: monitorIds, group_ids: groupIds, starts_at, ends_at, recurrence } = body
  return {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(monitorIds && { monitorIds: [...new Set(monitorIds)] }),
    ...(groupIds && { groupIds: [...new Set(groupIds)] }),
    ...(starts_at !== undefined && { startsAt: fromIso(starts_at) }),
    ...(ends_at !== undefined && { endsAt: fromIso(ends_at) }),
    ...(recurrence !== undefined && { recurrence: recurrence && toRecurrence(recurrence, before?.recurrence ?? null) }),
  }
}

export const toPlan = (body: Static<typeof CreateBody>): MaintenancePlan => ({
  name: body.name,
  startsAt: fromIso(body.starts_at),
  endsAt: fromIso(body.ends_at),
  description: '',
  monitorIds: [],
  groupIds: [],
  recurrence: null,
  ...toChange(body, null),
})
