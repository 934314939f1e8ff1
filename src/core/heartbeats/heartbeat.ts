/**
 * Settings and deadlines of heartbeat monitors. A heartbeat monitor runs no checks: a job pings it, and a missing ping
 * is the failure.
 */
import { type Static, Type } from 'typebox'
import { type Issue, Problem, REFUSED_AS } from '../platform/errors.ts'
import { BoundedMap, getOrCreate } from '../platform/maps.ts'
import { CronError, type CronSchedule, MAX_CRON_LENGTH, parseCron, splitCronZone } from '../platform/time/cron.ts'
import { DAY_MS, MINUTE_MS, SECOND_MS, type UnixMs } from '../platform/time/time.ts'

const MIN_EXPECTED_INTERVAL_SECONDS = 60

/** 30 days. */
const MAX_EXPECTED_INTERVAL_SECONDS = 2_592_000
const MAX_GRACE_SECONDS = 3_600

export const HeartbeatSettings = Type.Object(
  {
    expectedIntervalSeconds: Type.Integer({
      title: 'Expected interval',
      minimum: MIN_EXPECTED_INTERVAL_SECONDS,
      maximum: MAX_EXPECTED_INTERVAL_SECONDS,
      default: 3_600,
      description: 'Used if no schedule is set\n\nSeconds between pings. Default: 3600',
      [REFUSED_AS]: { minimum: 'VALIDATION_FAILED' },
    }),
    gracePeriodSeconds: Type.Integer({
      title: 'Grace period',
      minimum: 0,
      maximum: MAX_GRACE_SECONDS,
      default: 300,
      description: 'How late a ping may arrive\n\nIn seconds. Default: 300',
      [REFUSED_AS]: { maximum: 'VALIDATION_FAILED' },
    }),
    schedule: Type.Union(
      [
        Type.String({
          minLength: 1,
          maxLength: MAX_CRON_LENGTH,
          title: 'Schedule',
          description:
            'Cron expression for the expected pings: minute, hour, day of month, month, day of week\n\nReplaces the interval.',
          examples: ['0 3 * * *'],
        }),
        Type.Null(),
      ],
      { default: null },
    ),
    timezone: Type.Union(
      [
        Type.String({
          minLength: 1,
          maxLength: 64,
          title: 'Time zone',
          description: 'Time zone of the schedule; UTC if empty\n\nIANA name. Default: UTC',
          examples: ['Europe/Berlin'],
        }),
        Type.Null(),
      ],
      { default: null },
    ),
    methods: Type.Union([Type.Enum(['POST']), Type.Null()], {
      title: 'Methods that count',
      default: null,
      description:
        'Link previews send GET. With POST and PUT only, they are stored as logs\n\n`POST`: only pings with POST or PUT count. Default: all methods count',
    }),
  },
  { additionalProperties: false },
)
export type HeartbeatSettings = Static<typeof HeartbeatSettings>

/** Moves the time zone of a schedule such as `CRON_TZ=Europe/Berlin 0 3 * * *` to its setting, if that is empty. */
export function splitTimezone(settings: HeartbeatSettings): HeartbeatSettings {
  if (settings.schedule === null || settings.timezone !== null) return settings
  const { expression, timezone } = splitCronZone(settings.schedule)
  return timezone === null ? settings : { ...settings, schedule: expression, timezone }
}

/** Returns an error that the schema of the settings does not detect; `field` is the name of the setting. */
export function findScheduleIssue({ schedule, timezone }: HeartbeatSettings): Issue | null {
  try {
    parseCron(schedule ?? '* * * * *', timezone ?? 'UTC')
    return null
  } catch (error) {
    if (!(error instanceof CronError)) throw error
    return { field: error.part === 'timezone' ? 'timezone' : 'schedule', message: error.message }
  }
}

/** Returns `interval_seconds` of a heartbeat monitor: the expected interval, limited to the maximum of that field. */
export const toIntervalSeconds = (expectedIntervalSeconds: number): number =>
  Math.min(expectedIntervalSeconds, DAY_MS / SECOND_MS)

