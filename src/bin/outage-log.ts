/** Outages of the database in the log: a line for the beginning, some while they last, one for the end. */
import type { DatabaseTrouble } from '../core/platform/database-trouble.ts'
import { SECOND_MS } from '../core/platform/time/time.ts'
import { placeOf } from '../runtime/open-database.ts'
import type { DatabaseHealth } from '../store/platform/health.ts'
import type { StoreLocation } from '../store/platform/store.ts'
import type { Logger } from './log.ts'
import { loggedError } from './logged-error.ts'

/** Logs outages. The database is named without credentials. */
export function logOutages(health: DatabaseHealth, location: StoreLocation, log: Pick<Logger, 'error' | 'info'>): void {
  // PostgreSQL's place is a clause that ends with the name of the database
  const place = 'file' in location ? placeOf(location) : `${placeOf(location)},`
  health.listen(({ kind, trouble, durationMs }, error) => {
    const seconds = Math.round(durationMs / SECOND_MS)
    if (kind === 'ended') log.info({ trouble, seconds }, `${place} works again after ${seconds} s`)
    else {
      const words = describe(trouble, place, 'file' in location)
      log.error({ trouble, ...reasonOf(error) }, kind === 'began' ? words : `${words}, for ${seconds} s`)
    }
  })
}

function describe(trouble: DatabaseTrouble, place: string, isFile: boolean): string {
  const disk = isFile ? `the disk that holds ${place}` : `the disk of ${place}`
  const words: Record<DatabaseTrouble, string> = {
    away: `${place} cannot be reached`,
    slow: `${place} does not answer in time`,
    contended: `${place} is contended`,
    exhausted: `${place} has no memory or connections left`,
    full: `${disk} is full`,
    'read-only': `${place} is read-only`,
    'disk-error': `${disk} reports errors`,
  }
  return words[trouble]
}

function reasonOf(error: unknown): { reason?: string; code?: string } {
  const { message, code } = loggedError(error) as { message?: string; code?: string }
  return { ...(message !== undefined && { reason: message }), ...(code !== undefined && { code }) }
}

/** The same log without the errors that an outage explains. */
export function withoutOutages(log: Logger, health: DatabaseHealth): Logger {
  const quiet: Logger = Object.create(log)
  for (const level of ['warn', 'error'] as const) {
    quiet[level] = ((details: { err?: unknown }, ...rest: [string]) => {
      if (!health.explains(details?.err)) log[level](details, ...rest)
    }) as Logger['warn']
  }
  return quiet
}
