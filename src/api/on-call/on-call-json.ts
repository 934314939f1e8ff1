/** On-call schedules in requests and responses. */
import Type, { type Static } from 'typebox'
import { type OnCallLayer, type Restriction, ROTATIONS, WEEKDAYS } from '../../core/on-call/layer.ts'
import type { OnCallNow, Shift } from '../../core/on-call/on-call.ts'
import { type OnCallPlan, toLayerFields } from '../../core/on-call/schedule.ts'
import { DAY_PATTERN, DAY_WORDS } from '../../core/platform/time/month.ts'
import { DESCRIPTION_KEY } from '../../core/platform/validation/schema-words.ts'
import type { StaffedSchedule } from '../../services/on-call/rotations.ts'
import type { OnCallOverride } from '../../store/on-call/on-call-overrides.ts'
import { RANGE_ALIASES } from '../platform/end-time.ts'
import { MANAGED_FIELDS, toManagedFields } from '../platform/managed.ts'
import { Body, IsoTime, Name, Nullable, NullableIsoTime, OneOf, UpdateBody, Uuid } from '../platform/schemas.ts'
import { toIso, toIsoOrNull } from '../platform/times.ts'

const Time = Type.String({
  pattern: '^([01]\\d|2[0-3]):[0-5]\\d$',
  [DESCRIPTION_KEY]: 'a time from 00:00 to 23:59',
  examples: ['09:00'],
})
const NullableWeekday = Nullable(OneOf(WEEKDAYS))

const restrictionFields = {
  from: Time,
  to: Type.Unsafe<string>({ ...Time, description: 'Exclusive; on the next day or in the next week if not later' }),
  from_weekday: NullableWeekday,
  to_weekday: NullableWeekday,
}

const restrictionRequest = Type.Object(
  {
    ...restrictionFields,
    from_weekday: Type.Optional(NullableWeekday),
    to_weekday: Type.Optional(NullableWeekday),
  },
  { additionalProperties: false },
)

/** Restrictions in responses and in requests. */
export const Restrictions = Type.Array(Type.Object(restrictionFields))
export const RestrictionRequests = Type.Array(restrictionRequest)

const layerFields = {
  name: Name(80),
  user_ids: Type.Array(Uuid, { maxItems: 50, description: 'Members of the organization, in the order of their turns' }),
  rotation: OneOf(ROTATIONS),
  shift_length: Type.Integer({ minimum: 1, maximum: 30, description: 'Days or weeks of one turn' }),
  handover_time: Type.Unsafe<string>({ ...Time, description: 'Local time at which the turn changes' }),
  handover_weekday: Type.Unsafe<Static<typeof NullableWeekday>>({
    ...NullableWeekday,
    description: 'For a weekly rotation; null for a daily one',
  }),
  starts_on: Type.String({
    pattern: DAY_PATTERN,
    [DESCRIPTION_KEY]: DAY_WORDS,
    description: 'First day of the layer, which begins at the handover time',
    examples: ['2026-01-05'],
  }),
}

const restrictionsOptions = {
  maxItems: 14,
  description: 'Times that the layer covers; empty for all times. Without weekdays, a restriction applies to every day',
}

const Layer = Type.Object({
  ...layerFields,
  restrictions: Type.Array(Type.Object(restrictionFields), restrictionsOptions),
})

const writable = {
  name: Name(80),
  description: Type.String({ maxLength: 500 }),
  timezone: Type.String({ maxLength: 64, description: 'IANA time zone', examples: ['Europe/Berlin'] }),
  layers: Type.Array(
    Type.Object(
      {
        ...layerFields,
        shift_length: Type.Optional({ ...layerFields.shift_length, default: 1 }),
        handover_weekday: Type.Optional(layerFields.handover_weekday),
        restrictions: Type.Optional(Type.Array(restrictionRequest, restrictionsOptions)),
      },
      { additionalProperties: false },
    ),
    { maxItems: 10, description: 'A later layer replaces the earlier layers while it covers a moment' },
  ),
}

const OnCallUser = Type.Object({ id: Uuid, name: Type.String({ examples: ['Alice'] }) }, { title: 'OnCallUser' })

const CurrentUser = Type.Unsafe<Static<typeof OnCallUser> | null>({
  ...Nullable(OnCallUser),
  title: 'CurrentOnCallUser',
  description: 'Null when no user is on call',
})

/** User names by id. */
type UserNames = ReadonlyMap<string, string>

const toUser = (id: string, names: UserNames): Static<typeof OnCallUser> => ({ id, name: names.get(id) ?? '' })

export const Schedule = Type.Object(
  {
    id: Uuid,
    project_id: Uuid,
    name: Type.String({ examples: ['Platform'] }),
    description: Type.String(),
    timezone: writable.timezone,
    layers: Type.Array(Layer),
    on_call: CurrentUser,
    has_feed: Type.Boolean({ description: 'Whether the schedule has a calendar feed' }),
    created_at: IsoTime,
    updated_at: IsoTime,
    ...MANAGED_FIELDS,
  },
  { title: 'OnCallSchedule' },
)

