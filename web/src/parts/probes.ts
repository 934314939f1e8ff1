/** Who runs the checks, for admins of the instance. */
import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '../api/client.ts'
import type { Schemas } from '../api/types.ts'

export type Probe = Schemas['Probe']

export const probesQuery = queryOptions({
  queryKey: ['probes'],
  queryFn: async () => (await dataOf(api.GET('/api/admin/probes'))).probes,
})
