/**
 * Plans and applies configuration documents. An apply is one transaction. A plan runs the same transaction and rolls it
 * back, so that every rule that refuses an apply also refuses its plan.
 */
import { createHash } from 'node:crypto'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { AuditChanges } from '../../core/accounts/audit.ts'
import { createInvalid, type Issue, Problem } from '../../core/platform/errors.ts'
import { COLLECTIONS, type Collection, REFERENCE_FIELDS } from '../../core/provisioning/document.ts'
import {
  type ConfigurationPlan,
  countActions,
  countMonitorDeletions,
  findForeignResources,
  isLargeDeletion,
  joinPlans,
  listByCollection,
  type PlanOptions,
  planCollection,
} from '../../core/provisioning/plan.ts'
import { lockOrganization } from '../../store/accounts/organizations.ts'
import { saveOrigins } from '../../store/platform/managed-rows.ts'
import type { Reader, Tx } from '../../store/platform/store.ts'
import { toBoundStore } from '../../store/platform/store.ts'
import { startEdit } from '../monitors/lifecycle.ts'
import { logAudit } from '../platform/audit.ts'
import type { MonitorScope } from '../platform/scope.ts'
import type { AtKey, ProvisioningContext, Run } from './kind.ts'
import { type DesiredState, KINDS } from './kinds.ts'
import { loadProjectState, type ProjectState } from './project-state.ts'
import { listUnresolved } from './references.ts'

export interface PlanResult extends ConfigurationPlan {
  /** The same for every plan with the same changes. */
  fingerprint: string
  /** Whether the plan deletes a large part of the monitors. */
  needsConfirmation: boolean
}

/**
 * Returns the changes that an apply would make.
 *
 * @throws Problem as `applyConfiguration`
 */
export async function planConfiguration(
  context: ProvisioningContext,
  scope: MonitorScope,
  desired: DesiredState,
  options: PlanOptions,
): Promise<PlanResult> {
  const { plan } = await makePlan(context.store.db, scope, desired, options)
  if (plan.changes.length === 0) return plan
  const run = async (tx: Tx): Promise<never> => {
    throw new RolledBack(await applyWithin(tx, context, scope, desired, options, ANY_PLAN))
  }
  return context.store.transact(run).catch((error) => {
    if (error instanceof RolledBack) return error.plan
    throw error
  })
}

const ANY_PLAN: Consent = { fingerprint: null, confirm: true }

/** Ends the transaction of a plan. */
class RolledBack extends Error {
  readonly plan: PlanResult

  constructor(plan: PlanResult) {
    super('the transaction of a plan is rolled back')
    this.plan = plan
  }
}

/** The plans that the caller of an apply accepts. */
interface Consent {
  /** Fingerprint of the plan that the caller has seen; null for any plan. */
  fingerprint: string | null
  /** Whether the plan may delete a large part of the monitors. */
  confirm: boolean
}

/**
 * Makes the project match the document.
 *
 * @throws Problem PLAN_OUTDATED when the plan is not the one that the caller has seen; CONFIRMATION_REQUIRED; the problem
 * of the first resource that is refused, with its path in `details.field`
 */
export function applyConfiguration(
  context: ProvisioningContext,
  scope: MonitorScope,
  desired: DesiredState,
  options: PlanOptions,
  consent: Consent,
): Promise<PlanResult> {
  return context.store.transact((tx) => applyWithin(tx, context, scope, desired, options, consent))
}

async function applyWithin(
  tx: Tx,
  context: ProvisioningContext,
  scope: MonitorScope,
  desired: DesiredState,
  options: PlanOptions,
  consent: Consent,
): Promise<PlanResult> {
  await startEdit(tx, context, scope.actor) // first: no other transaction changes a monitor or applies a document
  await lockOrganization(tx, scope.actor.organizationId)
  const { plan, state } = await makePlan(tx, scope, desired, options)
  checkConsent(plan, consent)
  const run: Run = {
    context: { ...context, store: toBoundStore(context.store, tx) },
    scope,
    ids: listByCollection((collection) => new Map([...state.keys[collection]].map(([id, key]) => [key, id]))),
  }
  for (const collection of COLLECTIONS) await save(run, collection, state, desired, plan)
  for (const collection of COLLECTIONS.toReversed()) await remove(run, collection, state, plan)
  for (const collection of COLLECTIONS) await saveKeys(tx, run, collection, plan, options)
  await logApply(tx, context, scope, plan, options)
  return plan
}

function checkConsent(plan: PlanResult, { fingerprint, confirm }: Consent): void {
  if (fingerprint !== null && fingerprint !== plan.fingerprint)
    throw new Problem(
      'PLAN_OUTDATED',
      'The project or the document was changed after this plan was made: make a new plan and apply that one',
    )
  if (plan.needsConfirmation && !confirm)
    throw new Problem(
      'CONFIRMATION_REQUIRED',
      `The plan deletes ${countMonitorDeletions(plan)} monitors, more than a fifth of the project: send { "confirm": true }`,
    )
}

