/** Queries of this page. Their keys begin with the monitor's key, so that its events invalidate them. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, getData } from '../../api/client.ts'
import { toProblem } from '../../api/problem.ts'
import type { RequestBody, Schemas } from '../../api/types.ts'
import { LENGTH_MS, type Period } from './chart/series.ts'
import type { ResultFilter } from './live-patch.ts'

export type Monitor = Schemas['Monitor']
export type StatusChange = Schemas['StatusChange']
export type Incident = Schemas['Incident']
export type ReplayBody = RequestBody<'/api/monitors/{id}/replay', 'post'>

export const toMonitorKey = (id: string): string => `monitor:${id}`

const toPathParams = (id: string) => ({ path: { id } })

/** Returns null for a missing object, which is a valid result here. */
const toNullIfNotFound = async <T>(read: Promise<T>): Promise<T | null> =>
  read.catch((error: unknown) => {
    if (toProblem(error).status === 404) return null
    throw error
  })

export const monitorQuery = (id: string) =>
  queryOptions({
    queryKey: [toMonitorKey(id), 'monitor'],
    queryFn: async () => (await getData(api.GET('/api/monitors/{id}', { params: toPathParams(id) }))).monitor,
  })

export const HISTORY_PAGE = 50

export const historyQuery = (id: string, offset = 0, limit = HISTORY_PAGE) =>
  queryOptions({
    queryKey: [toMonitorKey(id), 'history', { offset, limit }],
    placeholderData: keepPreviousData,
    queryFn: () =>
      getData(
        api.GET('/api/monitors/{id}/status-history', { params: { ...toPathParams(id), query: { offset, limit } } }),
      ),
  })

export const resultsQuery = (id: string, filter: ResultFilter) =>
  queryOptions({
    queryKey: [toMonitorKey(id), 'results', filter],
    placeholderData: keepPreviousData,
    queryFn: () => getData(api.GET('/api/monitors/{id}/results', { params: { ...toPathParams(id), query: filter } })),
  })

/** Reads only the newest result. */
export const lastResultQuery = (id: string) => resultsQuery(id, { offset: 0, limit: 1 })

export const resultQuery = (id: string, resultId: string) =>
  queryOptions({
    queryKey: [toMonitorKey(id), 'result', resultId],
    staleTime: Number.POSITIVE_INFINITY, // a stored result never changes
    queryFn: async () =>
      (await getData(api.GET('/api/monitors/{id}/results/{resultId}', { params: { path: { id, resultId } } }))).result,
  })

export const pingsQuery = (id: string, offset: number, limit: number) =>
  queryOptions({
    queryKey: [toMonitorKey(id), 'pings', { offset, limit }],
    placeholderData: keepPreviousData,
    queryFn: () =>
      getData(api.GET('/api/monitors/{id}/pings', { params: { ...toPathParams(id), query: { offset, limit } } })),
  })

/** One request for all periods: with an end of its own, each period of a young monitor would have another uptime. */
export const uptimesQuery = (id: string) =>
  queryOptions({
    queryKey: [toMonitorKey(id), 'uptime'],
    queryFn: async () =>
      (await getData(api.GET('/api/monitors/{id}/uptime/periods', { params: toPathParams(id) }))).periods,
  })

/**
 * @param region null for all regions combined
 * @param before end of a past period, Unix ms; null for the period until now
 */
export const responseTimesQuery = (id: string, period: Period, region: string | null, before: number | null = null) =>
  queryOptions({
    queryKey: [toMonitorKey(id), 'response-times', period, region, before],
    queryFn: () => {
      const past = before !== null && { before: new Date(before).toISOString() }
      const query = { period, ...(region !== null && { region }), ...past }
      return getData(api.GET('/api/monitors/{id}/response-times', { params: { ...toPathParams(id), query } }))
    },
  })

export const weekQuery = (id: string) =>
  queryOptions({
    queryKey: [toMonitorKey(id), 'week'],
    queryFn: async () => {
      const query = { timezone: Intl.DateTimeFormat().resolvedOptions().timeZone }
      return (await getData(api.GET('/api/monitors/{id}/week', { params: { ...toPathParams(id), query } }))).hours
    },
  })

export const phasesQuery = (id: string, period: '24h' | '7d', region: string | null) =>
  queryOptions({
    queryKey: [toMonitorKey(id), 'phases', period, region],
    queryFn: async () => {
      const query = { period, ...(region !== null && { region }) }
      return (await getData(api.GET('/api/monitors/{id}/phases', { params: { ...toPathParams(id), query } }))).series
    },
  })

export const maintenanceQuery = (id: string, period: Period) =>
  queryOptions({
    queryKey: [toMonitorKey(id), 'maintenance', period],
    queryFn: () => {
      const from = new Date(Date.now() - LENGTH_MS[period]).toISOString()
      return getData(api.GET('/api/monitors/{id}/maintenance', { params: { ...toPathParams(id), query: { from } } }))
    },
  })

export interface NotificationFilter {
  status?: Schemas['NotificationDelivery']['status']
  channel?: Schemas['NotificationDelivery']['channel']
  offset: number
  limit: number
}

export const notificationsQuery = (id: string, filter: NotificationFilter) =>
  queryOptions({
    queryKey: [toMonitorKey(id), 'notifications', filter],
    placeholderData: keepPreviousData,
    queryFn: () =>
      getData(api.GET('/api/monitors/{id}/notifications', { params: { ...toPathParams(id), query: filter } })),
  })

export const coverageQuery = (id: string, period: Period) =>
  queryOptions({
    queryKey: [toMonitorKey(id), 'coverage', period],
    queryFn: () =>
      getData(api.GET('/api/monitors/{id}/coverage', { params: { ...toPathParams(id), query: { period } } })),
  })

export const certificateQuery = (id: string) =>
  queryOptions({
    queryKey: [toMonitorKey(id), 'certificate'],
    queryFn: async () =>
      (await toNullIfNotFound(getData(api.GET('/api/monitors/{id}/certificate', { params: toPathParams(id) }))))
        ?.certificate ?? null,
  })

export const domainQuery = (id: string) =>
  queryOptions({
    queryKey: [toMonitorKey(id), 'domain'],
    queryFn: () => toNullIfNotFound(getData(api.GET('/api/monitors/{id}/domain', { params: toPathParams(id) }))),
  })

const MAX_INCIDENTS = 100

/** Newest first, at most as many as a chart of 90 days can show. */
export const incidentsQuery = (id: string) =>
  queryOptions({
    queryKey: ['incidents', 'monitor', id],
    queryFn: () => getData(api.GET('/api/incidents', { params: { query: { monitor_id: id, limit: MAX_INCIDENTS } } })),
  })

/** Codes of pinned regions; empty when regions are automatic. */
export const pinnedQuery = (id: string) =>
  queryOptions({
    queryKey: [toMonitorKey(id), 'pinned'],
    queryFn: async () => {
      const { values } = await getData(api.GET('/api/monitors/{id}/form', { params: toPathParams(id) }))
      return (values.monitoring_regions ?? []) as string[]
    },
  })

export const badgesQuery = (id: string) =>
  queryOptions({
    queryKey: [toMonitorKey(id), 'badges'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => (await getData(api.GET('/api/monitors/{id}/badges', { params: toPathParams(id) }))).badges,
  })

export const replayQuery = (id: string, body: ReplayBody) =>
  queryOptions({
    queryKey: ['replay', id, body],
    placeholderData: keepPreviousData,
    staleTime: 5 * 60_000,
    queryFn: ({ signal }) => getData(api.POST('/api/monitors/{id}/replay', { params: toPathParams(id), body, signal })),
  })
