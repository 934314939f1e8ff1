import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, getBody } from '../../api/client.ts'
import type { ResponseData } from '../../api/types.ts'
import { type Period, toPeriodParams } from './period.ts'

export interface ReportOptions {
  period: Period
  zone: string
  group: string | null
  tag: string | null
}

export type Report = ResponseData<'/api/reports/uptime', 'get'>
export type Row = Report['monitors'][number]

/** Maximum number of monitors that the API returns at once. */
export const PAGE_SIZE = 100

const toQuery = ({ period, zone, group, tag }: ReportOptions) => ({
  ...toPeriodParams(period),
  timezone: zone,
  ...(group && { group_id: group }),
  ...(tag && { tag }),
})

export const reportQuery = (options: ReportOptions, offset: number) =>
  queryOptions({
    queryKey: ['overview', 'report', options, offset],
    queryFn: async () => {
      const query = { ...toQuery(options), format: 'json' as const, limit: PAGE_SIZE, offset }
      const body = await getBody(api.GET('/api/reports/uptime', { params: { query } }))
      if (typeof body === 'string') throw new Error('a table came instead of the report')
      return body.data
    },
    placeholderData: keepPreviousData,
  })

/**
 * Reads the table of all monitors as a CSV file.
 *
 * @throws ApiProblem
 */
export const fetchCsv = (options: ReportOptions): Promise<Blob> =>
  getBody(
    api.GET('/api/reports/uptime', { params: { query: { ...toQuery(options), format: 'csv' } }, parseAs: 'blob' }),
  )
