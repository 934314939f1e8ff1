/** Computes the waterfall chart of one check: a bar for each phase, one after the other. */

const PHASES = ['dns', 'connect', 'tls', 'first_byte', 'download'] as const
export type Phase = (typeof PHASES)[number] | 'other'

export type Timings = { [P in (typeof PHASES)[number] as `${P}_ms`]?: number }

/** The parts of a result that the chart shows. */
export interface TimedResult {
  timings: Timings
  /** Start to end; absent when nothing was measured. */
  response_time_ms?: number | undefined
  error_type?: string | undefined
}

export interface Bar {
  /** `waiting` is the time after the last phase of a timeout. */
  phase: Phase | 'waiting'
  ms: number
  /** Percent of the whole width. */
  left: number
  width: number
}

/** Minimum share of the total time from which time outside all phases is shown. */
const MIN_OTHER_SHARE = 0.02

/** Minimum width of a bar, percent, so that it stays visible. */
const MIN_WIDTH = 0.6

/** Returns the bars of the measured phases in order. After the last phase of a timeout, the check waited for a response. */
export function computeBars({ timings, response_time_ms: totalMs, error_type: error }: TimedResult): Bar[] {
  const taken = PHASES.flatMap((phase) => {
    const ms = timings[`${phase}_ms`]
    return ms === undefined ? [] : [{ phase: phase as Bar['phase'], ms }]
  })
  if (taken.length === 0) return []
  const sum = taken.reduce((all, { ms }) => all + ms, 0)
  const fullMs = Math.max(totalMs ?? 0, sum)
  if (fullMs === 0) return taken.map((bar) => ({ ...bar, left: 0, width: MIN_WIDTH }))
  const isWaiting = error === 'timeout' && timings.first_byte_ms === undefined
  if (fullMs - sum > fullMs * MIN_OTHER_SHARE) taken.push({ phase: isWaiting ? 'waiting' : 'other', ms: fullMs - sum })
  let before = 0
  return taken.map(({ phase, ms }) => {
    const width = Math.max(MIN_WIDTH, (ms / fullMs) * 100)
    const left = Math.min((before / fullMs) * 100, 100 - width)
    before += ms
    return { phase, ms, left, width }
  })
}
