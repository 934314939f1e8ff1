/** Times at which a pause, a silence or a snooze ends by itself, in the time zone of the browser. */

const HOUR_MS = 3_600_000

/** Hour of the morning until which "tomorrow" lasts. */
const MORNING_HOUR = 8

export type UntilChoice = 'halfHour' | 'hour' | 'fourHours' | 'hours' | 'tomorrow'

/** The ends that a pause and a silence offer. */
const LONG_CHOICES: readonly UntilChoice[] = ['hour', 'hours', 'tomorrow']

const END_OF: Record<UntilChoice, (now: number) => number> = {
  halfHour: (now) => now + HOUR_MS / 2,
  hour: (now) => now + HOUR_MS,
  fourHours: (now) => now + 4 * HOUR_MS,
  hours: (now) => now + 8 * HOUR_MS,
  tomorrow: findTomorrowMorning,
}

/**
 * Returns the end of each choice. By default: in one hour, in eight hours, and tomorrow at 8:00.
 *
 * @param now Unix ms
 */
export const listUntilChoices = (
  now: number,
  choices: readonly UntilChoice[] = LONG_CHOICES,
): { choice: UntilChoice; at: number }[] => choices.map((choice) => ({ choice, at: END_OF[choice](now) }))

/** Uses the calendar, because a day with a clock change does not have 24 hours. */
function findTomorrowMorning(now: number): number {
  const today = new Date(now)
  return new Date(today.getFullYear(), today.getMonth(), today.getDate() + 1, MORNING_HOUR).getTime()
}

/** Returns `2026-03-01T14:30`, the local time as a `datetime-local` input shows it. */
export function formatLocalInput(at: number): string {
  const local = new Date(at)
  const pad = (value: number, length = 2): string => String(value).padStart(length, '0')
  const day = [pad(local.getFullYear(), 4), pad(local.getMonth() + 1), pad(local.getDate())].join('-')
  return `${day}T${pad(local.getHours())}:${pad(local.getMinutes())}`
}

/**
 * Parses the value of a `datetime-local` input.
 *
 * @returns Unix ms; null for an empty or incomplete value
 */
export function parseLocalInput(value: string): number | null {
  if (!/^\d{4,6}-\d\d-\d\dT\d\d:\d\d/.test(value)) return null
  const at = new Date(value).getTime()
  return Number.isNaN(at) ? null : at
}

type UntilProblem = 'missing' | 'past' | 'far'

/**
 * Returns why an end is refused; null for a valid end.
 *
 * @param at Unix ms; null when nothing is entered
 * @param maxMs longest time from now
 */
export function findUntilProblem(at: number | null, now: number, maxMs: number): UntilProblem | null {
  if (at === null) return 'missing'
  if (at <= now) return 'past'
  return at > now + maxMs ? 'far' : null
}
