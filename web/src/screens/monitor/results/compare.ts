/** Compares incidents of a replay with the real incidents. */

interface Span {
  started_at: string
  resolved_at?: string | null
}

export interface IncidentComparison<Replayed, Real> {
  verdict: 'kept' | 'added' | 'gone'
  started_at: string
  resolved_at: string | null
  replayed: Replayed | null
  real: Real | null
}

const getStart = ({ started_at }: Span): number => Date.parse(started_at)
const getEnd = ({ resolved_at }: Span): number => (resolved_at ? Date.parse(resolved_at) : Number.POSITIVE_INFINITY)
const hasOverlap = (a: Span, b: Span): boolean => getStart(a) <= getEnd(b) && getStart(b) <= getEnd(a)

/** Newest first. Two incidents match when they overlap in time. */
export function compareIncidents<Replayed extends Span, Real extends Span>(
  replayed: readonly Replayed[],
  real: readonly Real[],
): IncidentComparison<Replayed, Real>[] {
  const replayedRows = replayed.map((one): IncidentComparison<Replayed, Real> => {
    const met = real.find((other) => hasOverlap(one, other)) ?? null
    return { ...toSpan(one), verdict: met ? 'kept' : 'added', replayed: one, real: met }
  })
  const missingRows = real
    .filter((one) => !replayed.some((other) => hasOverlap(one, other)))
    .map((one): IncidentComparison<Replayed, Real> => ({ ...toSpan(one), verdict: 'gone', replayed: null, real: one }))
  return [...replayedRows, ...missingRows].sort((a, b) => getStart(b) - getStart(a))
}

const toSpan = ({ started_at, resolved_at }: Span) => ({ started_at, resolved_at: resolved_at ?? null })
