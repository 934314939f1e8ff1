/** The phases of a check as rows, from the events of the API. */
import type { PhaseEvent, WatchedResult } from '../../../api/watched-check.ts'

export interface PhaseRow {
  phase: string
  subject: string | null
  /** Position of a query or a packet. */
  number: number | null
  count: number | null
  /** `performance.now()` of this browser when the phase began. */
  since: number
  /** Milliseconds since the check began. */
  atMs: number
  /** Null while the phase runs. */
  ms: number | null
  /** Why a query or a packet failed. */
  error: string | null
}

/**
 * Adds an event. A phase of another kind ends all running phases.
 *
 * @param now `performance.now()`
 */
export function addPhase(rows: readonly PhaseRow[], event: PhaseEvent, now: number): PhaseRow[] {
  const { phase, number = null } = event
  if (event.is_over)
    return rows.map((row) =>
      row.ms === null && row.phase === phase && row.number === number
        ? { ...row, ms: event.at_ms - row.atMs, error: event.error ?? null }
        : row,
    )
  const isParallel = (row: PhaseRow) => number !== null && row.phase === phase
  const ended = rows.map((row) => (row.ms !== null || isParallel(row) ? row : { ...row, ms: measure(row, event, now) }))
  const { subject = null, count = null, at_ms: atMs } = event
  return [...ended, { phase, subject, number, count, since: now, atMs, ms: null, error: null }]
}

/** The times of the API begin with the check, so the wait for a probe is measured here. */
const measure = (row: PhaseRow, { at_ms }: PhaseEvent, now: number): number =>
  row.phase === 'wait' ? now - row.since : Math.max(0, at_ms - row.atMs)

/** Ends all running phases when the result has arrived. */
export const closePhases = (rows: readonly PhaseRow[], { response_time_ms }: WatchedResult, now: number): PhaseRow[] =>
  rows.map((row) => {
    if (row.ms !== null) return row
    const isTimed = row.phase !== 'wait' && response_time_ms !== undefined && response_time_ms >= row.atMs
    return { ...row, ms: isTimed ? response_time_ms - row.atMs : now - row.since }
  })

/** Errors of an answer that arrived completely: no phase failed, but the judgement of the answer. */
const JUDGED: ReadonlySet<string | undefined> = new Set(['status_code', 'keyword_missing', 'dns_validation_error'])

/**
 * Returns the index of the phase in which a check failed. The number of rows is returned for the judgement of the answer.
 *
 * @returns null when the check did not fail, or no phase is known
 */
export function findFailedPhase(rows: readonly PhaseRow[], { status, error_type }: WatchedResult): number | null {
  if (status === 'up' || status === 'degraded') return null
  const last = rows.findLastIndex(({ phase }) => phase !== 'verify' && phase !== 'wait')
  if (last === -1) return null
  // The queries and the packets that failed are marked themselves
  if (JUDGED.has(error_type) || rows[last]!.number !== null) return rows.length
  return last
}

/** The address to which a name was resolved, from the phase after it; null if there is none. */
export function findAddress(rows: readonly PhaseRow[], index: number): string | null {
  const next = rows[index + 1]
  if (rows[index]?.phase !== 'resolve' || !next?.subject) return null
  if (next.phase === 'ping') return next.subject
  return next.phase === 'connect' ? next.subject.replace(/^\[?(.*?)\]?:\d+$/, '$1') : null
}
