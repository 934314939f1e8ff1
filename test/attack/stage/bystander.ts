/**
 * Measures how long other clients wait during an attack, for `/api/health` and for reads of another organization. A
 * separate thread excludes the work of the attacker.
 */
import { Worker } from 'node:worker_threads'
import type { Account } from './accounts.ts'

/** Waits for responses, without the time in which the server was runnable but had no processor. */
export interface Waits {
  count: number
  /** Counts of responses other than 200 and of broken connections. */
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
  /** Source address of the requests. */
  localAddress: string
}

export interface Bystander {
  /** Ends the measurement. */
  end(): Promise<BystanderReport>
}

/**
 * @param server the attacked server
 * @param localAddress source address of its requests
 */
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
  promise.catch(() => {}) // Reported by `end`
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
