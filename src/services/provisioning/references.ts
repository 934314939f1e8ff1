/** References between the resources of a document and the resources of a project. */
import type { Issue } from '../../core/platform/errors.ts'
import { COLLECTIONS, type Referable, USERS } from '../../core/provisioning/document.ts'
import { findUnknownReferences, listByCollection } from '../../core/provisioning/plan.ts'
import { type DesiredState, KINDS } from './kinds.ts'
import { listProjectReferences } from './project-settings.ts'

/**
 * Lists the references to keys that are unknown.
 *
 * @param listKnown returns the keys that the project has; absent for a document without a project, whose users are not
 * checked
 */
export function listUnresolved(
  desired: DesiredState,
  listKnown?: (collection: Referable) => Iterable<string>,
): Issue[] {
  const known = listByCollection<ReadonlySet<string>>(
    (collection) =>
      new Set([
        ...(listKnown?.(collection) ?? []),
        ...desired[collection].keys(),
        ...desired.mistakes.keys[collection],
      ]),
  )
  const references = COLLECTIONS.flatMap((collection) =>
    [...desired[collection]].flatMap(([key, resource]) =>
      KINDS[collection]
        .listReferences(resource)
        .map((reference) => ({ ...reference, field: `${collection}.${key}.${reference.field}` })),
    ),
  )
  const all = [...references, ...listProjectReferences(desired.project)]
  return findUnknownReferences(
    all.filter(({ collection }) => listKnown || collection !== USERS),
    { ...known, users: new Set(listKnown?.(USERS)) },
  )
}
