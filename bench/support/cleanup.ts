import type { Cleanup } from '../../test/support/database/stores.ts'

/** For support code that wants a test: what it opened is closed when the work is done, or has failed. */
export async function withCleanup<T>(work: (t: Cleanup) => Promise<T>): Promise<T> {
  const cleanups: (() => void | Promise<void>)[] = []
  try {
    return await work({ after: (cleanup) => void cleanups.unshift(cleanup) })
  } finally {
    for (const cleanup of cleanups) await cleanup()
  }
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
