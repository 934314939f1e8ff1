/** Status history and uptime of groups with a condition. Monitors have the same routes. */
import Type from 'typebox'
import { GROUP_STATUSES } from '../../core/monitors/group-state.ts'
import { Problem } from '../../core/platform/errors.ts'
import { computeUptimePercentage, sumSpans } from '../../core/results/uptime.ts'
import { getGroup } from '../../services/monitors/groups.ts'
import { readGroupSpans, resolvePeriod } from '../../services/results/uptime.ts'
import { listGroupHistory } from '../../store/monitors/group-history.ts'
import type { GuardedAccess } from '../platform/access.ts'
import { OffsetQuery, toDataSchema, toEnvelope, toPageSchema, toPagination } from '../platform/envelope.ts'
import type { Resource } from '../platform/resource.ts'
import { IsoTime, Nullable, OneOf, Uuid, UuidParams } from '../platform/schemas.ts'
import { toIso } from '../platform/times.ts'
import { PeriodQuery, parseIsoPeriod, toUptime, Uptime } from './monitor-uptime.ts'

const VIEW: GuardedAccess = { permission: 'can_view', scope: 'project' }
const tags = ['Groups']
const params = UuidParams('groupId')

const HistoryItem = Type.Object(
  {
    id: Uuid,
    from_status: Nullable(OneOf(GROUP_STATUSES)),
    to_status: OneOf(GROUP_STATUSES),
    reason: Type.String({ examples: ['1 of 3 members are up, expected at least 2: Shop, Search are down'] }),
    started_at: IsoTime,
    ended_at: Nullable(IsoTime),
  },
  { title: 'GroupHistoryItem' },
)

export const registerGroupUptimeRoutes: Resource = (api, { context }) => {
  const { db, history } = context.store

  api.get(
    '/api/groups/:groupId/status-history',
    {
      config: { access: VIEW, errors: ['RESOURCE_NOT_FOUND'] },
      schema: {
        tags,
        summary: 'List the status changes of a group with a condition, newest first',
        params,
        querystring: Type.Object(OffsetQuery),
        response: { 200: toPageSchema('history', HistoryItem) },
      },
    },
    async ({ params, query, project }) => {
      const group = await getGroup(db, project.id, params.groupId)
      const { entries, total } = await listGroupHistory(db, group.id, query)
      const items = entries.map((entry) => ({
        id: entry.id,
        from_status: entry.fromStatus,
        to_status: entry.toStatus,
        reason: entry.reason,
        started_at: toIso(entry.startedAt),
        ended_at: entry.endedAt === null ? null : toIso(entry.endedAt),
      }))
      return toEnvelope({ history: items, pagination: toPagination(query, total, items.length) })
    },
  )

  api.get(
    '/api/groups/:groupId/uptime',
    {
      config: { access: VIEW, errors: ['RESOURCE_NOT_FOUND', 'STATS_NOT_FOUND'], failure: 'STATS_FETCH_FAILED' },
      schema: {
        tags,
        summary: 'Get the uptime of a group over a period, and the spans it is computed from',
        description:
          'Uptime is computed from the status history of the group, like the uptime of a monitor. Time with an unknown status is ' +
          'not counted, and all members in maintenance make the status unknown.',
        params,
        querystring: Type.Object(PeriodQuery),
        response: { 200: toDataSchema(Uptime) },
      },
    },
    async ({ params, query, project }) => {
      const period = resolvePeriod(parseIsoPeriod(query), context.now())
      const group = await getGroup(db, project.id, params.groupId)
      const spans = await readGroupSpans(history, group, period)
      if (computeUptimePercentage(sumSpans(spans)) === null)
        throw new Problem('STATS_NOT_FOUND', 'Nothing was measured in this period')
      return toEnvelope(toUptime(spans))
    },
  )
}
