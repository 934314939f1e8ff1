/** Plans: the changes that make a project match a configuration document. */
import type { AuditChanges } from '../accounts/audit.ts'
import { type Issue, limitToListed } from '../platform/errors.ts'
import { type Managed, toResourceWords } from '../platform/fields/resource.ts'
import { describeSuggestion } from '../platform/text/nearest.ts'
import {
  COLLECTIONS,
  type Collection,
  PROJECT,
  RESOURCE_TYPES,
  type Referable,
  type Reference,
  USERS,
} from './document.ts'

export const PLAN_ACTIONS = ['create', 'update', 'delete'] as const

export interface PlannedChange {
  collection: Collection | typeof PROJECT.collection
  key: string
  name: string
  action: (typeof PLAN_ACTIONS)[number]
  /** Null at creation. */
  id: string | null
  /** Changed fields by their names in the document, with secrets masked. Empty at deletion. */
  changes: AuditChanges
}

/** A resource whose source changes: the source of the document manages it from now on, or none does. */
interface Adoption {
  collection: Collection
  key: string
  id: string
}

export interface ConfigurationPlan {
  /** In the order of the collections, and of the keys within one. */
  changes: PlannedChange[]
  adopted: Adoption[]
  /** Number of resources that already match, including adopted ones. */
  unchanged: number
}

export interface PlanOptions {
  /** Name of the source of the document. */
  source: string
  /** Whether to delete resources that the source created and that the document no longer contains. */
  prune: boolean
  /** Whether to take over resources that another source manages, or that no source manages and that have other settings. */
  takeOver: boolean
  /** Paths of the resources that the document itself permits to take over when no source manages them. */
  adoptable: ReadonlySet<string>
  /** Whether no source manages the resources of the document after the apply. */
  release: boolean
}

/** Source that manages the resources of a document after its apply; null for none. */
export const toOwner = ({ source, release }: PlanOptions): string | null => (release ? null : source)

/** A resource of the project. */
export interface CurrentResource extends Managed {
  id: string
  name: string
}

interface CollectionState {
  collection: Collection
  current: readonly CurrentResource[]
  /** Keys by id; see `assignKeys`. */
  keys: ReadonlyMap<string, string>
  /** Names by key. */
  desired: ReadonlyMap<string, string>
}

/**
 * Plans the changes of one collection.
 *
 * @param differences changed fields by key, for every key of the document
 */
export function planCollection(
  { collection, current, keys, desired }: CollectionState,
  differences: ReadonlyMap<string, AuditChanges>,
  options: PlanOptions,
): ConfigurationPlan {
  const owner = toOwner(options)
  const byKey = new Map(current.map((resource) => [keys.get(resource.id)!, resource]))
  const plan: ConfigurationPlan = { changes: [], adopted: [], unchanged: 0 }
  for (const [key, name] of [...desired].toSorted(compareKeys)) {
    const found = byKey.get(key) ?? null
    const changes = differences.get(key)!
    if (found === null) plan.changes.push({ collection, key, name, action: 'create', id: null, changes })
    else if (Object.keys(changes).length > 0)
      plan.changes.push({ collection, key, name, action: 'update', id: found.id, changes })
    else plan.unchanged++
    if (found && (found.origin?.source ?? null) !== owner) plan.adopted.push({ collection, key, id: found.id })
  }
  if (options.prune) plan.changes.push(...listDeletions(collection, byKey, desired, options.source))
  return plan
}

function listDeletions(
  collection: Collection,
  byKey: ReadonlyMap<string, CurrentResource>,
  desired: ReadonlyMap<string, string>,
  source: string,
): PlannedChange[] {
  return [...byKey]
    .filter(([key, { origin }]) => origin?.source === source && !desired.has(key))
    .toSorted(compareKeys)
    .map(([key, { id, name }]) => ({ collection, key, name, action: 'delete', id, changes: {} }))
}

const compareKeys = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1)

/** Plans the changes of the project's own settings. */
export const planProject = ({ id, name }: { id: string; name: string }, changes: AuditChanges): ConfigurationPlan => ({
  changes: Object.keys(changes).length > 0 ? [{ ...PROJECT, name, action: 'update', id, changes }] : [],
  adopted: [],
  unchanged: 0,
})

/** Joins the plans of collections. */
export const joinPlans = (plans: readonly ConfigurationPlan[]): ConfigurationPlan => ({
  changes: plans.flatMap(({ changes }) => changes),
  adopted: plans.flatMap(({ adopted }) => adopted),
  unchanged: plans.reduce((sum, { unchanged }) => sum + unchanged, 0),
})

