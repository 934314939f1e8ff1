/**
 * Kinds of resources that a configuration document describes. A new kind is an entry in `simple-kinds.ts`, or a file, and
 * a line in `kinds.ts`.
 */
import type { Static, TObject } from 'typebox'
import type { AuditChanges } from '../../core/accounts/audit.ts'
import type { BulkOutcome } from '../../core/monitors/bulk.ts'
import type { EgressPolicy } from '../../core/platform/egress.ts'
import { createInvalid, type Issue, limitToListed, listIssues, Problem } from '../../core/platform/errors.ts'
import type { ResourceFields } from '../../core/platform/fields/resource.ts'
import {
  type Collection,
  REFERENCE_FIELDS,
  type Referable,
  type Reference,
  replaceReferences,
} from '../../core/provisioning/document.ts'
import type { CurrentResource } from '../../core/provisioning/plan.ts'
import type { ManagedTable } from '../../store/platform/managed-rows.ts'
import type { Reader } from '../../store/platform/store.ts'
import type { MonitorContext } from '../monitors/monitor-context.ts'
import type { MonitorScope } from '../platform/context.ts'

export interface ProvisioningContext extends MonitorContext {
  /** Host name of the service, which no status page may use as its domain. */
  ownHost: string
}

/** Keys of all resources of a project, by id, and the email addresses or ids of members by user id. */
export type Keys = Readonly<Record<Referable, ReadonlyMap<string, string>>>

/** Work on the resources of one kind, in the transaction of an apply. */
export interface Run {
  /** Bound to the transaction. */
  context: ProvisioningContext
  scope: MonitorScope
  /** Ids by key. New resources are added when they are created. */
  ids: Readonly<Record<Referable, Map<string, string>>>
}

/** A resource that an apply creates or updates. */
export interface Task<Item, Desired> {
  key: string
  /** Null for a new resource. */
  current: Item | null
  desired: Desired
}

/** @throws Problem of one resource, with its key in the path of the field */
export type AtKey = <T>(key: string, work: () => Promise<T>) => Promise<T>

export interface Kind<Item extends CurrentResource, Desired extends { name: string }> {
  table: ManagedTable
  list(db: Reader, projectId: string): Promise<Item[]>
  listReferences(desired: Desired): Reference[]
  /**
   * Returns the fields that differ, by API name, with references as keys.
   *
   * @param current null for a new resource
   * @throws Problem when the description cannot apply to the resource
   */
  compare(current: Item | null, desired: Desired, keys: Keys): AuditChanges | Promise<AuditChanges>
  /**
   * Returns the issues of a description that need no database.
   *
   * @param current null for a new resource
   * @throws Problem as `compare`
   */
  findIssues(desired: Desired, current: Item | null, egress: EgressPolicy): Issue[]
  /** Creates and updates resources, and adds the ids of new ones to `run.ids`. */
  save(run: Run, tasks: readonly Task<Item, Desired>[], atKey: AtKey): Promise<void>
  remove(run: Run, items: readonly Item[]): Promise<void>
  /** Absent for a kind whose resources may have equal values. */
  unique?: UniqueValues<Item, Desired>
}

/** Values that only one resource may have, such as the slug of a page. */
interface UniqueValues<Item, Desired> {
  listOf(current: Item, keys: Keys): string[]
  /** @param current null for a new resource */
  listWanted(desired: Desired, current: Item | null): string[]
  /**
   * Replaces the values of resources by temporary ones, because other resources take the values in the same apply. The
   * resources are changed or deleted later in the transaction.
   */
  release(run: Run, items: readonly Item[]): Promise<void>
}

/** Returns the id of a key; all references were checked before. */
export const getId = ({ ids }: Pick<Run, 'ids'>, collection: Referable, key: string): string =>
  ids[collection].get(key)!

export const getIds = (run: Pick<Run, 'ids'>, collection: Referable, keys: readonly string[]): string[] =>
  keys.map((key) => getId(run, collection, key))

/** Returns the keys of ids. Resources that the document cannot describe are left out. */
export const toKeys = (keys: Keys, collection: Referable, ids: readonly string[]): string[] =>
  ids.flatMap((id) => keys[collection].get(id) ?? [])

/** Returns a resource with keys in place of ids. */
export const withKeys = <T extends TObject, Item extends Partial<Static<T>>>(
  fields: ResourceFields<T>,
  item: Item,
  keys: Keys,
): Item => replaceReferences(fields, item, (collection, id) => keys[collection].get(id))

/** Returns a resource with ids in place of keys. */
export const withIds = <T extends TObject, Item extends Partial<Static<T>>>(
  fields: ResourceFields<T>,
  item: Item,
  { ids }: Pick<Run, 'ids'>,
): Item => replaceReferences(fields, item, (collection, key) => ids[collection].get(key))

/** Returns a function that adds the path of a resource to the fields of its problems. */
export const createPlacer =
  (collection: Collection): AtKey =>
  (key, work) =>
    addProblemPath(`${collection}.${key}`, work)

/** Adds a path to the fields of problems. */
export async function addProblemPath<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof Problem ? placeProblem(error, path) : error
  }
}

/**
 * A document with a resource that the project refuses is an invalid document. The code of the refusal is in
 * `details.code`.
 */
function placeProblem(problem: Problem, path: string): Problem {
  const { code: own } = (problem.details ?? {}) as { code?: string }
  return createCoded(
    toPlacedIssues(listIssues(problem), path),
    problem.code === 'VALIDATION_ERROR' ? own : problem.code,
  )
}

/** Adds a path to the fields of issues, and replaces field names of the API by field names of a document. */
export const toPlacedIssues = (issues: readonly Issue[], path: string): Issue[] =>
  issues.map((issue) => ({ ...issue, field: toPath(path, issue.field) }))

/** @param code of the first refusal; undefined for an invalid field */
function createCoded(issues: readonly Issue[], code: string | undefined): Problem {
  const { code: invalid, message, details } = createInvalid(issues)
  return new Problem(invalid, message, { ...details, ...(code && { code }) })
}

/** Joins the problems of several resources. */
function joinProblems(problems: readonly Problem[]): Problem {
  const [first] = problems
  if (problems.length === 1 && first) return first
  return createCoded(problems.flatMap(listIssues), (first?.details as { code?: string } | undefined)?.code)
}

function toPath(path: string, field: string): string {
  const parts = field.split('.').map((part) => REFERENCE_FIELDS[part] ?? part)
  return [path, ...parts].filter(Boolean).join('.')
}

/** Throws the problems of all refused resources of a bulk operation. */
export async function refuseFailed(
  tasks: readonly { key: string }[],
  outcomes: readonly Pick<BulkOutcome, 'outcome' | 'error'>[],
  atKey: AtKey,
): Promise<void> {
  const problems: Problem[] = []
  for (const [index, { outcome, error }] of outcomes.entries()) {
    if (outcome !== 'failed' || limitToListed(problems).length < problems.length) continue
    const { code, message, details } = error!
    const refuse = atKey(tasks[index]!.key, async () => {
      throw new Problem(code, message, details)
    })
    await refuse.catch((problem: Problem) => problems.push(problem))
  }
  if (problems.length > 0) throw joinProblems(problems)
}
