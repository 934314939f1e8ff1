/** Runs the server until a signal ends it. */
import type { Config } from '../config/config.ts'
import { createLog } from './log.ts'
import { limitHeapGrowth, scheduleMemoryRelease } from './memory.ts'
import { startProbeWorker, toProbeThreadOptions } from './probe-worker.ts'
import { exitOnFault, stopOnSignal } from './signals.ts'

/**
 * Running checks may take 10 s to end and their results 5 s to be stored. After that the process ends without waiting.
 */
const STOP_TIMEOUT_MS = 16_000

export async function runServer(config: Config): Promise<void> {
  const log = await createLog(config.logLevel, config.logFormat)
  exitOnFault('server', log)
  // The thread imports its modules while this thread imports its own
  const firstThread = config.localProbe ? startProbeWorker(toProbeThreadOptions(config)) : null
  const starting = import('./serve.ts').then(({ serve }) => serve(config, log, firstThread))
  stopOnSignal(log, STOP_TIMEOUT_MS, async () => (await starting).stop())
  const server = await starting
  limitHeapGrowth()
  scheduleMemoryRelease(() => server.releaseMemory())
}
