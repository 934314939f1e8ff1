/** Uptime of a monitor over any period, with its components. */
import Type, { type Static } from 'typebox'
import { Problem } from '../../core/platform/errors.ts'
import { computeUptimePercentage, sumSpans } from '../../core/results/uptime.ts'
import { getMonitor } from '../../services/monitors/monitors.ts'
import { getPeriodMs, SERIES_PERIODS, type SeriesPeriod } from '../../services/results/series.ts'
import { readStretches, resolvePeriod } from '../../services/results/uptime.ts'
import { toDataSchema, toEnvelope } from '../platform/envelope.ts'
import { VIEW } from '../platform/monitor-access.ts'
import type { Resource } from '../platform/resource.ts'
import { IsoTime, OneOf, UuidParams } from '../platform/schemas.ts'
import { parseIso } from '../platform/times.ts'
import { toUptime, Uptime } from './uptime-json.ts'

const DESCRIPTION = `Uptime is computed from time, not from the number of checks. It is the sum of the status history, to
the millisecond; \`spans\` lists the same spans, so the result can be verified. Paused time, maintenance and time with an
unknown status are excluded from the calculation. The period is at most 366 days long. It starts no earlier than the
creation of the monitor and ends no later than now. The last few minutes may still change, because missing results are
detected with a delay.`

export const PeriodQuery = {
  from: Type.Optional({ ...IsoTime, description: 'Start of the period. Default: 30 days before `to`' }),
  to: Type.Optional({ ...IsoTime, description: 'End of the period, exclusive. Default: now' }),
}

export const parseIsoPeriod = ({ from, to }: { from?: string; to?: string }): { from?: number; to?: number } => ({
  ...(from !== undefined && { from: parseIso(from) }),
  ...(to !== undefined && { to: parseIso(to) }),
})

const UptimeQuery = Type.Object({
  ...PeriodQuery,
  period: Type.Optional(
    Type.Unsafe<SeriesPeriod>({
      ...OneOf(SERIES_PERIODS),
      description: 'Length of a period that ends at `to`, by the clock of the server. Replaces `from`',
    }),
  ),
})

/** @param now Unix ms */
function toPeriod({ period, ...times }: Static<typeof UptimeQuery>, now: number) {
  const { from, to } = parseIsoPeriod(times)
  if (period === undefined) return resolvePeriod({ from, to }, now)
  return resolvePeriod({ from: Math.min(to ?? now, now) - getPeriodMs(period), to }, now)
}

export const registerMonitorUptimeRoutes: Resource = (api, { context }) => {
  const { db, history } = context.store

  api.get(
    '/api/monitors/:id/uptime',
    {
      config: { access: VIEW, errors: ['MONITOR_NOT_FOUND', 'STATS_NOT_FOUND'], failure: 'STATS_FETCH_FAILED' },
      schema: {
        tags: ['Monitors'],
        summary: 'Get the uptime of a monitor over a period, and the spans it is computed from',
        description: DESCRIPTION,
        params: UuidParams('id'),
        querystring: UptimeQuery,
        response: { 200: toDataSchema(Uptime) },
      },
    },
    async ({ params, query, project }) => {
      const period = toPeriod(query, context.now())
      const monitor = await getMonitor(db, project.id, params.id)
      const stretches = await readStretches(history, monitor, period)
      if (computeUptimePercentage(sumSpans(stretches)) === null)
        throw new Problem('STATS_NOT_FOUND', 'Nothing was measured in this period')
      return toEnvelope(toUptime(stretches))
    },
  )
}