export const ScheduleCreate = Body({ ...writable, description: Type.Optional(writable.description) })
export const ScheduleUpdate = UpdateBody(writable, Schedule)

export const ShiftPreview = Body({
  timezone: writable.timezone,
  layers: writable.layers,
  schedule_id: Type.Optional({ ...Uuid, description: 'Schedule that would change; its overrides apply' }),
})

const Position = Type.Integer({ minimum: 0, description: 'Position in `layers`, from 0' })

export const CoveredLayers = Type.Array(Type.Object({ layer: Position, covered_by: Type.Array(Position) }), {
  description: 'Layers that never apply, because the later layers in `covered_by` cover all their shifts',
})

export const toSchedule = (schedule: StaffedSchedule): Static<typeof Schedule> => ({
  id: schedule.id,
  project_id: schedule.projectId,
  name: schedule.name,
  description: schedule.description,
  timezone: schedule.timezone,
  layers: schedule.layers.map(toLayerFields),
  on_call: schedule.onCall,
  has_feed: schedule.hasFeed,
  created_at: toIso(schedule.createdAt),
  updated_at: toIso(schedule.updatedAt),
  ...toManagedFields(schedule),
})

type LayerBody = Static<(typeof writable)['layers']>[number]

const toLayer = (body: LayerBody): OnCallLayer => ({
  name: body.name,
  userIds: body.user_ids,
  rotation: body.rotation,
  shiftLength: body.shift_length ?? 1,
  handoverTime: body.handover_time,
  handoverWeekday: body.handover_weekday ?? null,
  startsOn: body.starts_on,
  restrictions: (body.restrictions ?? []).map(toRestriction),
})

type RestrictionBody = Static<typeof restrictionRequest>

export const toRestriction = ({
  from,
  to,
  from_weekday: fromDay,
  to_weekday: toDay,
}: RestrictionBody): Restriction => ({
  from,
  to,
  fromWeekday: fromDay ?? null,
  toWeekday: toDay ?? null,
})

/** Converts the body of an update. */
export const toPlanChange = ({ layers, ...sent }: Static<typeof ScheduleUpdate>): Partial<OnCallPlan> => {
  const { name, description, timezone } = sent
  const given = Object.entries({ name, description, timezone }).filter(([, value]) => value !== undefined)
  return { ...Object.fromEntries(given), ...(layers && { layers: layers.map(toLayer) }) }
}

/** @param plan without a name in a preview */
export const toPlan = ({
  name = '',
  description = '',
  timezone,
  layers,
}: Omit<Static<typeof ScheduleCreate>, 'name'> & { name?: string }): OnCallPlan => ({
  name,
  description,
  timezone,
  layers: layers.map(toLayer),
})

const NextShift = Type.Object({ user: OnCallUser, starts_at: IsoTime })

export const OnCall = Type.Object(
  {
    at: IsoTime,
    user: CurrentUser,
    until: Type.Unsafe<string | null>({
      ...NullableIsoTime,
      description: 'End of the current shift; null without a user on call, or without an end within 370 days',
    }),
    next: Type.Unsafe<Static<typeof NextShift> | null>({
      ...Nullable(NextShift),
      description: 'Next shift of a different user, or after a gap; null without one within 370 days',
    }),
  },
  { title: 'OnCall' },
)

export const toOnCall = ({ current, next }: OnCallNow, at: number, names: UserNames): Static<typeof OnCall> => ({
  at: toIso(at),
  user: current && toUser(current.userId, names),
  until: toIsoOrNull(current?.endsAt ?? null),
  next: next && { user: toUser(next.userId, names), starts_at: toIso(next.startsAt) },
})

export const OnCallShift = Type.Object(
  { user: OnCallUser, starts_at: IsoTime, ends_at: IsoTime },
  { title: 'OnCallShift' },
)

export const toShift = ({ userId, startsAt, endsAt }: Shift, names: UserNames): Static<typeof OnCallShift> => ({
  user: toUser(userId, names),
  starts_at: toIso(startsAt),
  ends_at: toIso(endsAt),
})

export const Override = Type.Object(
  { id: Uuid, user: OnCallUser, starts_at: IsoTime, ends_at: IsoTime, created_at: IsoTime },
  { title: 'OnCallOverride' },
)

export const OverrideCreate = Body({
  user_id: Type.Unsafe<string>({ ...Uuid, description: 'Member of the organization' }),
  starts_at: Type.Optional({ ...IsoTime, description: 'Start; required' }),
  ends_at: Type.Optional({ ...IsoTime, description: 'End; required' }),
  ...RANGE_ALIASES,
})

export const toOverride = (override: OnCallOverride): Static<typeof Override> => ({
  id: override.id,
  user: { id: override.userId, name: override.userName },
  starts_at: toIso(override.startsAt),
  ends_at: toIso(override.endsAt),
  created_at: toIso(override.createdAt),
})
