/** The values of the form of an on-call schedule. Pure. */
import type { RequestBody } from '../../../api/types.ts'
import { parseNumber } from '../../../parts/schema-form/draft.ts'
import type { Schedule } from '../queries.ts'

export const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
export type Weekday = (typeof WEEKDAYS)[number]
export const ROTATIONS = ['daily', 'weekly'] as const
export type Rotation = (typeof ROTATIONS)[number]

export const MAX_LAYERS = 10
export const MAX_MEMBERS = 50
export const MAX_RESTRICTIONS = 14

interface Keyed {
  /** Stays the same when the entry moves. */
  key: number
}

export interface MemberDraft extends Keyed {
  userId: string
}

export interface RestrictionDraft extends Keyed {
  kind: Rotation
  from: string
  to: string
  /** Only for a part of every week. */
  fromDay: Weekday
  toDay: Weekday
}

export interface LayerDraft extends Keyed {
  name: string
  members: readonly MemberDraft[]
  rotation: Rotation
  /** As entered. */
  shiftLength: string
  handoverTime: string
  /** Only for a weekly rotation. */
  handoverDay: Weekday
  startsOn: string
  restrictions: readonly RestrictionDraft[]
}

export interface ScheduleDraft {
  name: string
  description: string
  timezone: string
  layers: readonly LayerDraft[]
}

type ScheduleBody = RequestBody<'/api/on-call-schedules', 'post'>

export const toScheduleDraft = ({ name, description, timezone, layers }: Schedule): ScheduleDraft => ({
  name,
  description,
  timezone,
  layers: layers.map((layer, key) => ({
    key,
    name: layer.name,
    members: layer.user_ids.map((userId, index) => ({ key: index, userId })),
    rotation: layer.rotation,
    shiftLength: String(layer.shift_length),
    handoverTime: layer.handover_time,
    handoverDay: layer.handover_weekday ?? 'monday',
    startsOn: layer.starts_on,
    restrictions: layer.restrictions.map(({ from, to, from_weekday: fromDay, to_weekday: toDay }, index) => ({
      key: index,
      kind: fromDay === null ? 'daily' : 'weekly',
      from,
      to,
      fromDay: fromDay ?? 'friday',
      toDay: toDay ?? 'monday',
    })),
  })),
})

/** Invalid values are sent as entered, so that the server names the field. */
export const toScheduleBody = ({ name, description, timezone, layers }: ScheduleDraft): ScheduleBody => ({
  name,
  description,
  timezone,
  layers: layers.map((layer) => ({
    name: layer.name,
    user_ids: layer.members.map(({ userId }) => userId),
    rotation: layer.rotation,
    shift_length: parseNumber(layer.shiftLength) as number,
    handover_time: layer.handoverTime,
    handover_weekday: layer.rotation === 'weekly' ? layer.handoverDay : null,
    starts_on: layer.startsOn,
    restrictions: layer.restrictions.map(({ kind, from, to, fromDay, toDay }) => ({
      from,
      to,
      from_weekday: kind === 'weekly' ? fromDay : null,
      to_weekday: kind === 'weekly' ? toDay : null,
    })),
  })),
})

/** @param startsOn `YYYY-MM-DD` */
export const createLayer = (name: string, userId: string, startsOn: string): Omit<LayerDraft, 'key'> => ({
  name,
  members: [{ key: 0, userId }],
  rotation: 'weekly',
  shiftLength: '1',
  handoverTime: '09:00',
  handoverDay: 'monday',
  startsOn,
  restrictions: [],
})

export const NEW_RESTRICTION: Omit<RestrictionDraft, 'key'> = {
  kind: 'daily',
  from: '22:00',
  to: '06:00',
  fromDay: 'friday',
  toDay: 'monday',
}

/** Appends an entry with a key that no other entry has. */
export const addEntry = <Entry extends Keyed>(entries: readonly Entry[], entry: Omit<Entry, 'key'>): Entry[] => [
  ...entries,
  { ...entry, key: Math.max(-1, ...entries.map(({ key }) => key)) + 1 } as Entry,
]

export const removeEntry = <Entry>(entries: readonly Entry[], index: number): Entry[] =>
  entries.filter((_, at) => at !== index)

export const changeEntry = <Entry>(entries: readonly Entry[], index: number, change: Partial<Entry>): Entry[] =>
  entries.map((entry, at) => (at === index ? { ...entry, ...change } : entry))

/** Exchanges an entry with its neighbour. */
export function moveEntry<Entry>(entries: readonly Entry[], index: number, by: -1 | 1): Entry[] {
  const moved = [...entries]
  const [entry] = moved.splice(index, 1)
  if (entry !== undefined) moved.splice(index + by, 0, entry)
  return moved
}

/** Returns the member who is added next: the first without a turn, or else the first. */
export const findNextMember = (members: readonly MemberDraft[], userIds: readonly string[]): string | undefined =>
  userIds.find((id) => !members.some(({ userId }) => userId === id)) ?? userIds[0]
