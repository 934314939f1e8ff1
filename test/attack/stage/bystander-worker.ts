/** The thread of `bystander.ts`: sends consecutive requests on two connections until it is stopped. */
import { setTimeout as delay } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import type { BystanderReport, BystanderTask, Waits } from './bystander.ts'
import { createSender } from './load.ts'
import { threadTimes } from './process-figures.ts'

const PAUSE_MS = 20

const { url, pid, headers, localAddress } = workerData as BystanderTask
const stopped = new AbortController()
parentPort!.once('message', () => stopped.abort())

/** Returns 0 once the server is gone, which broken connections then report. */
function queuedMs(): number {
  try {
    return threadTimes(pid).queuedMs
  } catch {
    return 0
  }
}

async function measure(path: string, sent: Record<string, string>): Promise<Waits> {
  const send = createSender(url, { localAddress })
  const durations: number[] = []
  const failures: Record<string, number> = {}
  while (!stopped.signal.aborted) {
    const queuedBefore = queuedMs()
    const { status, ms, body } = await send({ path, headers: sent })
    durations.push(Math.max(0, ms - (queuedMs() - queuedBefore)))
    const failure = status === 200 ? null : status === 0 ? body : String(status)
    if (failure !== null) failures[failure] = (failures[failure] ?? 0) + 1
    await delay(PAUSE_MS)
  }
  durations.sort((a, b) => a - b)
  const at = (share: number) => Math.round(durations[Math.floor((durations.length - 1) * share)] ?? 0)
  return { count: durations.length, failures, maxMs: at(1), p95Ms: at(0.95) }
}

const [health, read] = await Promise.all([measure('/api/health', {}), measure('/api/monitors?limit=20', headers)])
parentPort!.postMessage({ health, read } satisfies BystanderReport)
process.exit()
