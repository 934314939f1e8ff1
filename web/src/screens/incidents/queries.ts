/** What these screens read. Keys begin with the words that live events make old. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '../../api/client.ts'
import type { DataOf, Schemas } from '../../api/types.ts'
import { type Filter, queryOf } from './filter.ts'

export type Incident = Schemas['Incident']
export type Update = Schemas['IncidentUpdate']
export type Comment = DataOf<'/api/incidents/{incidentId}/comments', 'get'>['comments'][number]
export type Page = DataOf<'/api/incidents', 'get'>

export const PAGE_SIZE = 50

/** Nothing tells of comments as they come. */
const COMMENTS_EVERY_MS = 20_000

export const listQuery = (status: Incident['status'] | null, filter: Filter, offset: number) =>
  queryOptions({
    queryKey: ['incidents', 'list', status, queryOf(filter), offset],
    queryFn: () =>
      dataOf(
        api.GET('/api/incidents', {
          params: { query: { ...queryOf(filter), ...(status && { status }), limit: PAGE_SIZE, offset } },
        }),
      ),
    placeholderData: keepPreviousData,
  })

export const incidentKey = (id: string) => [`incident:${id}`, 'facts'] as const

export const incidentQuery = (id: string) =>
  queryOptions({
    queryKey: incidentKey(id),
    queryFn: async () => (await dataOf(api.GET('/api/incidents/{id}', { params: { path: { id } } }))).incident,
  })

export const updatesQuery = (id: string) =>
  queryOptions({
    queryKey: [`incident:${id}`, 'updates'],
    queryFn: async () => (await dataOf(api.GET('/api/incidents/{id}/updates', { params: { path: { id } } }))).updates,
  })

export const commentsQuery = (id: string) =>
  queryOptions({
    queryKey: [`incident:${id}`, 'comments'],
    queryFn: async () =>
      (await dataOf(api.GET('/api/incidents/{incidentId}/comments', { params: { path: { incidentId: id } } })))
        .comments,
    refetchInterval: COMMENTS_EVERY_MS,
  })

export const affectedQuery = (id: string) =>
  queryOptions({
    queryKey: [`incident:${id}`, 'affected'],
    queryFn: async () =>
      (await dataOf(api.GET('/api/incidents/{id}/affected-checks', { params: { path: { id } } }))).affected_checks,
  })

/** Published status pages, with the monitors that they list. */
export const pagesQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['status-pages', projectId, 'monitors'],
    staleTime: 5 * 60_000,
    queryFn: async () => {
      const { status_pages: pages } = await dataOf(
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
