/**
 * Adopts databases and backups from before the first release. Their 36 migrations became the initial schema, which
 * creates the same tables. A database that has all of them is therefore adopted unchanged.
 */

/** A migration as a database or a backup lists it. */
export interface Schema {
  version: number
  name: string
}

/** The first migration. Its name differs from the first of the 36. */
export const INITIAL_SCHEMA = { version: 1, name: 'initial-schema' } as const satisfies Schema

const UNRELEASED: readonly string[] = [
  ...['initial', 'audit-log', 'incidents', 'heartbeats', 'maintenance-status-pages', 'invitations-second-factors'],
  ...['groups', 'idempotency-audit', 'certificates', 'domains', 'kept-responses', 'certificate-spans'],
  ...['maintenance-spans', 'dependencies-reminders', 'disabled-reason', 'deleted-monitors', 'told-together'],
  ...['expiry-watches', 'maintenance-flapping', 'retention', 'lines', 'subscribers', 'naming-incidents'],
  ...['incidents-by-time', 'dashboard', 'probes', 'rate-windows', 'seal-state', 'service-hosts', 'busy-tables'],
  ...['probe-trials', 'service-clock', 'receiver-outages', 'alert-groups', 'evidence', 'claims'],
]

const LAST_UNRELEASED: Schema = { version: UNRELEASED.length, name: UNRELEASED.at(-1)! }

/** A database lacks some of the 36 migrations; the message states how to solve the problem. */
export class UnfinishedSchemaError extends Error {
  override readonly name = 'UnfinishedSchemaError'
}

const isUnreleased = ({ version, name }: Schema): boolean => UNRELEASED[version - 1] === name

/**
 * Returns whether a list of migrations is the complete list from before the first release.
 *
 * @throws UnfinishedSchemaError
 */
export function isAdoptable(applied: readonly Schema[]): boolean {
  const unreleased = applied.filter(isUnreleased)
  const last = unreleased.at(-1)
  if (!last) return false
  if (unreleased.length === UNRELEASED.length) return true
  throw new UnfinishedSchemaError(
    `The database has migration ${last.version} (${last.name}) of a pre-release version. This version ` +
      `only accepts databases with all ${LAST_UNRELEASED.version} migrations. Start the last pre-release version once to migrate ` +
      `the database to ${LAST_UNRELEASED.version} (${LAST_UNRELEASED.name}), then start this version. Nothing was changed.`,
  )
}

/**
 * Returns a list of migrations in the form of this version.
 *
 * @throws UnfinishedSchemaError
 */
export const adoptRecord = (applied: readonly Schema[]): readonly Schema[] =>
  isAdoptable(applied) ? [INITIAL_SCHEMA] : applied

/** Returns the last migration of a backup in the form of this version. */
export const adoptSchema = (last: Schema): Schema =>
  last.version === LAST_UNRELEASED.version && isUnreleased(last) ? INITIAL_SCHEMA : last

/** Returns why a backup cannot be adopted; null when it can, or need not be adopted. */
export function refuseUnfinished(last: Schema, program: string): string | null {
  if (!isUnreleased(adoptSchema(last))) return null
  return (
    `The backup has migration ${last.version} (${last.name}) of the pre-release version ${program} of Watchkeeper. This ` +
    `version only restores backups with migration ${LAST_UNRELEASED.version} (${LAST_UNRELEASED.name}). Restore the backup with the last ` +
    'pre-release version, then make a new backup there.'
  )
}
