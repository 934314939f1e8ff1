import type { Kysely } from 'kysely'
import { INITIAL_SCHEMA, type Schema } from '../../core/platform/schema-adoption.ts'
import type { DialectTraits } from '../platform/dialects.ts'
import type { Database } from '../tables/index.ts'
import * as initial from './0001-initial/index.ts'
import * as fieldTerms from './0002-field-terms.ts'

export interface Migration extends Schema {
  /**
   * The migration up to which a program must know the schema to go on beside this one: servers of the version before then
   * work, and start, while a rolling upgrade is under way. Without it only a program that knows this one does.
   */
  needs?: number
  /** @param now Unix ms */
  up(db: Kysely<Database>, traits: DialectTraits, now: number): Promise<void>
}

/** In order. A released migration stays as it is; a change is a new one. */
export const MIGRATIONS: readonly Migration[] = [
  { ...INITIAL_SCHEMA, up: initial.up },
  { version: 2, name: 'field-terms', up: fieldTerms.up },
]
