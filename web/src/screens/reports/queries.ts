import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, bodyOf } from '../../api/client.ts'
import type { DataOf } from '../../api/types.ts'

export interface Wish {
  month: string
  zone: string
  group: string | null
  tag: string | null
}

export type Report = DataOf<'/api/reports/uptime', 'get'>
export type Row = Report['monitors'][number]

/** The most that the API gives at once. */
export const PAGE_SIZE = 100

const queryOf = ({ month, zone, group, tag }: Wish) => ({
  month,
  timezone: zone,
  ...(group && { group_id: group }),
  ...(tag && { tag }),
})

export const reportQuery = (wish: Wish, offset: number) =>
  queryOptions({
    queryKey: ['overview', 'report', wish, offset],
    queryFn: async () => {
      const query = { ...queryOf(wish), format: 'json' as const, limit: PAGE_SIZE, offset }
      const body = await bodyOf(api.GET('/api/reports/uptime', { params: { query } }))
      if (typeof body === 'string') throw new Error('a table came instead of the report')
      return body.data
    },
    placeholderData: keepPreviousData,
  })

/** The table of all monitors, as a file. @throws ApiProblem */
export const readTable = (wish: Wish): Promise<Blob> =>
  bodyOf(api.GET('/api/reports/uptime', { params: { query: { ...queryOf(wish), format: 'csv' } }, parseAs: 'blob' }))
