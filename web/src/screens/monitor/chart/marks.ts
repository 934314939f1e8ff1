/** Time spans of the chart: incidents and maintenance, shaded behind the lines, and failed checks at the foot. */

export interface Mark {
  kind: 'incident' | 'maintenance' | 'failure'
  /** Id of the result of a failed check. */
  id?: string
  /** Unix seconds. */
  from: number
  /** Exclusive; the current time for an ongoing span. */
  to: number
  label: string
}

interface IncidentSpan {
  title: string
  started_at: string
  resolved_at?: string
}

interface MaintenanceSpan {
  /** Null when the window was deleted. */
  name: string | null
  starts_at: string
  ends_at: string
}

const toSeconds = (iso: string): number => Date.parse(iso) / 1000

/** @param now Unix ms, used as the end of ongoing incidents */
export const toIncidentMarks = (incidents: readonly IncidentSpan[], now: number): Mark[] =>
  incidents.map(({ title, started_at, resolved_at }) => ({
    kind: 'incident',
    from: toSeconds(started_at),
    to: resolved_at === undefined ? now / 1000 : toSeconds(resolved_at),
    label: title,
  }))

/** @param unnamed label of maintenance whose window was deleted */
export const toMaintenanceMarks = (spans: readonly MaintenanceSpan[], unnamed: string): Mark[] =>
  spans.map(({ name, starts_at, ends_at }) => ({
    kind: 'maintenance',
    from: toSeconds(starts_at),
    to: toSeconds(ends_at),
    label: name ?? unnamed,
  }))

interface FailedResult {
  id: string
  checked_at: string
  error_type?: string | null
}

/** @param describe text of an error type; null is unknown */
export const toFailureMarks = (
  results: readonly FailedResult[],
  bucketSeconds: number,
  describe: (errorType: string | null) => string,
): Mark[] =>
  results.map(({ id, checked_at, error_type }) => {
    // A failed check belongs to its point, like passed checks
    const from = Math.floor(toSeconds(checked_at) / bucketSeconds) * bucketSeconds
    return { kind: 'failure', id, from, to: from + bucketSeconds, label: describe(error_type ?? null) }
  })

/** Returns the marks that overlap a time span, clipped to it, oldest first. */
export const filterMarks = (marks: readonly Mark[], from: number, to: number): Mark[] =>
  marks
    .filter((mark) => mark.to > from && mark.from < to)
    .map((mark) => ({ ...mark, from: Math.max(mark.from, from), to: Math.min(mark.to, to) }))
    .sort((a, b) => a.from - b.from)

export const listMarksAt = (marks: readonly Mark[], at: number): Mark[] =>
  marks.filter((mark) => mark.from <= at && at < mark.to)

interface MarkPosition extends Mark {
  /** Pixels from the left edge of the plot. */
  left: number
  width: number
  /** Whether there is room for its label. */
  hasLabel: boolean
}

/** Minimum width, so that short marks stay visible. */
const MIN_WIDTH_PX = 3

/**
 * Computes the positions of marks on a plot. A label is shown only if it overlaps no other label and fits into the
 * plot.
 *
 * @param measureWidth returns the width of a label in pixels
 */
export function computeMarkPositions(
  marks: readonly Mark[],
  view: readonly [from: number, to: number],
  plotWidth: number,
  measureWidth: (label: string) => number,
): MarkPosition[] {
  const [from, to] = view
  const perSecond = plotWidth / (to - from)
  let free = 0
  return filterMarks(marks, from, to).map((mark) => {
    const left = (mark.from - from) * perSecond
    const width = Math.max(MIN_WIDTH_PX, (mark.to - mark.from) * perSecond)
    const end = left + measureWidth(mark.label)
    const hasLabel = left >= free && end <= plotWidth
    if (hasLabel) free = end
    return { ...mark, left, width, hasLabel }
  })
}
