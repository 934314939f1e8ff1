import type { Cleanup } from '../../test/support/database/stores.ts'

/** Runs support code that needs a test context: its resources are closed when the work ends or fails. */
export async function withCleanup<T>(work: (t: Cleanup) => Promise<T>): Promise<T> {
  const cleanups: (() => void | Promise<void>)[] = []
  try {
    return await work({ after: (cleanup) => void cleanups.unshift(cleanup) })
  } finally {
    for (const cleanup of cleanups) await cleanup()
  }
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
