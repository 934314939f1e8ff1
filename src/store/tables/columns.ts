/** Columns that many tables have. */
import type { Generated } from 'kysely'

/** 0 or 1. */
export type Flag = 0 | 1

/**
 * Columns of resources that a configuration document can describe. Both are null for other resources. A released resource
 * has only a key.
 */
export interface ManagedColumns {
  /** Key of the resource in its document. */
  external_key: Generated<string | null>
  /** Name of the source that applied the document. */
  managed_by: Generated<string | null>
}
