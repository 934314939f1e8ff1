import { QueryClient } from '@tanstack/react-query'
import { toProblem } from './problem.ts'

const MAX_TRIES = 3

const MAX_DELAY_MS = 8_000

/**
 * Returns how long to wait before a retry, ms. Up to half as much is added at random, so that many open dashboards do
 * not retry at the same time.
 *
 * @param failures so far
 * @param random 0 to 1
 */
export const retryDelayMs = (failures: number, retryAfterSeconds: number, random: number): number => {
  const backoffMs = Math.min(500 * 2 ** failures, MAX_DELAY_MS)
  return Math.max(backoffMs, retryAfterSeconds * 1_000) * (1 + random / 2)
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Reads are attempted without a network, because a paused read shows neither its data nor a failure
      networkMode: 'always',
      // Live events keep shown data fresh. Other data is read again when a component shows it and it is older than 30
      // seconds
      staleTime: 30_000,
      gcTime: 5 * 60_000,
      // Repeating a refused request does not change the answer
      retry: (failures, error) => failures < MAX_TRIES && toProblem(error).isTransient,
      retryDelay: (failures, error) => retryDelayMs(failures, toProblem(error).retryAfter ?? 0, Math.random()),
    },
    // A change is sent at once and once. A change that waits for the network would be sent when the user expects it least
    mutations: { networkMode: 'always', retry: false },
  },
})
