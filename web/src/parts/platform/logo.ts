/** The logo of the organization. Only its settings and printed reports read it. */
import { queryOptions } from '@tanstack/react-query'
import { api, getData } from '../../api/client.ts'

export const logoQuery = queryOptions({
  queryKey: ['organization-logo'],
  queryFn: async () => (await getData(api.GET('/api/organization/logo'))).logo.image,
})
