/** Runs the server until a signal ends it. */
import type { Config } from '../config/config.ts'
import { createLog } from './log.ts'
import { startProbeWorker, toProbeThreadOptions } from './probe-worker.ts'
import { exitOnFault, stopOnSignal } from './signals.ts'

/** Checks under way may take 10 s to end and their results 5 s to be stored; then the process ends as it is. */
const STOP_TIMEOUT_MS = 16_000

export async function runServer(config: Config): Promise<void> {
  const log = await createLog(config.logLevel, config.logFormat)
  exitOnFault('server', log)
  // The thread loads its own half of the program while this one loads the rest
  const firstThread = config.localProbe ? startProbeWorker(toProbeThreadOptions(config)) : null
  const starting = import('./serve.ts').then(({ serve }) => serve(config, log, firstThread))
  stopOnSignal(log, STOP_TIMEOUT_MS, async () => (await starting).stop())
  await starting
}
