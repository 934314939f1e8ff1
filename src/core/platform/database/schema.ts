/** A migration as a database or a backup lists it. */
export interface Schema {
  version: number
  name: string
}

export const isSameSchema = (one: Schema, other: Schema): boolean =>
  one.version === other.version && one.name === other.name

/** The database has a migration of a development version; the message states how to keep the configuration. */
export class DevelopmentSchemaError extends Error {
  override readonly name = 'DevelopmentSchemaError'
}

/**
 * Refuses a database of a development version: a migration has the number of a released migration, but another name.
 *
 * @param applied migrations of the database
 * @param known migrations of this program
 * @throws DevelopmentSchemaError
 */
export function refuseDevelopmentSchema(applied: readonly Schema[], known: readonly Schema[]): void {
  const renamed = applied.find((row) => known.some(({ version, name }) => version === row.version && name !== row.name))
  if (renamed)
    throw new DevelopmentSchemaError(
      `The database has migration ${renamed.version} (${renamed.name}) of a development version. ` +
        'To keep its configuration, run "watchkeeper export" with that version, and "watchkeeper apply" with this version ' +
        'and an empty database.',
    )
}
