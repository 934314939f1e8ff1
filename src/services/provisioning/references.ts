/** References between the resources of a document and the resources of a project. */
import type { Issue } from '../../core/platform/errors.ts'
import { COLLECTIONS, type Collection } from '../../core/provisioning/document.ts'
import { findUnknownReferences, listByCollection } from '../../core/provisioning/plan.ts'
import { type DesiredState, KINDS } from './kinds.ts'
import { listProjectReferences } from './project-settings.ts'

/**
 * Lists the references to keys that are unknown.
 *
 * @param listKnown returns the keys that the project has; absent for a document without a project
 */
export function listUnresolved(
  desired: DesiredState,
  listKnown: (collection: Collection) => Iterable<string> = () => [],
): Issue[] {
  const known = listByCollection<ReadonlySet<string>>(
    (collection) => new Set([...listKnown(collection), ...desired[collection].keys()]),
  )
  const references = COLLECTIONS.flatMap((collection) =>
    [...desired[collection]].flatMap(([key, resource]) =>
      KINDS[collection]
        .listReferences(resource)
        .map((reference) => ({ ...reference, field: `${collection}.${key}.${reference.field}` })),
    ),
  )
  return findUnknownReferences([...references, ...listProjectReferences(desired.project)], known)
}