/**
 * Returns an issue for each resource that the document would take over without the consent of its user. The key of a
 * resource without a source can equal a key of the document by accident, because it comes from the name.
 *
 * @param differences changed fields by key, for every key of the document
 */
export function findRefusedAdoptions(
  { collection, current, keys, desired }: CollectionState,
  differences: ReadonlyMap<string, AuditChanges>,
  options: PlanOptions,
): Issue[] {
  if (options.takeOver) return []
  return current.flatMap((resource) => {
    const key = keys.get(resource.id)!
    if (!desired.has(key)) return []
    const field = `${collection}.${key}`
    const message = describeRefusedAdoption(resource, Object.keys(differences.get(key)!), options, field)
    return message === null ? [] : [{ field, message }]
  })
}

function describeRefusedAdoption(
  { name, origin }: CurrentResource,
  changed: readonly string[],
  { source, release, adoptable }: PlanOptions,
  path: string,
): string | null {
  const owner = origin?.source ?? null
  if (owner !== null)
    return owner === source
      ? null
      : `is managed by the source "${owner}": apply with this source, or take the resource over (--take-over, or "take_over" in the API)`
  // An apply with release changes its own resources again: they have its keys
  const isOwn = release && origin !== undefined
  if (isOwn || changed.length === 0 || adoptable.has(path)) return null
  return (
    `exists already as "${name}", and no source manages it. The document would change ${listFields(changed)}. ` +
    'Use another key, or take the resource over with "adopt: true" in the document, --take-over, or "take_over" in the API'
  )
}

/** Maximum number of changed fields in a message. */
const MAX_FIELDS = 3

const listFields = (fields: readonly string[]): string =>
  fields.length > MAX_FIELDS
    ? `${fields.slice(0, MAX_FIELDS).join(', ')} and ${fields.length - MAX_FIELDS} more`
    : fields.join(', ')

/**
 * Returns the issues of references to keys that neither the document nor the project contains. Each suggestion takes a
 * comparison with many keys, so only the issues that a response lists are described.
 *
 * @param known all known keys by collection
 */
export function findUnknownReferences(
  references: readonly Reference[],
  known: Readonly<Record<Referable, ReadonlySet<string>>>,
): Issue[] {
  const unknown = references.filter(({ collection, key }) => !known[collection].has(key))
  return limitToListed(unknown).map(({ field, collection, key }) => ({
    field,
    message: describeUnknown(collection, key, known[collection]),
  }))
}

/** Addresses of other members are not suggested. */
function describeUnknown(collection: Referable, key: string, known: ReadonlySet<string>): string {
  if (collection === USERS)
    return `no member of the organization has the ${key.includes('@') ? 'email address' : 'id'} ${key}`
  const type = toResourceWords(RESOURCE_TYPES[collection])
  return `no ${type} has the key ${key}${describeSuggestion(key, known)}`
}

/** Unique values of a resource before and after an apply. */
interface Claims {
  before: readonly string[]
  after: readonly string[]
}

/** Returns the resources that give up a value which another resource takes. */
export function listReleased<T extends Claims>(resources: readonly T[]): T[] {
  const taken = new Set(resources.flatMap(({ after }) => after))
  return resources.filter(({ before, after }) => before.some((value) => taken.has(value) && !after.includes(value)))
}

/** Part of a project's monitors that a source may delete without a confirmation. */
const UNCONFIRMED_SHARE = 0.2

export const countMonitorDeletions = ({ changes }: ConfigurationPlan): number =>
  changes.filter(({ collection, action }) => collection === 'monitors' && action === 'delete').length

/** Returns whether a plan deletes more than a fifth of the monitors. */
export const isLargeDeletion = (plan: ConfigurationPlan, monitorCount: number): boolean =>
  countMonitorDeletions(plan) > monitorCount * UNCONFIRMED_SHARE

/** Returns the number of changes by action. */
export const countActions = ({ changes }: ConfigurationPlan): Record<(typeof PLAN_ACTIONS)[number], number> => ({
  create: changes.filter(({ action }) => action === 'create').length,
  update: changes.filter(({ action }) => action === 'update').length,
  delete: changes.filter(({ action }) => action === 'delete').length,
})

/** Returns one value per collection. */
export const listByCollection = <T>(make: (collection: Collection) => T): Record<Collection, T> =>
  Object.fromEntries(COLLECTIONS.map((collection) => [collection, make(collection)])) as Record<Collection, T>
