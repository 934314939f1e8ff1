/** Fault and signal handling of programs that run until a signal ends them. */
import type { Logger } from './log.ts'

const SIGNALS = ['SIGTERM', 'SIGINT'] as const

/** Ends the process on an unexpected error, with a log line. */
export function exitOnFault(program: 'server' | 'probe', log: Logger): void {
  process.on('uncaughtException', (err) => {
    log.fatal({ err }, `unexpected error; stopping the ${program}`)
    process.exit(1)
  })
}

/**
 * Stops at the first signal. A second one ends the process at once.
 *
 * @param longestMs the process ends after this time, even if `stop` has not finished
 */
export function stopOnSignal(log: Logger, longestMs: number, stop: () => Promise<void>): void {
  const end = async (signal: NodeJS.Signals) => {
    for (const again of SIGNALS) {
      process.removeAllListeners(again)
      process.on(again, () => process.exit(1))
    }
    log.info({ signal }, 'stopping')
    setTimeout(() => {
      log.warn('stop timed out; exiting with work unfinished')
      process.exit(0)
    }, longestMs).unref()
    await stop()
    log.info('stopped')
    process.exit(0)
  }
  for (const signal of SIGNALS) process.once(signal, () => void end(signal))
}
