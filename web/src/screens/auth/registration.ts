import { queryOptions } from '@tanstack/react-query'
import { api, getData } from '../../api/client.ts'

/** Whether visitors may register. Read again on each visit, since creating the first account changes it. */
export const registrationQuery = queryOptions({
  queryKey: ['registration'],
  staleTime: 5_000,
  queryFn: () => getData(api.GET('/api/auth/registration')),
})
