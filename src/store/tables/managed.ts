import type { Generated } from 'kysely'

/** Columns of resources that a configuration document can describe. Both are null for other resources. */
export interface ManagedColumns {
  /** Key of the resource in its document. */
  external_key: Generated<string | null>
  /** Name of the source that applied the document. */
  managed_by: Generated<string | null>
}
