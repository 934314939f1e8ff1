import { QueryClient } from '@tanstack/react-query'
import { toProblem } from './problem.ts'

const MAX_TRIES = 3

/** What is shown is kept fresh by live events; otherwise it is read anew when it is half a minute old and looked at. */
const MAX_DELAY_MS = 8_000

/**
 * Returns how long to wait before a request is repeated, ms. Up to half as much is added by chance, so that the requests of many open
 * dashboards do not come back together.
 *
 * @param failures so far
 * @param chance 0 to 1
 */
export const retryDelayMs = (failures: number, retryAfterSeconds: number, random: number): number => {
  const backoffMs = Math.min(500 * 2 ** failures, MAX_DELAY_MS)
  return Math.max(backoffMs, retryAfterSeconds * 1_000) * (1 + random / 2)
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      gcTime: 5 * 60_000,
      // A refusal stays one however often it is asked for
      retry: (failures, error) => failures < MAX_TRIES && toProblem(error).isTransient,
      retryDelay: (failures, error) => retryDelayMs(failures, toProblem(error).retryAfter ?? 0, Math.random()),
    },
  },
})
