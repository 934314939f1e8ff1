import { useQuery } from '@tanstack/react-query'
import { api, getData } from '../../api/client.ts'

/** Form values of a monitor. Read once per visit, so that a refresh does not replace user input. */
export const useMonitorValues = (id: string | null) =>
  useQuery({
    queryKey: ['monitor-form', id],
    enabled: id !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    queryFn: async () =>
      (await getData(api.GET('/api/monitors/{id}/form', { params: { path: { id: id! } } }))).values as Readonly<
        Record<string, unknown>
      >,
  })