async function makePlan(
  db: Reader,
  { projectId }: MonitorScope,
  desired: DesiredState,
  options: PlanOptions,
): Promise<{ plan: PlanResult; state: ProjectState }> {
  const state = await loadProjectState(db, projectId)
  const unresolved = listUnresolved(desired, (collection) => state.keys[collection].values())
  if (unresolved.length > 0) throw createInvalid(unresolved)
  const plans: ConfigurationPlan[] = []
  const issues: Issue[] = []
  for (const collection of COLLECTIONS) {
    const names = new Map([...desired[collection]].map(([key, { name }]) => [key, name]))
    const known = { collection, current: state.resources[collection], keys: state.keys[collection], desired: names }
    issues.push(...findForeignResources(known, options))
    plans.push(planCollection(known, await compareAll(collection, state, desired), options))
  }
  if (issues.length > 0)
    throw new Problem('CONFLICT', `${issues[0]!.field} ${issues[0]!.message}`, {
      field: issues[0]!.field,
      issues: issues.slice(0, 20),
    })
  const plan = joinPlans(plans)
  const fingerprint = computeFingerprint(plan, options)
  return {
    plan: { ...plan, fingerprint, needsConfirmation: isLargeDeletion(plan, state.resources.monitors.length) },
    state,
  }
}

/** Resources that are compared between two yields to other requests: about ten milliseconds. */
const COMPARED = 100

/** @returns changed fields by key, under their names in the document */
async function compareAll(
  collection: Collection,
  { resources, keys }: ProjectState,
  desired: DesiredState,
): Promise<Map<string, AuditChanges>> {
  const byKey = new Map(resources[collection].map((resource) => [keys[collection].get(resource.id)!, resource]))
  const differences = new Map<string, AuditChanges>()
  for (const [key, wanted] of desired[collection]) {
    const compare = async () => KINDS[collection].compare(byKey.get(key) ?? null, wanted, keys)
    differences.set(key, renameFields(await createPlacer(collection)(key, compare)))
    if (differences.size % COMPARED === 0) await yieldToEventLoop()
  }
  return differences
}

const renameFields = (changes: AuditChanges): AuditChanges =>
  Object.fromEntries(Object.entries(changes).map(([field, change]) => [REFERENCE_FIELDS[field] ?? field, change]))

const computeFingerprint = ({ changes, adopted }: ConfigurationPlan, { source, prune }: PlanOptions): string =>
  createHash('sha256')
    .update(JSON.stringify([source, prune, changes, adopted]))
    .digest('base64url')

async function save(
  run: Run,
  collection: Collection,
  { resources }: ProjectState,
  desired: DesiredState,
  { changes }: ConfigurationPlan,
): Promise<void> {
  const byId = new Map(resources[collection].map((resource) => [resource.id, resource]))
  const tasks = changes
    .filter((change) => change.collection === collection && change.action !== 'delete')
    .map(({ key, id }) => ({
      key,
      current: id === null ? null : byId.get(id)!,
      desired: desired[collection].get(key)!,
    }))
  if (tasks.length > 0) await KINDS[collection].save(run, tasks, createPlacer(collection))
}

async function remove(
  run: Run,
  collection: Collection,
  { resources }: ProjectState,
  { changes }: ConfigurationPlan,
): Promise<void> {
  const ids = new Set(
    changes.filter((change) => change.collection === collection && change.action === 'delete').map(({ id }) => id),
  )
  const items = resources[collection].filter(({ id }) => ids.has(id))
  if (items.length > 0) await KINDS[collection].remove(run, items)
}

/** Saves the keys of new and adopted resources. */
async function saveKeys(
  tx: Tx,
  { ids }: Run,
  collection: Collection,
  { changes, adopted }: ConfigurationPlan,
  { source }: PlanOptions,
): Promise<void> {
  const created = changes.filter(({ action }) => action === 'create')
  const keys = [...created, ...adopted].filter((one) => one.collection === collection).map(({ key }) => key)
  await saveOrigins(
    tx,
    KINDS[collection].table,
    keys.map((key) => ({ id: ids[collection].get(key)!, origin: { key, source } })),
  )
}

async function logApply(
  tx: Tx,
  context: ProvisioningContext,
  { actor, projectId }: MonitorScope,
  plan: ConfigurationPlan,
  { source }: PlanOptions,
): Promise<void> {
  if (plan.changes.length + plan.adopted.length === 0) return
  const counts = Object.entries({ ...countActions(plan), adopted: plan.adopted.length })
  await logAudit(tx, context, actor, {
    action: 'configuration.applied',
    resourceType: 'project',
    resourceId: projectId,
    changes: { source: { to: source }, ...Object.fromEntries(counts.map(([name, count]) => [name, { to: count }])) },
  })
}

/** Returns a function that adds the path of a resource to the fields of its problems. */
const createPlacer =
  (collection: Collection): AtKey =>
  async (key, work) => {
    try {
      return await work()
    } catch (error) {
      throw error instanceof Problem ? placeProblem(error, `${collection}.${key}`) : error
    }
  }

/**
 * A document with a resource that the project refuses is an invalid document. The code of the refusal is in
 * `details.code`.
 */
function placeProblem({ code, message, details = {} }: Problem, path: string): Problem {
  const { field = '', issues = [] } = details as { field?: string; issues?: Issue[] }
  const found = issues.length > 0 ? issues : [{ field, message }]
  const placed = createInvalid(found.map((issue) => ({ ...issue, field: toPath(path, issue.field) })))
  return new Problem(placed.code, placed.message, { ...placed.details, ...(code !== placed.code && { code }) })
}

function toPath(path: string, field: string): string {
  const [first = '', ...rest] = field.split('.')
  return [path, REFERENCE_FIELDS[first] ?? first, ...rest].filter(Boolean).join('.')
}