/**
 * Returns the expected interval of a request, which can state it in two fields. When a client sends back the settings
 * with one field changed, the changed field counts. When both fields are changed, the field in the config counts.
 *
 * @param requested settings that follow from the config only
 * @param isRequested whether the config of the request contains the interval
 * @param before current settings; null at creation
 * @param intervalSeconds `interval_seconds` of the request
 * @throws Problem VALIDATION_FAILED
 */
export function chooseExpectedInterval(
  requested: HeartbeatSettings,
  isRequested: boolean,
  before: HeartbeatSettings | null,
  intervalSeconds: number | undefined,
): number {
  const { expectedIntervalSeconds: nested } = requested
  if (intervalSeconds === undefined) return nested
  const isNestedChanged = before ? nested !== before.expectedIntervalSeconds : isRequested
  const isMirrorChanged = !before || intervalSeconds !== toIntervalSeconds(before.expectedIntervalSeconds)
  if (isNestedChanged || !isMirrorChanged) return nested
  if (intervalSeconds >= MIN_EXPECTED_INTERVAL_SECONDS) return intervalSeconds
  const message = `interval_seconds: the expected interval of a heartbeat is at least ${MIN_EXPECTED_INTERVAL_SECONDS} s`
  throw new Problem('VALIDATION_FAILED', message, { field: 'interval_seconds', minimum: MIN_EXPECTED_INTERVAL_SECONDS })
}

/** Maximum number of cached schedules: parsing a schedule takes longer than using it. */
const MAX_CACHED_SCHEDULES = 1_000
const schedules = new BoundedMap<string, CronSchedule | null>(MAX_CACHED_SCHEDULES)

function getSchedule({ schedule, timezone }: HeartbeatSettings): CronSchedule | null {
  if (schedule === null) return null
  const zone = timezone ?? 'UTC'
  return getOrCreate(schedules, `${zone} ${schedule}`, () => parseSchedule(schedule, zone))
}

/**
 * Parses a schedule.
 *
 * @returns null when this machine no longer has the time zone; the expected interval then applies
 */
function parseSchedule(schedule: string, timezone: string): CronSchedule | null {
  try {
    return parseCron(schedule, timezone)
  } catch {
    return null
  }
}

/** A ping is not early by at most this time: the clock of the job may be slightly ahead of the server's clock. */
export const EARLY_TOLERANCE_MS = MINUTE_MS

/**
 * The same tolerance as a share of the time between two runs, for frequent schedules. The shorter tolerance applies.
 */
const EARLY_TOLERANCE_RATIO = 0.1

/** Returns the first scheduled run that a ping at `at` does not cover. */
function findRunAfterPing(schedule: CronSchedule, at: number): number {
  const next = schedule.nextRun(at)
  const following = schedule.nextRun(next)
  return next - at <= Math.min(EARLY_TOLERANCE_MS, EARLY_TOLERANCE_RATIO * (following - next)) ? following : next
}

/**
 * Returns the deadline of a wait that began at `armedAt`: the expected interval or the next scheduled time, plus the
 * grace period. When that deadline has passed, each further expected ping has the next deadline.
 *
 * @param armedAt time of the last ping
 * @returns Unix ms, later than `now`
 */
export function computeDeadlineAfter(settings: HeartbeatSettings, armedAt: UnixMs, now: UnixMs): number {
  const graceMs = settings.gracePeriodSeconds * SECOND_MS
  const schedule = getSchedule(settings)
  if (schedule) {
    const first = findRunAfterPing(schedule, armedAt) + graceMs
    return first > now ? first : schedule.nextRun(now - graceMs) + graceMs
  }
  const intervalMs = settings.expectedIntervalSeconds * SECOND_MS
  const first = armedAt + intervalMs + graceMs
  return first > now ? first : first + (Math.floor((now - first) / intervalMs) + 1) * intervalMs
}

/**
 * Returns how often a ping is expected at a moment, in seconds. This is the interval, or the time between the last two
 * scheduled runs.
 */
export function computeExpectedSeconds(settings: HeartbeatSettings, at: UnixMs): number {
  const schedule = getSchedule(settings)
  if (!schedule) return settings.expectedIntervalSeconds
  const last = schedule.previousRun(at + 1)
  const between = (last - schedule.previousRun(last)) / SECOND_MS
  return Number.isFinite(between) ? between : settings.expectedIntervalSeconds
}
