/** Uptime of a monitor over any period, with its components. */
import Type from 'typebox'
import { Problem } from '../../core/platform/errors.ts'
import { computeUptimePercentage, sumSpans } from '../../core/results/uptime.ts'
import { getMonitor } from '../../services/monitors/monitors.ts'
import { getPeriodMs, SERIES_PERIODS } from '../../services/results/series.ts'
import { readStretches, resolvePeriod, trimBefore } from '../../services/results/uptime.ts'
import { toDataSchema, toEnvelope } from '../platform/envelope.ts'
import { VIEW } from '../platform/monitor-access.ts'
import type { Resource } from '../platform/resource.ts'
import { IsoTime, UuidParams } from '../platform/schemas.ts'
import { parseIso, toIso } from '../platform/times.ts'
import { PeriodUptimes, toPeriodUptime, toUptime, Uptime } from './uptime-json.ts'

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
        querystring: Type.Object(PeriodQuery),
        response: { 200: toDataSchema(Uptime) },
      },
    },
    async ({ params, query, project }) => {
      const period = resolvePeriod(parseIsoPeriod(query), context.now())
      const monitor = await getMonitor(db, project.id, params.id)
      const stretches = await readStretches(history, monitor, period)
      if (computeUptimePercentage(sumSpans(stretches)) === null)
        throw new Problem('STATS_NOT_FOUND', 'Nothing was measured in this period')
      return toEnvelope(toUptime(stretches))
    },
  )

  api.get(
    '/api/monitors/:id/uptime/periods',
    {
      config: { access: VIEW, errors: ['MONITOR_NOT_FOUND'], failure: 'STATS_FETCH_FAILED' },
      schema: {
        tags: ['Monitors'],
        summary: 'List the uptimes of a monitor over the usual periods, which all end at the same moment',
        params: UuidParams('id'),
        response: { 200: toDataSchema(PeriodUptimes) },
      },
    },
    async ({ params, project }) => {
      const to = context.now()
      const monitor = await getMonitor(db, project.id, params.id)
      const longest = Math.max(...SERIES_PERIODS.map(getPeriodMs))
      const stretches = await readStretches(history, monitor, { from: to - longest, to })
      const periods = SERIES_PERIODS.map((period) =>
        toPeriodUptime(period, trimBefore(stretches, to - getPeriodMs(period))),
      )
      return toEnvelope({ to: toIso(to), periods })
    },
  )
}
