/** What this page reads. Keys begin with the word of the monitor, so that its events make them old. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '../../api/client.ts'
import { asProblem } from '../../api/problem.ts'
import type { BodyOf, Schemas } from '../../api/types.ts'
import { LENGTH_MS, type Period } from './chart/series.ts'
import type { ResultFilter } from './live-patch.ts'

export type Monitor = Schemas['Monitor']
export type StatusChange = Schemas['StatusChange']
export type Incident = Schemas['Incident']
export type ReplayBody = BodyOf<'/api/monitors/{id}/replay', 'post'>

export const wordOf = (id: string): string => `monitor:${id}`

const ofMonitor = (id: string) => ({ path: { id } })

/** "There is none" is an answer here, and no trouble. */
const orNull = async <T>(read: Promise<T>): Promise<T | null> =>
  read.catch((error: unknown) => {
    if (asProblem(error).status === 404) return null
    throw error
  })

export const monitorQuery = (id: string) =>
  queryOptions({
    queryKey: [wordOf(id), 'monitor'],
    queryFn: async () => (await dataOf(api.GET('/api/monitors/{id}', { params: ofMonitor(id) }))).monitor,
  })

export const HISTORY_PAGE = 50

export const historyQuery = (id: string, offset = 0, limit = HISTORY_PAGE) =>
  queryOptions({
    queryKey: [wordOf(id), 'history', { offset, limit }],
    placeholderData: keepPreviousData,
    queryFn: () =>
      dataOf(api.GET('/api/monitors/{id}/status-history', { params: { ...ofMonitor(id), query: { offset, limit } } })),
  })

export const resultsQuery = (id: string, filter: ResultFilter) =>
  queryOptions({
    queryKey: [wordOf(id), 'results', filter],
    placeholderData: keepPreviousData,
    queryFn: () => dataOf(api.GET('/api/monitors/{id}/results', { params: { ...ofMonitor(id), query: filter } })),
  })

/** The newest result alone. */
export const lastResultQuery = (id: string) => resultsQuery(id, { offset: 0, limit: 1 })

export const resultQuery = (id: string, resultId: string) =>
  queryOptions({
    queryKey: [wordOf(id), 'result', resultId],
    staleTime: Number.POSITIVE_INFINITY, // what was found once stays as it is
    queryFn: async () =>
      (await dataOf(api.GET('/api/monitors/{id}/results/{resultId}', { params: { path: { id, resultId } } }))).result,
  })

export const pingsQuery = (id: string, offset: number, limit: number) =>
  queryOptions({
    queryKey: [wordOf(id), 'pings', { offset, limit }],
    placeholderData: keepPreviousData,
    queryFn: () =>
      dataOf(api.GET('/api/monitors/{id}/pings', { params: { ...ofMonitor(id), query: { offset, limit } } })),
  })

/** Null where nothing was measured. */
export const uptimeQuery = (id: string, period: Period) =>
  queryOptions({
    queryKey: [wordOf(id), 'uptime', period],
    queryFn: () => {
      const from = new Date(Date.now() - LENGTH_MS[period]).toISOString()
      return orNull(dataOf(api.GET('/api/monitors/{id}/uptime', { params: { ...ofMonitor(id), query: { from } } })))
    },
  })

/** @param region null for all of them together */
export const responseTimesQuery = (id: string, period: Period, region: string | null) =>
  queryOptions({
    queryKey: [wordOf(id), 'response-times', period, region],
    queryFn: () =>
      dataOf(
        api.GET('/api/monitors/{id}/response-times', {
          params: { ...ofMonitor(id), query: { period, ...(region !== null && { region }) } },
        }),
      ),
  })

export const maintenanceQuery = (id: string, period: Period) =>
  queryOptions({
    queryKey: [wordOf(id), 'maintenance', period],
    queryFn: () => {
      const from = new Date(Date.now() - LENGTH_MS[period]).toISOString()
      return dataOf(api.GET('/api/monitors/{id}/maintenance', { params: { ...ofMonitor(id), query: { from } } }))
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
    queryKey: [wordOf(id), 'notifications', filter],
    placeholderData: keepPreviousData,
    queryFn: () => dataOf(api.GET('/api/monitors/{id}/notifications', { params: { ...ofMonitor(id), query: filter } })),
  })

export const coverageQuery = (id: string, period: Period) =>
  queryOptions({
    queryKey: [wordOf(id), 'coverage', period],
    queryFn: () => dataOf(api.GET('/api/monitors/{id}/coverage', { params: { ...ofMonitor(id), query: { period } } })),
  })

export const certificateQuery = (id: string) =>
  queryOptions({
    queryKey: [wordOf(id), 'certificate'],
    queryFn: async () =>
      (await orNull(dataOf(api.GET('/api/monitors/{id}/certificate', { params: ofMonitor(id) }))))?.certificate ?? null,
  })

export const domainQuery = (id: string) =>
  queryOptions({
    queryKey: [wordOf(id), 'domain'],
    queryFn: () => orNull(dataOf(api.GET('/api/monitors/{id}/domain', { params: ofMonitor(id) }))),
  })

const MOST_INCIDENTS = 100

/** Newest first; as many as a chart of 90 days can show. */
export const incidentsQuery = (id: string) =>
  queryOptions({
    queryKey: ['incidents', 'monitor', id],
    queryFn: () => dataOf(api.GET('/api/incidents', { params: { query: { monitor_id: id, limit: MOST_INCIDENTS } } })),
  })

/** Codes of the regions that it is to be checked from; none where that is left to the service. */
export const pinnedQuery = (id: string) =>
  queryOptions({
    queryKey: [wordOf(id), 'pinned'],
    queryFn: async () => {
      const { values } = await dataOf(api.GET('/api/monitors/{id}/form', { params: ofMonitor(id) }))
      return (values.monitoring_regions ?? []) as string[]
    },
  })

export const badgesQuery = (id: string) =>
  queryOptions({
    queryKey: [wordOf(id), 'badges'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => (await dataOf(api.GET('/api/monitors/{id}/badges', { params: ofMonitor(id) }))).badges,
  })

export const replayQuery = (id: string, body: ReplayBody) =>
  queryOptions({
    queryKey: ['replay', id, body],
    placeholderData: keepPreviousData,
    staleTime: 5 * 60_000,
    queryFn: ({ signal }) => dataOf(api.POST('/api/monitors/{id}/replay', { params: ofMonitor(id), body, signal })),
  })
