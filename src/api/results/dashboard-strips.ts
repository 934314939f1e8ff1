/** Status history of the monitors on a screen, for the bars of a list: a month in days and a day in hours. */
import Type, { type Static } from 'typebox'
import { createInvalid } from '../../core/platform/errors.ts'
import { isUuid } from '../../core/platform/id.ts'
import { HOUR_MS, startOfHour } from '../../core/platform/time/time.ts'
import { getFirstDay } from '../../core/status-pages/public-days.ts'
import { readStrips, STRIP_DAYS, STRIP_HOURS, type Strip } from '../../services/results/statistics.ts'
import { listMonitorLifetimes } from '../../store/monitors/dashboard-monitors.ts'
import { VIEW } from '../platform/access.ts'
import { toDataSchema, toEnvelope } from '../platform/envelope.ts'
import type { Resource } from '../platform/resource.ts'
import { IsoTime, Nullable, OneOf, Uuid } from '../platform/schemas.ts'
import { toIso } from '../platform/times.ts'
import { SLOT_STATUSES } from './availability.ts'

const MAX_MONITORS = 100

const PulseSchema = Type.Object(
  {
    step_seconds: Type.Integer({ description: 'Length of a slot: 60, 300, 3,600 or 10,800 seconds' }),
    starts_at: Type.Unsafe<string>({ ...IsoTime, description: 'Start of the first slot' }),
    statuses: Type.Array(OneOf(Object.values(SLOT_STATUSES)), { description: 'Worst status of each slot' }),
    uptimes: Type.Array(Nullable(Type.Number()), {
      description: 'Uptime of each slot; null when nothing was measured',
    }),
    response_times_ms: Nullable(
      Type.Array(Nullable(Type.Number()), {
        description: 'Average of each slot; null for slots without a passing check',
      }),
    ),
  },
  { title: 'MonitorPulse', description: 'Equal slots of time, oldest first, current slot last' },
)

const StripSchema = Type.Object(
  {
    monitor_id: Uuid,
    uptime_30d: Nullable(
      Type.Number({
        description: 'Uptime of the last 30 times 24 hours, 0-100, weighted by time; null when nothing was measured',
        examples: [99.95],
      }),
    ),
    days: Type.Array(OneOf(Object.values(SLOT_STATUSES)), {
      description: `Worst status of each of the last ${STRIP_DAYS} UTC days, today last; maintenance if nothing worse happened`,
    }),
    day_uptimes: Type.Array(Nullable(Type.Number()), {
      description: 'Uptime of the same days; null when nothing was measured',
    }),
    response_times_ms: Type.Array(Nullable(Type.Number()), {
      description: `Average of each of the last ${STRIP_HOURS} UTC hours, current hour last; null for hours without a passing check`,
      examples: [[182.4, 179.12, null, 190.05]],
    }),
    pulse: Type.Unsafe<Static<typeof PulseSchema> | null>({
      ...Nullable(PulseSchema),
      description: 'The whole life of a monitor that is too young for a strip of days; null for older monitors',
    }),
  },
  { title: 'MonitorStrip' },
)

export const registerDashboardStripRoutes: Resource = (api, { context }) => {
  const { db, history } = context.store

  api.get(
    '/api/dashboard/strips',
    {
      config: { access: VIEW, compressed: true },
      schema: {
        tags: ['Dashboard'],
        summary: 'List the daily status and hourly response times of up to 100 monitors',
        description:
          'The response is in the order of the requested IDs. IDs of monitors outside the project are omitted.',
        querystring: Type.Object({
          monitor_ids: Type.Array(Type.String(), {
            minItems: 1,
            maxItems: MAX_MONITORS,
            description: `Up to ${MAX_MONITORS} IDs, separated by commas or given as repeated parameters`,
          }),
        }),
        response: {
          200: toDataSchema(
            Type.Object({
              first_day: Type.Unsafe<string>({ ...IsoTime, description: 'Start of the first day of each strip' }),
              first_hour: Type.Unsafe<string>({ ...IsoTime, description: 'Start of the first hour of each strip' }),
              strips: Type.Array(StripSchema),
            }),
          ),
        },
      },
    },
    async ({ query, project }) => {
      const now = context.now()
      const monitors = await listMonitorLifetimes(db, project.id, parseIds(query.monitor_ids))
      const strips = await readStrips(history, monitors, now)
      return toEnvelope({
        first_day: toIso(getFirstDay(STRIP_DAYS, now)),
        first_hour: toIso(startOfHour(now) - (STRIP_HOURS - 1) * HOUR_MS),
        strips: strips.map((strip, index) => toStrip(monitors[index]!.id, strip)),
      })
    },
  )
}

/**
 * Returns each ID once, in lower case.
 *
 * @throws Problem VALIDATION_ERROR
 */
function parseIds(parameters: readonly string[]): string[] {
  const ids = [...new Set(parameters.flatMap((text) => text.toLowerCase().split(',')))]
  if (ids.length > MAX_MONITORS)
    throw createInvalid({ field: 'monitor_ids', message: `must have at most ${MAX_MONITORS} IDs, not ${ids.length}` })
  if (!ids.every(isUuid)) throw createInvalid({ field: 'monitor_ids', message: 'must be UUIDs separated by commas' })
  return ids
}

const toStrip = (id: string, { uptime30d, days, hoursMs, pulse }: Strip): Static<typeof StripSchema> => ({
  monitor_id: id,
  uptime_30d: uptime30d,
  days: days.map(({ status }) => SLOT_STATUSES[status]),
  day_uptimes: days.map(({ uptimePercentage }) => uptimePercentage),
  response_times_ms: hoursMs.map(toMs),
  pulse: pulse && {
    step_seconds: pulse.stepMs / 1_000,
    starts_at: toIso(pulse.slots[0]!.startsAt),
    statuses: pulse.slots.map(({ status }) => SLOT_STATUSES[status]),
    uptimes: pulse.slots.map(({ uptimePercentage }) => uptimePercentage),
    response_times_ms: pulse.slotsMs?.map(toMs) ?? null,
  },
})

const toMs = (ms: number | null): number | null => (ms === null ? null : Math.round(ms * 100) / 100)
