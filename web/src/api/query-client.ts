import { QueryClient } from '@tanstack/react-query'
import { asProblem } from './problem.ts'

const MOST_TRIES = 3

/** What is shown is kept fresh by live events; otherwise it is read anew when it is half a minute old and looked at. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      gcTime: 5 * 60_000,
      // A refusal stays one however often it is asked for
      retry: (failures, error) => failures < MOST_TRIES && asProblem(error).isPassing,
      retryDelay: (failures) => Math.min(500 * 2 ** failures, 8_000),
    },
  },
})
