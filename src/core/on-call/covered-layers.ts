/** Layers of a schedule that never apply, because later layers cover all their shifts. */
import { getLocalClock } from '../platform/time/local-time.ts'
import { DAY_MS } from '../platform/time/time.ts'
import { listLayerShifts, mergeLevels, type Rotation } from './on-call.ts'

export interface CoveredLayer {
  /** Position in the schedule, from 0. */
  layer: number
  /** Positions of the later layers that apply instead. */
  coveredBy: number[]
}

/** Restrictions repeat every week, so two weeks contain every combination of the layers that have begun. */
const PERIOD_MS = 14 * DAY_MS

/**
 * Returns the covered layers from a moment on, Unix ms. Overrides are left out, because they end. A layer without members
 * has no shifts, so it is not covered.
 */
export function listCoveredLayers(rotation: Omit<Rotation, 'overrides'>, now: number): CoveredLayer[] {
  const { timezone, layers } = rotation
  const { toMoment } = getLocalClock(timezone)
  const starts = layers.map(({ startsOn, handoverTime }) => toMoment(Date.parse(`${startsOn}T${handoverTime}Z`)))
  // Which layers apply changes only when a layer begins
  const periods = [now, ...starts.filter((start) => start > now)].map((from) => {
    const shifts = listLayerShifts(rotation, from, from + PERIOD_MS)
    const own = shifts.map((level, layer) => level.map((shift) => ({ ...shift, userId: String(layer) })))
    return { own, applied: mergeLevels(own) }
  })
  return layers.flatMap((_, layer) => {
    const instead = periods.flatMap(({ own, applied }) =>
      applied.filter((shift) => own[layer]!.some((one) => shift.startsAt < one.endsAt && one.startsAt < shift.endsAt)),
    )
    const coveredBy = [...new Set(instead.map(({ userId }) => Number(userId)))].sort((one, other) => one - other)
    return coveredBy.length === 0 || coveredBy.includes(layer) ? [] : [{ layer, coveredBy }]
  })
}
