import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, getData } from '../../api/client.ts'
import type { toTimes } from './times-draft.ts'

export const PAGE_SIZE = 100

/** Windows start and end without an event. */
const REFRESH_MS = 30_000

export const WINDOWS = ['maintenance']

export const windowsQuery = (offset: number) =>
  queryOptions({
    queryKey: [...WINDOWS, 'list', offset],
    queryFn: () => getData(api.GET('/api/maintenance-windows', { params: { query: { limit: PAGE_SIZE, offset } } })),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  })

/** Next occurrences of a window with these times, computed by the server. */
export const occurrencesQuery = (times: ReturnType<typeof toTimes>) =>
  queryOptions({
    queryKey: [...WINDOWS, 'occurrences', times],
    enabled: times !== null,
    placeholderData: keepPreviousData,
    retry: false,
    queryFn: async () => {
      const { starts_at, ends_at, recurrence } = times!
      const { cron, duration_minutes, timezone, until } = recurrence ?? {}
      const query = {
        starts_at,
        ends_at,
        ...(cron && { cron, duration_minutes, timezone }),
        ...(until && { until }),
        limit: 5,
      }
      return (
        await getData(
          api.GET('/api/maintenance-windows/occurrences', {
            params: { query: query as { starts_at: string; ends_at: string; limit: number } },
          }),
        )
      ).occurrences
    },
  })
