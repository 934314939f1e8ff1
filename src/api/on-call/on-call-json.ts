/** On-call schedules in requests and responses. */
import Type, { type Static } from 'typebox'
import type { OnCallNow, Shift } from '../../core/on-call/on-call.ts'
import { SCHEDULE } from '../../core/on-call/schedule.ts'
import type { ScheduleShifts, StaffedSchedule } from '../../services/on-call/rotations.ts'
import type { OnCallOverride } from '../../store/on-call/on-call-schedules.ts'
import { createResourceSchema } from '../platform/fields/resource-schema.ts'
import { Body, IsoTime, Nullable, NullableIsoTime, Uuid } from '../platform/schemas.ts'
import { RANGE_ALIASES, toIso, toIsoOrNull } from '../platform/times.ts'

const OnCallUser = Type.Object({ id: Uuid, name: Type.String({ examples: ['Alice'] }) }, { title: 'OnCallUser' })

const CurrentUser = Type.Unsafe<Static<typeof OnCallUser> | null>({
  ...Nullable(OnCallUser),
  title: 'CurrentOnCallUser',
  description: 'Null when no user is on call',
})

/** User names by id. */
type UserNames = ReadonlyMap<string, string>

const toUser = (id: string, names: UserNames): Static<typeof OnCallUser> => ({ id, name: names.get(id) ?? '' })

export const ScheduleSchema = createResourceSchema<typeof SCHEDULE.schema, StaffedSchedule>(SCHEDULE, {
  title: 'OnCallSchedule',
  shown: {
    on_call: CurrentUser,
    has_feed: Type.Boolean({ description: 'Whether the schedule has a calendar feed' }),
  },
  showMore: ({ onCall, hasFeed }) => ({ on_call: onCall, has_feed: hasFeed }),
})

const { timezone, layers } = ScheduleSchema.Create.properties

export const ShiftPreview = Type.Unsafe<{ schedule_id?: string }>(
  Body({
    timezone: timezone!,
    layers: layers!,
    schedule_id: Type.Optional({ ...Uuid, description: 'Schedule that would change; its overrides apply' }),
  }),
)

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

const OnCallShift = Type.Object({ user: OnCallUser, starts_at: IsoTime, ends_at: IsoTime }, { title: 'OnCallShift' })

const Position = Type.Integer({ minimum: 0, description: 'Position in `layers`, from 0' })

export const ScheduleShiftsJson = Type.Object(
  {
    from: IsoTime,
    to: IsoTime,
    shifts: Type.Array(OnCallShift, { description: 'Layers and overrides combined' }),
    layer_shifts: Type.Array(Type.Array(OnCallShift), { description: 'Shifts of each layer by itself' }),
    covered_layers: Type.Array(Type.Object({ layer: Position, covered_by: Type.Array(Position) }), {
      description:
        'Layers that never apply from now on, because the later layers in `covered_by` cover all their shifts',
    }),
  },
  { title: 'OnCallShifts' },
)

export function toScheduleShifts(
  { final, layers, coveredLayers }: ScheduleShifts,
  { from, to }: { from: number; to: number },
  names: UserNames,
): Static<typeof ScheduleShiftsJson> {
  const show = ({ userId, startsAt, endsAt }: Shift) => ({
    user: toUser(userId, names),
    starts_at: toIso(startsAt),
    ends_at: toIso(endsAt),
  })
  return {
    from: toIso(from),
    to: toIso(to),
    shifts: final.map(show),
    layer_shifts: layers.map((shifts) => shifts.map(show)),
    covered_layers: coveredLayers.map(({ layer, coveredBy }) => ({ layer, covered_by: coveredBy })),
  }
}

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
