/** The uptime of a monitor over any period, with everything that it is made of. */
import Type from 'typebox'
import { Problem } from '../../core/platform/errors.ts'
import { addUp, uptimePercentage } from '../../core/results/uptime.ts'
import { getMonitor } from '../../services/monitors/monitors.ts'
import { periodOf, readStretches } from '../../services/results/uptime.ts'
import { dataOf, ok } from '../platform/envelope.ts'
import { VIEW } from '../platform/monitor-access.ts'
import type { Resource } from '../platform/resource.ts'
import { IsoTime, UuidParams } from '../platform/schemas.ts'
import { fromIso } from '../platform/times.ts'
import { toUptime, Uptime } from './uptime-json.ts'

const DESCRIPTION = `Uptime is time and not a count of checks. It is added up over the status history, to the
millisecond: \`spans\` are the very stretches, so the numbers can be checked with a spreadsheet. Time in which the
monitor was paused, was in maintenance, or in which nobody could say how it was, is in neither part of the fraction. The
period is at most 366 days long, and is cut where the monitor was created and at the present. The status of the last
few minutes may still change, because silence is noticed late.`

export const PeriodQuery = {
  from: Type.Optional({ ...IsoTime, description: 'Default: 30 days before `to`' }),
  to: Type.Optional({ ...IsoTime, description: 'Exclusive; default: now' }),
}

export const periodOfIso = ({ from, to }: { from?: string; to?: string }): { from?: number; to?: number } => ({
  ...(from !== undefined && { from: fromIso(from) }),
  ...(to !== undefined && { to: fromIso(to) }),
})

export const monitorUptime: Resource = (api, { context }) => {
  const { db, history } = context.store

  api.get(
    '/api/monitors/:id/uptime',
    {
      config: { access: VIEW, errors: ['MONITOR_NOT_FOUND', 'STATS_NOT_FOUND'], failure: 'STATS_FETCH_FAILED' },
      schema: {
        tags: ['Monitors'],
        summary: 'Read the uptime of a monitor over a period, and what it is made of',
        description: DESCRIPTION,
        params: UuidParams('id'),
        querystring: Type.Object(PeriodQuery),
        response: { 200: dataOf(Uptime) },
      },
    },
    async ({ params, query, project }) => {
      const period = periodOf(periodOfIso(query), context.now())
      const monitor = await getMonitor(db, project.id, params.id)
      const stretches = await readStretches(history, monitor, period)
      if (uptimePercentage(addUp(stretches)) === null)
        throw new Problem('STATS_NOT_FOUND', 'Nothing was measured in this period')
      return ok(toUptime(stretches))
    },
  )
}
