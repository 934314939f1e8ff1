/**
 * Tables of the fields that a source has: their meaning, their counterpart and their loss. The report of an import and
 * docs/import-fields.md follow from them. A field that no table contains is reported as not read.
 */

export interface Field {
  /** Noun phrase. */
  meaning: string
  /** Part of the document with this meaning; null when there is none. */
  to: string | null
  /** Loss as a sentence of the report; null when nothing is lost. */
  loss: string | null
  advice: string | null
  /**
   * `value`: the loss is reported for each value. `condition`: as well, and a check passes in more cases than in the
   * source. Null: the importer reports the loss where it occurs.
   */
  reports: 'value' | 'condition' | null
  /** Types of monitors that use the field; absent for all. Other monitors have a value that does nothing. */
  types?: readonly string[]
  /** Values without an effect, besides empty ones. */
  idle?: readonly unknown[]
}

/** Fields by their name in the source. */
export type FieldTable = Readonly<Record<string, Field>>

/** Tables by the kind of object that they describe. */
export type FieldTables = Readonly<Record<string, FieldTable>>

const create = (meaning: string, to: string | null, loss: string | null = null): Field => ({
  meaning,
  to,
  loss,
  advice: null,
  reports: null,
})

/** A field whose whole meaning is converted. */
export const kept = (meaning: string, to: string): Field => create(meaning, to)

/** A field that is converted in part. The importer reports the loss of a value. */
export const part = (meaning: string, to: string, loss: string): Field => create(meaning, to, loss)

/** A field whose loss the importer reports in its own words. */
export const missing = (meaning: string, loss: string): Field => create(meaning, null, loss)

/** A field without an effect on the converted item. */
export const none = (meaning: string): Field => create(meaning, null)

/** A field without a counterpart. */
export const lost = (meaning: string, loss: string, advice: string | null = null): Field => ({
  ...create(meaning, null, loss),
  advice,
  reports: 'value',
})

/** A condition of success without a counterpart. */
export const unchecked = (meaning: string, loss: string, advice: string | null = null): Field => ({
  ...lost(meaning, loss, advice),
  reports: 'condition',
})

/** A field that only these types of monitors use. */
export const onlyFor = (types: readonly string[], field: Field): Field => ({ ...field, types })

/** A field that does nothing with these values. */
export const idleAt = (idle: readonly unknown[], field: Field): Field => ({ ...field, idle })

/** Adds fields that need one description: `none` of several ids. */
export const repeat = (names: readonly string[], field: Field): FieldTable =>
  Object.fromEntries(names.map((name) => [name, field]))
