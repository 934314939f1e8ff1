/** Check results and status changes of a monitor. */
import Type, { type Static } from 'typebox'
import { parseStatusReason } from '../../core/results/status-reason.ts'
import { CHECK_STATUSES } from '../../core/results/verdict.ts'
import { getMonitor } from '../../services/monitors/monitors.ts'
import { findFailureResponse, getResult, readResultPage } from '../../services/results/result-reads.ts'
import { MAX_LAG_MS } from '../../store/platform/postgres/replica.ts'
import { listRegions } from '../../store/probes/regions.ts'
import type { ResultFilter } from '../../store/results/results.ts'
import { type HistoryEntry, listHistory } from '../../store/results/status-changes.ts'
import { StatusReasonSchema, toStatusReason } from '../monitors/monitor-state-json.ts'
import { VIEW } from '../platform/access.ts'
import { OffsetQuery, toDataSchema, toEnvelope, toPageSchema, toPagination } from '../platform/envelope.ts'
import type { Resource } from '../platform/resource.ts'
import { IsoTime, OneOf, Uuid, UuidParams } from '../platform/schemas.ts'
import { parseIso, toIso } from '../platform/times.ts'
import { CheckResult, FullCheckResult, toCheckResult, toFullCheckResult, toShownResult } from './check-result.ts'

const tags = ['Monitors']

const ResultQuery = Type.Object({
  ...OffsetQuery,
  from: Type.Optional({ ...IsoTime, description: 'Results checked at or after this time' }),
  to: Type.Optional(Type.String({ format: 'date-time', description: 'Results checked before this time' })),
  status: Type.Optional(OneOf(CHECK_STATUSES, { description: 'Filter by status' })),
  region: Type.Optional(Type.String({ maxLength: 64, description: 'Filter by the code of the region' })),
})

const HistoryItem = Type.Object({
  id: Uuid,
  kind: OneOf(['runtime', 'config']),
  from_status: Type.Optional(Type.String({ description: 'Absent on the first entry' })),
  to_status: Type.String(),
  reason: Type.String(),
  parsed_reason: Type.Optional(StatusReasonSchema),
  actor_name: Type.Optional(Type.String({ description: 'Absent if the service made the change' })),
  started_at: IsoTime,
  ended_at: Type.Optional(Type.String({ format: 'date-time', description: 'Absent while the status is current' })),
  duration_seconds: Type.Optional(Type.Integer()),
})

const toHistoryItem = (entry: HistoryEntry): Static<typeof HistoryItem> => ({
  id: entry.id,
  kind: entry.kind,
  from_status: entry.fromStatus ?? undefined,
  to_status: entry.toStatus,
  reason: entry.reason,
  ...(entry.kind === 'runtime' &&
    entry.toStatus !== 'up' && { parsed_reason: toStatusReason(parseStatusReason(entry.reason)) }),
  actor_name: entry.actorName ?? undefined,
  started_at: toIso(entry.startedAt),
  ...(entry.endedAt !== null && {
    ended_at: toIso(entry.endedAt),
    duration_seconds: Math.round((entry.endedAt - entry.startedAt) / 1000),
  }),
})

export const registerMonitorResultRoutes: Resource = (api, { context }) => {
  const { db, history } = context.store

  api.get(
    '/api/monitors/:id/results',
    {
      config: { access: VIEW, compressed: true, errors: ['MONITOR_NOT_FOUND'], failure: 'CHECK_FETCH_FAILED' },
      schema: {
        tags,
        summary: 'List the results of a monitor, newest first',
        params: UuidParams('id'),
        querystring: ResultQuery,
        response: { 200: toPageSchema('results', CheckResult) },
      },
    },
    async ({ params, query, project }) => {
      const monitor = await getMonitor(db, project.id, params.id)
      const regions = await listRegions(db)
      const codes = new Map(regions.map(({ key, code }) => [key, code]))
      const region = query.region === undefined ? null : regions.find(({ code }) => code === query.region)
      // An unknown region has no results, and the query would scan all results of the monitor
      if (region === undefined) return toEnvelope({ results: [], pagination: toPagination(query, 0, 0) })
      const filter: ResultFilter = {
        monitorKey: monitor.key,
        status: query.status,
        ...(query.from !== undefined && { from: parseIso(query.from) }),
        ...(query.to !== undefined && { to: parseIso(query.to) }),
        ...(region && { regionKey: region.key }),
      }
      // The first page includes results of the last moments; other pages may be read from the replica, which can lag
      const isPast = query.offset > 0 || (filter.to !== undefined && filter.to <= context.now() - MAX_LAG_MS)
      const source = isPast ? history : db
      const { results, total } = await readResultPage(source, filter, query, monitor.createdAt)
      const shown = results.map((result) => toShownResult(result, codes.get(result.regionKey)))
      return toEnvelope({ results: shown.map(toCheckResult), pagination: toPagination(query, total, shown.length) })
    },
  )

  api.get(
    '/api/monitors/:id/results/:resultId',
    {
      config: { access: VIEW, errors: ['MONITOR_NOT_FOUND', 'RESOURCE_NOT_FOUND'], failure: 'CHECK_FETCH_FAILED' },
      schema: {
        tags,
        summary: 'Get a result of a monitor, with the response of the target for a failed check',
        description:
          'While a target keeps giving the same response apart from times and numbers in its text, the response is ' +
          'stored once an hour; `response.seen_at` is the time of the stored response. The newest 100 responses of each ' +
          'region are kept.',
        params: UuidParams('id', 'resultId'),
        response: { 200: toDataSchema(Type.Object({ result: FullCheckResult })) },
      },
    },
    async ({ params, project }) => {
      const monitor = await getMonitor(db, project.id, params.id)
      const result = await getResult(db, monitor.key, params.resultId)
      const region = (await listRegions(db)).find(({ key }) => key === result.regionKey)
      const answer = await findFailureResponse(db, result)
      return toEnvelope({ result: toFullCheckResult(toShownResult(result, region?.code), answer) })
    },
  )

  api.get(
    '/api/monitors/:id/status-history',
    {
      config: { access: VIEW, errors: ['MONITOR_NOT_FOUND'], failure: 'CHECK_FETCH_FAILED' },
      schema: {
        tags,
        summary: 'List the status changes of a monitor, newest first',
        params: UuidParams('id'),
        querystring: Type.Object(OffsetQuery),
        response: { 200: toPageSchema('history', HistoryItem) },
      },
    },
    async ({ params, query, project }) => {
      const monitor = await getMonitor(db, project.id, params.id)
      const { entries, total } = await listHistory(db, monitor.key, query)
      return toEnvelope({ history: entries.map(toHistoryItem), pagination: toPagination(query, total, entries.length) })
    },
  )
}
