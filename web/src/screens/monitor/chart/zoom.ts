/** Zoom and pan of the chart within a period. */

/** Unix seconds. */
export type View = readonly [from: number, to: number]

/** The closest zoom shows this many points. */
const FEWEST_POINTS = 6

const STEP = 0.5

/** Moves a view into the bounds, keeping its length if possible. Null is the whole period. */
export function clamp([from, to]: View, [first, last]: View, bucketSeconds: number): View | null {
  const shortest = Math.min(last - first, FEWEST_POINTS * bucketSeconds)
  const length = Math.max(shortest, to - from)
  if (length >= last - first) return null
  const middle = (from + to) / 2
  const start = Math.min(Math.max(middle - length / 2, first), last - length)
  return [start, start + length]
}

function zoom(view: View, factor: number, bounds: View, bucketSeconds: number, around?: number): View | null {
  const [from, to] = view
  const centre = around ?? (from + to) / 2
  return clamp([centre - (centre - from) * factor, centre + (to - centre) * factor], bounds, bucketSeconds)
}

export const zoomIn = (view: View, bounds: View, bucketSeconds: number, around?: number): View | null =>
  zoom(view, STEP, bounds, bucketSeconds, around)

export const zoomOut = (view: View, bounds: View, bucketSeconds: number): View | null =>
  zoom(view, 1 / STEP, bounds, bucketSeconds)

/** @param direction -1 is earlier */
export function pan([from, to]: View, direction: -1 | 1, bounds: View, bucketSeconds: number): View | null {
  const by = direction * (to - from) * STEP
  return clamp([from + by, to + by], bounds, bucketSeconds)
}
