/** Rules between the resources of a document, and rules of each resource. They need no database. */
import { describeDependencyIssue, findDependencyIssues } from '../../core/monitors/dependency.ts'
import { MAX_GROUP_LEVELS } from '../../core/monitors/group.ts'
import type { EgressPolicy } from '../../core/platform/egress.ts'
import { type Issue, limitToListed, Problem } from '../../core/platform/errors.ts'
import { COLLECTIONS, type Collection, type Referable, USERS } from '../../core/provisioning/document.ts'
import { type CurrentResource, findUnknownReferences, listByCollection } from '../../core/provisioning/plan.ts'
import { convertInTurns, runInTurns } from '../platform/limits/large-work.ts'
import { toPlacedIssues } from './kind.ts'
import { type DesiredState, KINDS } from './kinds.ts'
import { listProjectReferences } from './project-settings.ts'

/** A resource that the rules apply to. */
interface Described {
  collection: Collection
  key: string
  /** Null for a new resource. */
  current: CurrentResource | null
}

/** Returns the mistakes that are found without a project. */
export async function listOfflineIssues(desired: DesiredState, egress: EgressPolicy): Promise<Issue[]> {
  const all = COLLECTIONS.flatMap((collection) =>
    [...desired[collection].keys()].map((key): Described => ({ collection, key, current: null })),
  )
  return [...desired.mistakes.issues, ...(await listRuleIssues(desired, all, egress))]
}

/**
 * Returns the issues of the rules that need no database.
 *
 * @param changed new and changed resources; a rule can be younger than an unchanged resource
 */
export async function listRuleIssues(
  desired: DesiredState,
  changed: readonly Described[],
  egress: EgressPolicy,
): Promise<Issue[]> {
  const issues: Issue[] = []
  await convertInTurns(changed, ({ collection, key, current }) => {
    if (limitToListed(issues).length < issues.length) return
    issues.push(
      ...toPlacedIssues(
        findOwnIssues(collection, desired[collection].get(key), current, egress),
        `${collection}.${key}`,
      ),
    )
  })
  return [
    ...issues,
    ...findRepeatedValues(desired),
    ...findGroupIssues(desired.groups),
    ...findOwnFallbacks(desired),
    ...(await findDependencyCycles(desired)),
  ]
}

function findOwnIssues(
  collection: Collection,
  resource: unknown,
  current: CurrentResource | null,
  egress: EgressPolicy,
): Issue[] {
  try {
    return KINDS[collection].findIssues(resource, current, egress)
  } catch (error) {
    if (error instanceof Problem) return [] // The comparison with the stored resource reports it
    throw error
  }
}

/** Values that two resources cannot share, and their field in a document; empty for one of several fields. */
const UNIQUE_VALUES: Partial<Record<Collection, readonly [field: string, description: string]>> = {
  variables: ['.name', 'name'],
  groups: ['.name', 'name and parent group'],
  monitors: ['.heartbeat_token', 'ping token'],
  status_pages: ['', 'slug or custom domain'],
}

function findRepeatedValues(desired: DesiredState): Issue[] {
  const issues: Issue[] = []
  for (const collection of COLLECTIONS) {
    const owners = new Map<string, string>()
    const [field = '', description = 'value'] = UNIQUE_VALUES[collection] ?? []
    for (const [key, resource] of desired[collection] as ReadonlyMap<string, never>)
      for (const value of KINDS[collection].unique?.listWanted(resource, null) ?? []) {
        const owner = owners.get(value)
        if (owner === undefined) owners.set(value, key)
        else issues.push({ field: `${collection}.${key}${field}`, message: `has the same ${description} as ${owner}` })
      }
  }
  return issues
}

/** Follows each group to the top. A walk ends after the permitted levels, so a cycle ends as well. */
function findGroupIssues(groups: DesiredState['groups']): Issue[] {
  return [...groups].flatMap(([key, { parentGroupId }]): Issue[] => {
    const place = (message: string): Issue[] => [{ field: `groups.${key}.parent_group`, message }]
    let [levels, above] = [1, parentGroupId]
    while (above !== null && above !== key && levels <= MAX_GROUP_LEVELS) {
      above = groups.get(above)?.parentGroupId ?? null
      levels++
    }
    if (above === key) return place('is inside the group itself')
    return levels > MAX_GROUP_LEVELS ? place(`would create more than ${MAX_GROUP_LEVELS} levels`) : []
  })
}

const findOwnFallbacks = ({ notification_targets: targets }: DesiredState): Issue[] =>
  [...targets].flatMap(([key, { fallbackTargetId }]) =>
    fallbackTargetId === key
      ? [{ field: `notification_targets.${key}.fallback_target`, message: 'a target cannot be its own fallback' }]
      : [],
  )

async function findDependencyCycles({ monitors }: DesiredState): Promise<Issue[]> {
  const keys = [...monitors.keys()]
  const numbers = new Map(keys.map((key, index) => [key, index]))
  const dependent = [...monitors].filter(([, { dependencyKeys }]) => dependencyKeys.length > 0)
  const planned = new Map(
    dependent.map(([key, { dependencyKeys }]) => [
      numbers.get(key)!,
      dependencyKeys.flatMap((one) => numbers.get(one) ?? []),
    ]),
  )
  const issues = await runInTurns(findDependencyIssues([], planned))
  return [...issues].map(([number, issue]) => ({
    field: `monitors.${keys[number]}.depends_on`,
    message: describeDependencyIssue(issue, (one) => monitors.get(keys[one]!)!.name),
  }))
}

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
