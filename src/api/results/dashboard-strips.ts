/** How the monitors on a screen were: a month in days and a day in hours, for the lines of a list. */
import Type, { type Static } from 'typebox'
import { invalid } from '../../core/platform/errors.ts'
import { isUuid } from '../../core/platform/id.ts'
import { HOUR_MS, startOfHour } from '../../core/platform/time/time.ts'
import { firstDay } from '../../core/status-pages/public-days.ts'
import type { PublicDay } from '../../core/status-pages/public-status.ts'
import { readStrips, STRIP_DAYS, STRIP_HOURS, type Strip } from '../../services/results/strips.ts'
import { listLives } from '../../store/monitors/dashboard-monitors.ts'
import { dataOf, ok } from '../platform/envelope.ts'
import { VIEW } from '../platform/monitor-access.ts'
import type { Resource } from '../platform/resource.ts'
import { IsoTime, Nullable, OneOf, Uuid } from '../platform/schemas.ts'
import { toIso } from '../platform/times.ts'

const MOST_MONITORS = 100

const WORDS = {
  operational: 'up',
  degraded: 'degraded',
  outage: 'down',
  maintenance: 'maintenance',
  no_data: 'no_data',
} as const satisfies Record<PublicDay['status'], string>

const StripSchema = Type.Object(
  {
    monitor_id: Uuid,
    uptime_30d: Nullable(
      Type.Number({
        description: 'Of the last 30 times 24 hours, 0-100, by time; null when nothing was measured',
        examples: [99.95],
      }),
    ),
    days: Type.Array(OneOf(Object.values(WORDS)), {
      description: `The last ${STRIP_DAYS} UTC days, today last: the worst that happened, and maintenance where nothing else did`,
    }),
    day_uptimes: Type.Array(Nullable(Type.Number()), {
      description: 'Of the same days; null when nothing was measured',
    }),
    response_times_ms: Type.Array(Nullable(Type.Number()), {
      description: `Average of each of the last ${STRIP_HOURS} UTC hours, the present one last; null where no check passed`,
      examples: [[182.4, 179.12, null, 190.05]],
    }),
  },
  { title: 'MonitorStrip' },
)

export const dashboardStrips: Resource = (api, { context }) => {
  const { db, history } = context.store

  api.get(
    '/api/dashboard/strips',
    {
      config: { access: VIEW, compressed: true },
      schema: {
        tags: ['Dashboard'],
        summary: 'Read how up to 100 monitors were, day by day and hour by hour',
        description:
          'Ids that are no monitors of the project are left out of the answer, which is in the order of the ids.',
        querystring: Type.Object({
          monitor_ids: Type.Array(Type.String(), {
            minItems: 1,
            maxItems: MOST_MONITORS,
            description: `Up to ${MOST_MONITORS} ids, with commas between them, or the parameter repeated`,
          }),
        }),
        response: {
          200: dataOf(
            Type.Object({
              first_day: Type.Unsafe<string>({ ...IsoTime, description: 'When the first day of each strip begins' }),
              first_hour: Type.Unsafe<string>({ ...IsoTime, description: 'When the first hour of each begins' }),
              strips: Type.Array(StripSchema),
            }),
          ),
        },
      },
    },
    async ({ query, project }) => {
      const now = context.now()
      const monitors = await listLives(db, project.id, idsOf(query.monitor_ids))
      const strips = await readStrips(history, monitors, now)
      return ok({
        first_day: toIso(firstDay(STRIP_DAYS, now)),
        first_hour: toIso(startOfHour(now) - (STRIP_HOURS - 1) * HOUR_MS),
        strips: strips.map((strip, index) => toStrip(monitors[index]!.id, strip)),
      })
    },
  )
}

/** Each once, in lower case. @throws Problem VALIDATION_ERROR */
function idsOf(parameters: readonly string[]): string[] {
  const ids = [...new Set(parameters.flatMap((text) => text.toLowerCase().split(',')))]
  if (ids.length > MOST_MONITORS)
    throw invalid({ field: 'monitor_ids', message: `must be at most ${MOST_MONITORS} ids, not ${ids.length}` })
  if (!ids.every(isUuid)) throw invalid({ field: 'monitor_ids', message: 'must be UUIDs with commas between them' })
  return ids
}

const toStrip = (id: string, { uptime30d, days, hoursMs }: Strip): Static<typeof StripSchema> => ({
  monitor_id: id,
  uptime_30d: uptime30d,
  days: days.map(({ status }) => WORDS[status]),
  day_uptimes: days.map(({ uptimePercentage }) => uptimePercentage),
  response_times_ms: hoursMs.map((ms) => (ms === null ? null : Math.round(ms * 100) / 100)),
})
