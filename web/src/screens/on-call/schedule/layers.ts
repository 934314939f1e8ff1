/** Changes of the layers in the form of an on-call schedule. Pure. */
import type { Schedule } from '../queries.ts'

type Layer = Schedule['layers'][number]
export type Rotation = Layer['rotation']
type StoredRestriction = Layer['restrictions'][number]

/** A restriction as the form holds it: a weekday is empty for every day. */
export type RestrictionDraft = Pick<StoredRestriction, 'from' | 'to'> & { from_weekday: string; to_weekday: string }

/** A layer as the form holds it: an edited number is a text, and a daily rotation has an empty weekday. */
export interface LayerDraft extends Omit<Layer, 'shift_length' | 'handover_weekday' | 'restrictions'> {
  shift_length: number | string
  handover_weekday: string
  restrictions: readonly RestrictionDraft[]
}

/** @param startsOn `YYYY-MM-DD` */
export const createLayer = (name: string, userId: string, startsOn: string): LayerDraft => ({
  name,
  user_ids: [userId],
  rotation: 'weekly',
  shift_length: 1,
  handover_time: '09:00',
  handover_weekday: 'monday',
  starts_on: startsOn,
  restrictions: [],
})

export const withRotation = <Draft extends Pick<LayerDraft, 'rotation' | 'handover_weekday'>>(
  layer: Draft,
  rotation: Rotation,
): Draft => ({ ...layer, rotation, handover_weekday: rotation === 'weekly' ? layer.handover_weekday || 'monday' : '' })

export const NEW_RESTRICTION: RestrictionDraft = { from: '22:00', to: '06:00', from_weekday: '', to_weekday: '' }

/** Whether a restriction repeats every day or every week. */
export const getKind = ({ from_weekday: day }: RestrictionDraft): Rotation => (day === '' ? 'daily' : 'weekly')

export const withKind = (restriction: RestrictionDraft, kind: Rotation): RestrictionDraft =>
  kind === 'daily'
    ? { ...restriction, from_weekday: '', to_weekday: '' }
    : { ...restriction, from_weekday: 'friday', to_weekday: 'monday' }

/** Exchanges an entry with its neighbour. */
export function moveEntry<Entry>(entries: readonly Entry[], index: number, by: -1 | 1): Entry[] {
  const moved = [...entries]
  const [entry] = moved.splice(index, 1)
  if (entry !== undefined) moved.splice(index + by, 0, entry)
  return moved
}

/** Returns the member who is added next: the first without a turn, or else the first. */
export const findNextMember = (members: readonly string[], userIds: readonly string[]): string | undefined =>
  userIds.find((id) => !members.includes(id)) ?? userIds[0]
