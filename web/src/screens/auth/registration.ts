import { queryOptions } from '@tanstack/react-query'
import { api, getData } from '../../api/client.ts'

/** What a visitor may do here. Asked anew each time: the first account changes it. */
export const registrationQuery = queryOptions({
  queryKey: ['registration'],
  staleTime: 5_000,
  queryFn: () => getData(api.GET('/api/auth/registration')),
})
