/** Maintenance windows in requests and responses. */
import Type, { type Static } from 'typebox'
import {
  getMaintenanceStatus,
  MAINTENANCE_STATUSES,
  MAX_OCCURRENCE_MINUTES,
  type MaintenancePlan,
  type MaintenanceWindow,
  type Recurrence as StoredRecurrence,
} from '../../core/maintenance/maintenance.ts'
import { findNextOccurrence, findOpenOccurrence } from '../../core/maintenance/occurrence.ts'
import { createInvalid } from '../../core/platform/errors.ts'
import { MAX_CRON_LENGTH } from '../../core/platform/time/cron.ts'
import { parseRange, RANGE_ALIASES, requireRange } from '../platform/end-time.ts'
import { MANAGED_FIELDS, toManagedFields } from '../platform/managed.ts'
import { Body, IsoTime, Name, Nullable, NullableIsoTime, OneOf, UpdateBody, Uuid } from '../platform/schemas.ts'
import { parseIso, toIso, toIsoOrNull } from '../platform/times.ts'

export const Timezone = Type.String({ maxLength: 64, description: 'IANA time zone', examples: ['Europe/Berlin'] })
export const Cron = Type.String({
  minLength: 1,
  maxLength: MAX_CRON_LENGTH,
  description: 'Five fields: minute, hour, day of month, month, day of week',
  examples: ['0 2 * * 0'],
})
export const Minutes = Type.Integer({
  minimum: 1,
  maximum: MAX_OCCURRENCE_MINUTES,
  description: 'Duration of each further occurrence, regardless of daylight saving changes',
})
const Until = Type.Unsafe<string | null>({ ...NullableIsoTime, description: 'Latest start of an occurrence' })

const Recurrence = Type.Object({ cron: Cron, duration_minutes: Minutes, timezone: Timezone, until: Until })

const recurrenceFields = {
  cron: Cron,
  duration_minutes: Minutes,
  timezone: Type.Unsafe<string>({ ...Timezone, description: 'IANA time zone. Default: `UTC`' }),
  until: Until,
}

export const Occurrence = Type.Object({ starts_at: IsoTime, ends_at: IsoTime })

const StartsAt = Type.Unsafe<string>({ ...IsoTime, description: 'Start of the first or only occurrence' })

export const Window = Type.Object({
  id: Uuid,
  project_id: Uuid,
  name: Type.String({ examples: ['Database upgrade'] }),
  description: Type.String(),
  monitor_ids: Type.Array(Uuid, { description: 'Monitors in the window, without deleted monitors' }),
  group_ids: Type.Array(Uuid, { description: 'Groups in the window, without deleted groups' }),
  starts_at: StartsAt,
  ends_at: IsoTime,
  recurrence: Nullable(Recurrence),
  status: OneOf(MAINTENANCE_STATUSES, {
    description: '`scheduled` also between two occurrences; `finished` after the last occurrence',
  }),
  current: Type.Unsafe<Static<typeof Occurrence> | null>({
    ...Nullable(Occurrence),
    description: 'Current occurrence',
  }),
  next_starts_at: Type.Unsafe<string | null>({
    ...NullableIsoTime,
    description: 'Start of the next occurrence; null if there is none',
  }),
  ...MANAGED_FIELDS,
  created_at: IsoTime,
  updated_at: IsoTime,
})

/** Equals the limit of the largest plan. */
const MAX_AFFECTED = 500

const toIdsSchema = (what: string) =>
  Type.Array(Uuid, { maxItems: MAX_AFFECTED, uniqueItems: true, description: `${what} of the project` })

const plan = {
  name: Name(80),
  description: Type.String({ maxLength: 500 }),
  monitor_ids: toIdsSchema('Monitors'),
  group_ids: toIdsSchema('Groups'),
  starts_at: StartsAt,
  ends_at: IsoTime,
}

const optional = Type.Partial(Type.Object(plan)).properties

export const CreateBody = Body({
  ...optional,
  name: plan.name,
  ...RANGE_ALIASES,
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
    ...RANGE_ALIASES,
    recurrence: Nullable(Type.Partial(Type.Object(recurrenceFields), { additionalProperties: false })),
    status: OneOf(MAINTENANCE_STATUSES, {
      description: '`cancelled` cancels the window permanently; other values are ignored',
    }),
  },
  Window,
)

export function toWindow(window: MaintenanceWindow, now: number): Static<typeof Window> {
  const isCancelled = window.cancelledAt !== null
  const open = isCancelled ? null : findOpenOccurrence(window, now)
  const next = isCancelled ? null : findNextOccurrence(window, now)
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
    status: getMaintenanceStatus(window, now),
    current: open && { starts_at: toIso(open.startsAt), ends_at: toIso(open.endsAt) },
    next_starts_at: next && toIso(next.startsAt),
    ...toManagedFields(window),
    created_at: toIso(window.createdAt),
    updated_at: toIso(window.updatedAt),
  }
}

type RecurrenceBody = NonNullable<Static<typeof ChangeBody>['recurrence']>

/**
 * Merges the sent fields into the stored recurrence.
 *
 * @param before null without a recurrence, or for a new window
 */
function toRecurrence(sent: RecurrenceBody, before: StoredRecurrence | null): StoredRecurrence {
  const { cron = before?.cron, duration_minutes: minutes = before?.durationMinutes, timezone, until } = sent
  const missing = cron === undefined ? 'cron' : 'duration_minutes'
  if (cron === undefined || minutes === undefined)
    throw createInvalid({ field: `recurrence.${missing}`, message: 'is required: the window does not recur yet' })
  return {
    cron,
    durationMinutes: minutes,
    timezone: timezone ?? before?.timezone ?? 'UTC',
    until: until === undefined ? (before?.until ?? null) : until === null ? null : parseIso(until),
  }
}

/**
 * Converts the body of an update.
 *
 * @param before null for a new window
 */
export function toChange(
  body: Static<typeof ChangeBody>,
  before: Pick<MaintenancePlan, 'recurrence'> | null,
): Partial<MaintenancePlan> {
  const { name, description, monitor_ids: monitorIds, group_ids: groupIds, recurrence } = body
  return {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(monitorIds && { monitorIds: [...new Set(monitorIds)] }),
    ...(groupIds && { groupIds: [...new Set(groupIds)] }),
    ...parseRange(body),
    ...(recurrence !== undefined && { recurrence: recurrence && toRecurrence(recurrence, before?.recurrence ?? null) }),
  }
}

export const toPlan = (body: Static<typeof CreateBody>): MaintenancePlan => ({
  name: body.name,
  ...requireRange(body),
  description: '',
  monitorIds: [],
  groupIds: [],
  recurrence: null,
  ...toChange(body, null),
})
