/** Lines for machines, on standard error: JSON, or colours where somebody watches. */
import { type Logger, type LoggerOptions, pino } from 'pino'
import { escapeControls, toLoggedError } from './logged-error.ts'

export type { Logger }

type LogFormat = 'auto' | 'json' | 'pretty'

/** The program's own words to whoever started it go to standard output, so that the two can be told apart. */
const STDERR = 2

export async function createLog(level: string, format: LogFormat = 'auto'): Promise<Logger> {
  const options: LoggerOptions = { level, base: undefined, serializers: { err: toLoggedError } }
  if (format === 'pretty' || (format === 'auto' && process.stderr.isTTY)) {
    const pretty = await findPretty()
    if (pretty)
      return pino(
        options,
        pretty({ sync: true, destination: STDERR, ignore: 'pid,hostname', messageFormat: toPlainText }),
      )
  }
  return pino(options, pino.destination({ dest: STDERR, sync: true }))
}

/** A development dependency: an installation without them logs JSON everywhere. */
const findPretty = () =>
  import('pino-pretty').then(
    (module) => module.default,
    () => null,
  )

/** JSON escapes what moves the cursor of a terminal or begins a line of its own; people's lines have to as well. */
const toPlainText = (log: Record<string, unknown>, key: string): string => escapeControls(String(log[key]))
