import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, getData } from '../../api/client.ts'
import type { ResponseData } from '../../api/types.ts'

export const PAGE_SIZE = 50

export type Target = ResponseData<'/api/notification-targets', 'get'>['targets'][number]

/** Query key prefix: every change of a target invalidates all queries under it. */
export const TARGETS = ['notification-targets']

export const targetsQuery = (offset: number) =>
  queryOptions({
    queryKey: [...TARGETS, 'list', offset],
    queryFn: () => getData(api.GET('/api/notification-targets', { params: { query: { limit: PAGE_SIZE, offset } } })),
    placeholderData: keepPreviousData,
  })
