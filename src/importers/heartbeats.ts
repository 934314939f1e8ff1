/** Settings of heartbeats: periods and schedules of other products, within the limits of this one. */
import { parseCron } from '../core/platform/time/cron.ts'
import { HOUR_MS, SECOND_MS, type UnixMs } from '../core/platform/time/time.ts'
import type { Fields, Item } from './conversion.ts'

const MIN_INTERVAL_SECONDS = 60
const MAX_INTERVAL_SECONDS = 2_592_000
const MAX_GRACE_SECONDS = 3_600

/**
 * Returns the settings of a job that pings every period. A longer grace period is added to the interval, so that the
 * alarm comes at the same time.
 *
 * @returns null when the item is dropped
 */
export function toPeriod(item: Item, period: number, grace: number): Fields | null {
  if (period > MAX_INTERVAL_SECONDS)
    return item.drop('Its interval is longer than 30 days.', 'Create a heartbeat with a cron schedule.')
  const own = Math.max(0, Math.round(grace))
  const rest = Math.max(0, own - MAX_GRACE_SECONDS)
  const seconds = Math.max(MIN_INTERVAL_SECONDS, Math.round(period)) + rest
  const interval = Math.min(MAX_INTERVAL_SECONDS, seconds)
  if (period < MIN_INTERVAL_SECONDS)
    item.note(`A ping is expected every ${MIN_INTERVAL_SECONDS} s instead of ${period} s.`)
  if (rest > 0)
    item.note(
      `The grace period is ${MAX_GRACE_SECONDS} s, and the interval ${interval} s instead of ${period} s: at most ${MAX_GRACE_SECONDS} s are grace.`,
    )
  if (interval < seconds) item.note(`Alarms come ${seconds - interval} s earlier: an interval has at most 30 days.`)
  return { expectedIntervalSeconds: interval, gracePeriodSeconds: own - rest }
}

interface CronJob {
  /** Cron expression. */
  schedule: string
  timezone: string
  /** Grace period, seconds. */
  grace: number
}

/**
 * Returns the settings of a job with a cron schedule. A schedule with even gaps and a longer grace period becomes an
 * interval, so that the alarm comes at the same time.
 */
export function toSchedule(item: Item, { schedule, timezone, grace }: CronJob, now: UnixMs): Fields {
  if (grace <= MAX_GRACE_SECONDS) return { schedule, timezone, gracePeriodSeconds: Math.max(0, Math.round(grace)) }
  const gap = findEvenGap(schedule, timezone, now)
  const interval = gap === null ? Number.POSITIVE_INFINITY : Math.round(gap + grace) - MAX_GRACE_SECONDS
  if (interval <= MAX_INTERVAL_SECONDS) {
    item.note(
      `The schedule "${schedule}" with ${grace} s of grace becomes an interval of ${interval} s and ${MAX_GRACE_SECONDS} s of grace.`,
      'The alarm counts from the last ping.',
    )
    return { expectedIntervalSeconds: interval, gracePeriodSeconds: MAX_GRACE_SECONDS }
  }
  item.note(
    `The grace period is ${MAX_GRACE_SECONDS} s instead of ${grace} s: alarms come earlier.`,
    'Move the schedule to the latest time at which the job ends.',
  )
  return { schedule, timezone, gracePeriodSeconds: MAX_GRACE_SECONDS }
}

/** Runs that are compared: a daily schedule for more than a year, so that both clock changes are among them. */
const RUNS = 400
const CLOCK_CHANGE_MS = HOUR_MS

/** @returns the longest gap between two runs, in seconds; null when the gaps differ by more than a clock change */
function findEvenGap(schedule: string, timezone: string, now: number): number | null {
  try {
    const cron = parseCron(schedule, timezone)
    let at = cron.nextRun(now)
    let [shortest, longest] = [Number.POSITIVE_INFINITY, 0]
    for (let run = 0; run < RUNS && longest - shortest <= 2 * CLOCK_CHANGE_MS; run++) {
      const next = cron.nextRun(at)
      shortest = Math.min(shortest, next - at)
      longest = Math.max(longest, next - at)
      if (longest > MAX_INTERVAL_SECONDS * SECOND_MS) return null
      at = next
    }
    return longest - shortest <= 2 * CLOCK_CHANGE_MS ? longest / SECOND_MS : null
  } catch {
    return null // The schedule is refused with its reason later
  }
}
