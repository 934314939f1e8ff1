/** Runs the server until a signal ends it. */
import type { Config } from '../config/config.ts'
import { makeLog } from './log.ts'
import { probeThreadOptions, spawnProbe } from './probe-worker.ts'
import { exitOnFault, stopOnSignal } from './until-signal.ts'

/** Checks under way may take 10 s to end and their results 5 s to be stored; then the process ends as it is. */
const LONGEST_STOP_MS = 16_000

export async function runServer(config: Config): Promise<void> {
  const log = await makeLog(config.logLevel, config.logFormat)
  exitOnFault('server', log)
  // The thread loads its own half of the program while this one loads the rest
  const firstThread = config.localProbe ? spawnProbe(probeThreadOptions(config)) : null
  const starting = import('./serve.ts').then(({ serve }) => serve(config, log, firstThread))
  stopOnSignal(log, LONGEST_STOP_MS, async () => (await starting).stop())
  await starting
}
