/** Runs the server until a signal ends it. */
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Config } from '../config/config.ts'
import { PULSE, startPulse } from '../runtime/watchdog.ts'
import { createLog } from './log.ts'
import { limitHeapGrowth, scheduleMemoryRelease } from './memory.ts'
import { startProbeWorker, toProbeThreadOptions } from './probe-worker.ts'
import { exitOnFault, stopOnSignal } from './signals.ts'

/**
 * Running checks may take 10 s to end and their results 5 s to be stored. After that the process ends without waiting.
 */
const STOP_TIMEOUT_MS = 16_000

const WATCHDOG = new URL(`./watchdog${extname(import.meta.url)}`, import.meta.url)

export async function runServer(config: Config): Promise<void> {
  const log = await createLog(config.logLevel, config.logFormat)
  exitOnFault('server', log)
  // The thread imports its modules while this thread imports its own
  const firstThread = config.localProbe ? startProbeWorker(toProbeThreadOptions(config)) : null
  if (!firstThread) new Worker(WATCHDOG, { workerData: PULSE }).unref()
  const starting = import('./serve.ts').then(({ serve }) => serve(config, log, firstThread))
  stopOnSignal(log, STOP_TIMEOUT_MS, async () => (await starting).stop())
  const server = await starting
  startPulse()
  limitHeapGrowth()
  scheduleMemoryRelease(() => server.releaseMemory())
}
