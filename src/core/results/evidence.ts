/**
 * Since when a region's opinion holds, and since when a monitor's status does: not from the check that confirmed it, but
 * from the first check that showed it.
 *
 * A target goes down and comes back at any moment between two checks. The first failing check and the first passing check
 * are late by half an interval on average, so both errors cancel out in the length of an outage as long as both ends are
 * taken at the same point of a check: its start. A failure counts from the start of the check, whether the target
 * refuses at once or hangs until the timeout. A pass counts from its answer, less the response time of the pass that
 * confirmed it. For a target that always takes its time this is the start of the first pass. For a target that was
 * hanging and answers the waiting check when it recovers, it is the moment of the recovery.
 */
import { countsAsSlow, type Judgement, judgeMonitor, type RegionCounters, type RegionState } from './state.ts'

/** Times of one region, Unix ms. */
export interface Evidence {
  /** Since when the region has been up, down or slow; null when unknown. */
  opinionSince: number | null
  /** Since when checks contradict that without confirmation; null when none do, or when unknown. */
  runSince: number | null
}

/** The region before a check. */
interface Earlier extends Evidence {
  lastSuccessAt: number | null
  lastFailureAt: number | null
}

/** A check, as far as its times matter. */
interface Seen {
  isFailure: boolean
  /** When it failed, if it did: the start of a check, the end of a heartbeat. */
  failedAt: number
  startedAt: number
  endedAt: number
}

type View = 'up' | 'down' | 'slow' | 'unknown'

const viewOf = (counters: RegionCounters): View => (countsAsSlow(counters) ? 'slow' : counters.opinion)

/**
 * @param before the check
 * @param held counters that still counted when the check started
 * @param after counters with the check
 */
export function evidenceAfter(before: Earlier, held: RegionCounters, after: RegionCounters, seen: Seen): Evidence {
  const isSame = viewOf(held) === viewOf(after)
  const known = after.opinion === 'unknown' ? null : before.opinionSince
  if (seen.isFailure) {
    const since = firstFailure(before, held, seen)
    if (!isSame) return { opinionSince: since, runSince: null }
    return { opinionSince: known, runSince: after.opinion === 'down' ? null : since }
  }
  if (after.opinion === 'down') return { opinionSince: known, runSince: firstPass(before, held, seen) }
  const runSince = after.slow === 1 ? seen.startedAt : null
  return { opinionSince: isSame ? known : wellSince(before, held, after, seen), runSince }
}

/** Returns the start of the first failure in a row, but at least the last pass: checks of one target may overlap. */
function firstFailure({ runSince, lastSuccessAt }: Earlier, held: RegionCounters, { failedAt }: Seen): number {
  if (held.failures === 0 || runSince === null) return failedAt
  return Math.min(Math.max(runSince, lastSuccessAt ?? 0), failedAt)
}

/** Returns the end of the first pass in a row. */
function firstPass({ runSince, lastFailureAt }: Earlier, held: RegionCounters, { endedAt }: Seen): number {
  if (held.passes === 0 || runSince === null) return endedAt
  return Math.min(Math.max(runSince, lastFailureAt ?? 0), endedAt)
}

function wellSince(before: Earlier, held: RegionCounters, after: RegionCounters, seen: Seen): number {
  if (held.opinion === 'unknown') return seen.endedAt
  if (held.opinion === 'down') {
    const answeredAt = firstPass(before, held, seen)
    // A single pass has nothing to be compared with
    if (after.passes < 2) return answeredAt
    const began = Math.max(answeredAt - (seen.endedAt - seen.startedAt), before.lastFailureAt ?? 0)
    return Math.min(began, seen.endedAt)
  }
  return countsAsSlow(after) ? Math.min(before.runSince ?? seen.startedAt, seen.startedAt) : seen.startedAt
}

/**
 * Returns since when the regions together show the present status. It is the latest moment at which one of them turned
 * and before which they showed another status. Before a region fell silent or left, its opinion was another one, so the
 * status is not dated back beyond that.
 *
 * @param before when the previous status began, Unix ms
 * @param asOf the moment of the judgement, Unix ms
 * @param at returned when the evidence does not tell, Unix ms
 */
export function statusSince(
  regions: readonly (RegionState & Pick<Evidence, 'opinionSince'>)[],
  { status }: Judgement,
  before: number,
  asOf: number,
  at: number,
): number {
  const fresh = regions.filter(({ freshUntil }) => freshUntil > asOf)
  const silentSince = Math.max(0, ...regions.map(({ freshUntil }) => freshUntil).filter((until) => until <= asOf))
  const turns = fresh.flatMap(({ opinionSince }) => (opinionSince === null ? [] : [opinionSince]))
  for (const turn of turns.sort((a, b) => b - a)) {
    const earlier = fresh.map((region) => (turnedBy(region, turn) ? { ...region, counters: opposite(region) } : region))
    if (judgeMonitor(earlier, asOf).status !== status) return Math.max(turn, silentSince)
  }
  return silentSince > before ? silentSince : at
}

const turnedBy = ({ opinionSince }: Pick<Evidence, 'opinionSince'>, turn: number): boolean =>
  opinionSince !== null && opinionSince >= turn

/** What a region showed before it turned. */
const opposite = ({ counters }: RegionState): RegionCounters => ({
  ...counters,
  opinion: viewOf(counters) === 'up' ? 'down' : 'up',
  slow: 0,
})
