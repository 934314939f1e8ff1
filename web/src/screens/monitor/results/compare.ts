/** Incidents that other thresholds would have opened, beside those that were. */

interface Span {
  started_at: string
  resolved_at?: string | null
}

export interface Compared<Replayed, Real> {
  verdict: 'kept' | 'added' | 'gone'
  started_at: string
  resolved_at: string | null
  replayed: Replayed | null
  real: Real | null
}

const start = ({ started_at }: Span): number => Date.parse(started_at)
const end = ({ resolved_at }: Span): number => (resolved_at ? Date.parse(resolved_at) : Number.POSITIVE_INFINITY)
const overlap = (a: Span, b: Span): boolean => start(a) <= end(b) && start(b) <= end(a)

/** Newest first. Two are the same trouble when they overlap in time. */
export function compareIncidents<Replayed extends Span, Real extends Span>(
  replayed: readonly Replayed[],
  real: readonly Real[],
): Compared<Replayed, Real>[] {
  const would = replayed.map((one): Compared<Replayed, Real> => {
    const met = real.find((other) => overlap(one, other)) ?? null
    return { ...spanOf(one), verdict: met ? 'kept' : 'added', replayed: one, real: met }
  })
  const gone = real
    .filter((one) => !replayed.some((other) => overlap(one, other)))
    .map((one): Compared<Replayed, Real> => ({ ...spanOf(one), verdict: 'gone', replayed: null, real: one }))
  return [...would, ...gone].sort((a, b) => start(b) - start(a))
}

const spanOf = ({ started_at, resolved_at }: Span) => ({ started_at, resolved_at: resolved_at ?? null })
