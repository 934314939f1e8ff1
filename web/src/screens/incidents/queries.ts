/** Queries of these screens. Their keys begin with words that live events invalidate. */
import { infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { api, getData } from '../../api/client.ts'
import type { ResponseData, Schemas } from '../../api/types.ts'
import { type Filter, toQuery } from './filter.ts'

export type Incident = Schemas['Incident']
export type Update = Schemas['IncidentUpdate']
export type Change = NonNullable<Schemas['IncidentFindings']['changes']>[number]
export type Comment = ResponseData<'/api/incidents/{incidentId}/comments', 'get'>['comments'][number]

export const PAGE_SIZE = 50

/** No live event reports new comments. */
const COMMENTS_REFRESH_MS = 20_000

export const listQuery = (status: Incident['status'] | null, filter: Filter, offset: number) =>
  queryOptions({
    queryKey: ['incidents', 'list', status, toQuery(filter), offset],
    queryFn: () =>
      getData(
        api.GET('/api/incidents', {
          params: { query: { ...toQuery(filter), ...(status && { status }), limit: PAGE_SIZE, offset } },
        }),
      ),
    placeholderData: keepPreviousData,
  })

export const toIncidentKey = (id: string) => [`incident:${id}`, 'facts'] as const

/** Reads an incident and the lists again after a change. */
export function refreshIncident(client: QueryClient, id: string): void {
  for (const key of [`incident:${id}`, 'incidents']) void client.invalidateQueries({ queryKey: [key] })
}

export const incidentQuery = (id: string) =>
  queryOptions({
    queryKey: toIncidentKey(id),
    queryFn: async () => (await getData(api.GET('/api/incidents/{id}', { params: { path: { id } } }))).incident,
  })

/** The monitor of an incident, for its notes and its runbook. */
export const monitorQuery = (id: string) =>
  queryOptions({
    queryKey: [`monitor:${id}`, 'instructions'],
    queryFn: async () => (await getData(api.GET('/api/monitors/{id}', { params: { path: { id } } }))).monitor,
  })

export const updatesQuery = (id: string) =>
  queryOptions({
    queryKey: [`incident:${id}`, 'updates'],
    queryFn: async () => (await getData(api.GET('/api/incidents/{id}/updates', { params: { path: { id } } }))).updates,
  })

export const commentsQuery = (id: string) =>
  queryOptions({
    queryKey: [`incident:${id}`, 'comments'],
    queryFn: async () =>
      (await getData(api.GET('/api/incidents/{incidentId}/comments', { params: { path: { incidentId: id } } })))
        .comments,
    refetchInterval: COMMENTS_REFRESH_MS,
  })

const DELIVERIES_PAGE = 100

/** While a delivery is pending. */
const DELIVERIES_REFRESH_MS = 4_000

/** The notifications of an incident, newest first. */
export const deliveriesQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: [`incident:${id}`, 'notifications'],
    initialPageParam: 1,
    queryFn: ({ pageParam: page }) =>
      getData(
        api.GET('/api/incidents/{id}/notifications', {
          params: { path: { id }, query: { page, pageSize: DELIVERIES_PAGE } },
        }),
      ),
    getNextPageParam: ({ pagination }, pages) => (pages.length < pagination.totalPages ? pages.length + 1 : undefined),
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ notifications }) => notifications.some(({ status }) => status === 'pending'))
        ? DELIVERIES_REFRESH_MS
        : false,
  })

/** A step that waits is due again every minute, without an event. */
const ESCALATION_REFRESH_MS = 60_000

export const escalationQuery = (id: string) =>
  queryOptions({
    queryKey: [`incident:${id}`, 'escalation'],
    queryFn: async () =>
      (await getData(api.GET('/api/incidents/{id}/escalation', { params: { path: { id } } }))).escalation,
    refetchInterval: ESCALATION_REFRESH_MS,
  })

export const affectedQuery = (id: string) =>
  queryOptions({
    queryKey: [`incident:${id}`, 'affected'],
    queryFn: async () =>
      (await getData(api.GET('/api/incidents/{id}/affected-checks', { params: { path: { id } } }))).affected_checks,
  })

/** A storm may bring further incidents with the same cause. */
const FINDINGS_REFRESH_MS = 30_000

export const findingsQuery = (id: string) =>
  queryOptions({
    queryKey: [`incident:${id}`, 'findings'],
    queryFn: async () =>
      (await getData(api.GET('/api/incidents/{id}/findings', { params: { path: { id } } }))).findings,
    refetchInterval: FINDINGS_REFRESH_MS,
  })

type FullResult = Schemas['FullCheckResult']

/** The check that opened the incident may have run slightly before its start. */
const SEARCH_MARGIN_MS = 1_000

/** The newest failed check of an incident, with the response of the target. */
export const responseQuery = ({ id, check_id: monitorId, started_at: from, resolved_at: to, type }: Incident) =>
  queryOptions({
    queryKey: [`incident:${id}`, 'answer'],
    enabled: monitorId !== undefined,
    queryFn: async (): Promise<FullResult | null> => {
      const { results } = await getData(
        api.GET('/api/monitors/{id}/results', {
          params: {
            path: { id: monitorId! },
            query: {
              status: type === 'slow_response' ? 'degraded' : 'down',
              from: new Date(Date.parse(from) - SEARCH_MARGIN_MS).toISOString(),
              ...(to && { to }),
              limit: 1,
            },
          },
        }),
      )
      const [newest] = results
      if (!newest) return null
      const path = { id: monitorId!, resultId: newest.id }
      return (await getData(api.GET('/api/monitors/{id}/results/{resultId}', { params: { path } }))).result
    },
    retry: false, // the monitor may be deleted, so there is nothing to show
  })

/** Published status pages with the monitors they list. */
export const pagesQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['status-pages', projectId, 'monitors'],
    staleTime: 5 * 60_000,
    queryFn: async () => {
      const { status_pages: pages } = await getData(
        api.GET('/api/projects/{projectId}/status-pages', { params: { path: { projectId }, query: { limit: 100 } } }),
      )
      return pages
        .filter((page) => page.is_published)
        .map(({ name, sections }) => ({
          name,
          shownIds: sections.flatMap(({ components }) =>
            components.flatMap((component) => component.monitor_id ?? component.group_id ?? []),
          ),
        }))
    },
  })
