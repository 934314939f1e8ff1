/** Log lines on standard error: JSON, or colored text on a terminal. */
import { type Logger, type LoggerOptions, pino } from 'pino'
import { escapeControls, toLoggedError } from './logged-error.ts'

export type { Logger }

type LogFormat = 'auto' | 'json' | 'pretty'

/** Messages for the operator go to standard output, which keeps them separate from the log. */
const STDERR = 2

export async function createLog(level: string, format: LogFormat = 'auto'): Promise<Logger> {
  const options: LoggerOptions = { level, base: undefined, serializers: { err: toLoggedError } }
  if (format === 'pretty' || (format === 'auto' && process.stderr.isTTY)) {
    const { default: pretty } = await import('pino-pretty')
    return pino(
      options,
      pretty({ sync: true, destination: STDERR, ignore: 'pid,hostname', messageFormat: toPlainText }),
    )
  }
  return pino(options, pino.destination({ dest: STDERR, sync: true }))
}

/** JSON escapes line breaks and characters that move the cursor of a terminal; the text format must escape them too. */
const toPlainText = (log: Record<string, unknown>, key: string): string => escapeControls(String(log[key]))
