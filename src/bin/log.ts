/** Lines for machines, on standard error: JSON, or colours where somebody watches. */
import { type Logger, pino } from 'pino'

export type { Logger }

/** The program's own words to whoever started it go to standard output, so that the two can be told apart. */
const STDERR = 2

export async function makeLog(level: string): Promise<Logger> {
  if (process.stderr.isTTY) {
    const pretty = await findPretty()
    if (pretty)
      return pino({ level, base: undefined }, pretty({ sync: true, destination: STDERR, ignore: 'pid,hostname' }))
  }
  return pino({ level, base: undefined }, pino.destination({ dest: STDERR, sync: true }))
}

/** A development dependency: an installation without them logs JSON everywhere. */
const findPretty = () =>
  import('pino-pretty').then(
    (module) => module.default,
    () => null,
  )
