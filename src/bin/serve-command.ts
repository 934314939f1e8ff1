/** Runs the server until a signal ends it. */
import type { Config } from './config.ts'
import { type Logger, makeLog } from './log.ts'
import { probeThreadOptions } from './probe-thread-options.ts'
import { spawnProbe } from './probe-worker.ts'
import type { Server } from './serve.ts'

/** Checks under way may take 10 s to end and their results 5 s to be stored; then the process ends as it is. */
const LONGEST_STOP_MS = 16_000

export async function serveCommand(config: Config): Promise<void> {
  const log = await makeLog(config.logLevel, config.logFormat)
  process.on('uncaughtException', (err) => {
    log.fatal({ err }, 'a fault that nobody foresaw ends the server')
    process.exit(1)
  })
  // The thread loads its own half of the program while this one loads the rest
  const firstThread = config.localProbe ? spawnProbe(probeThreadOptions(config)) : null
  const starting = import('./serve.ts').then(({ serve }) => serve(config, log, firstThread))
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop(starting, signal, log))
  await starting
}

async function stop(starting: Promise<Server>, signal: NodeJS.Signals, log: Logger): Promise<void> {
  for (const again of ['SIGTERM', 'SIGINT'] as const) {
    process.removeAllListeners(again)
    process.on(again, () => process.exit(1))
  }
  log.info({ signal }, 'stopping')
  setTimeout(() => {
    log.warn('stopped before everything had ended')
    process.exit(0)
  }, LONGEST_STOP_MS).unref()
  const server = await starting
  await server.stop()
  log.info('stopped')
  process.exit(0)
}
