/** Queries of these screens. Their keys begin with words that live events invalidate. */
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { api, getData } from '../../api/client.ts'
import type { ResponseData, Schemas } from '../../api/types.ts'
import { type Filter, toQuery } from './filter.ts'

export type Incident = Schemas['Incident']
export type Update = Schemas['IncidentUpdate']
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
          monitorIds: sections.flatMap(({ components }) => components.map((component) => component.monitor_id)),
        }))
    },
  })
