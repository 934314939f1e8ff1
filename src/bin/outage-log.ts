/**
 * Logs outages of the database: one line at the start, repeated lines while the outage lasts, and one line at the end.
 */
import type { DatabaseTrouble } from '../core/platform/database/database-trouble.ts'
import { SECOND_MS } from '../core/platform/time/time.ts'
import { describeLocation } from '../runtime/open-database.ts'
import type { DatabaseHealth } from '../store/platform/health.ts'
import type { StoreLocation } from '../store/platform/store.ts'
import { type Logger, toLoggedError } from './log.ts'

/** Logs outages. The database location is printed without credentials. */
export function logOutages(health: DatabaseHealth, location: StoreLocation, log: Pick<Logger, 'error' | 'info'>): void {
  // The location of a PostgreSQL database is a clause that ends with the database name
  const where = 'file' in location ? describeLocation(location) : `${describeLocation(location)},`
  health.listen(({ kind, trouble, durationMs }, error) => {
    const seconds = Math.round(durationMs / SECOND_MS)
    if (kind === 'ended') log.info({ trouble, seconds }, `${where} recovered after ${seconds} s`)
    else {
      const text = describe(trouble, where, 'file' in location)
      log.error({ trouble, ...toReason(error) }, kind === 'began' ? text : `${text}, for ${seconds} s`)
    }
  })
}

function describe(trouble: DatabaseTrouble, where: string, isFile: boolean): string {
  const disk = isFile ? `the disk that holds ${where}` : `the disk of ${where}`
  const text: Record<DatabaseTrouble, string> = {
    away: `${where} is unreachable`,
    slow: `${where} is too slow: queries time out`,
    contended: `${where} is locked by other work`,
    exhausted: `${where} is out of memory or connections`,
    full: `${disk} is full`,
    'read-only': `${where} is read-only`,
    'disk-error': `${disk} reports I/O errors`,
  }
  return text[trouble]
}

function toReason(error: unknown): { reason?: string; code?: string } {
  const { message, code } = toLoggedError(error) as { message?: string; code?: string }
  return { ...(message !== undefined && { reason: message }), ...(code !== undefined && { code }) }
}

/** Returns a log that skips errors explained by a database outage. */
export function filterOutages(log: Logger, health: DatabaseHealth): Logger {
  const quiet: Logger = Object.create(log)
  for (const level of ['warn', 'error'] as const) {
    quiet[level] = ((details: { err?: unknown }, ...rest: [string]) => {
      if (!health.isPartOfOutage(details?.err)) log[level](details, ...rest)
    }) as Logger['warn']
  }
  return quiet
}
