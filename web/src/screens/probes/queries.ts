import { queryOptions } from '@tanstack/react-query'
import { api, getData } from '../../api/client.ts'
import type { Schemas } from '../../api/types.ts'
import { probesQuery } from '../../parts/platform/queries.ts'

export type ProbeToken = Schemas['ProbeToken']

/** Refresh interval while the screen is open, ms. Probes report their state every few seconds. */
const REFRESH_MS = 5_000

export const watchedProbesQuery = queryOptions({ ...probesQuery, staleTime: 0, refetchInterval: REFRESH_MS })

export const tokensQuery = queryOptions({
  queryKey: ['probe-tokens'],
  queryFn: async () => (await getData(api.GET('/api/admin/probe-tokens'))).probe_tokens,
})
