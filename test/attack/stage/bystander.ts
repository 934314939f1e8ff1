/**
 * Measures how long others wait while an attack runs: `/api/health`, and the reads of another organization. A thread of
 * its own, so that the attacker's work does not count.
 */
import { Worker } from 'node:worker_threads'
import type { Account } from './accounts.ts'

/** Waits for responses, without the time in which the server was ready to run but the machine had no processor for it. */
export interface Waits {
  count: number
  /** Responses other than 200, and broken connections, with their number. */
  failures: Record<string, number>
  maxMs: number
  p95Ms: number
}

export interface BystanderReport {
  health: Waits
  read: Waits
}

export interface BystanderTask {
  url: string
  pid: number
  headers: Record<string, string>
  /** Address the requests come from. */
  localAddress: string
}

export interface Bystander {
  /** Ends the measurement. */
  end(): Promise<BystanderReport>
}

/** @param server under attack. @param localAddress where its requests come from */
export function startBystander(
  { url, pid }: { url: string; pid: number },
  { headers }: Account,
  localAddress = '127.0.0.1',
): Bystander {
  const task: BystanderTask = { url, pid, headers, localAddress }
  const worker = new Worker(new URL('bystander-worker.ts', import.meta.url), { workerData: task })
  const { promise, resolve, reject } = Promise.withResolvers<BystanderReport>()
  worker.once('message', resolve)
  worker.once('error', reject)
  promise.catch(() => {}) // reported by `end`
  return {
    async end() {
      worker.postMessage('end')
      try {
        return await promise
      } finally {
        await worker.terminate()
      }
    },
  }
}
