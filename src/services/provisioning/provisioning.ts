/**
 * Plans and applies configuration documents. An apply is one transaction. A plan runs the same transaction and rolls it
 * back, so that every rule that refuses an apply also refuses its plan.
 */
import { Problem } from '../../core/platform/errors.ts'
import { MINUTE_MS, type UnixMs } from '../../core/platform/time/time.ts'
import { COLLECTIONS, type Collection, PROJECT } from '../../core/provisioning/document.ts'
import {
  countActions,
  countMonitorDeletions,
  listByCollection,
  listReleased,
  toOwner,
} from '../../core/provisioning/plan.ts'
import { lockOrganization } from '../../store/accounts/organizations.ts'
import { incrementRevision } from '../../store/monitors/monitors.ts'
import { saveOrigins } from '../../store/platform/managed-rows.ts'
import { startDryRun } from '../../store/platform/session.ts'
import { type Tx, toBoundStore } from '../../store/platform/store.ts'
import { silenceMonitors } from '../incidents/silences.ts'
import type { MonitorScope } from '../platform/context.ts'
import { transact, type Work } from '../platform/work.ts'
import { createPlacer, type ProvisioningContext, type Run } from './kind.ts'
import { KINDS } from './kinds.ts'
import { type PlanRequest, type PlanResult, type PreparedPlan, preparePlan } from './prepare-plan.ts'
import { saveProject } from './project-settings.ts'

/**
 * Returns the changes that an apply would make.
 *
 * @throws Problem as `applyConfiguration`
 */
export async function planConfiguration(
  context: ProvisioningContext,
  scope: MonitorScope,
  request: PlanRequest,
): Promise<PlanResult> {
  const prepared = await preparePlan(context.store.db, scope, request, context.egress)
  if (prepared.plan.changes.length === 0) return prepared.plan
  const run = async (work: ApplyWork): Promise<never> => {
    startDryRun(work.tx)
    await startApply(work)
    throw new RolledBack(await carryOut(work, prepared, { silenceMinutes: null }))
  }
  return transact(context, scope, run).catch((error) => {
    if (error instanceof RolledBack) return error.plan
    throw error
  })
}

/** Ends the transaction of a plan. */
class RolledBack extends Error {
  readonly plan: PlanResult

  constructor(plan: PlanResult) {
    super('the transaction of a plan is rolled back')
    this.plan = plan
  }
}

/** Terms of an apply: the accepted plans, and a silence. */
interface ApplyTerms {
  /** Fingerprint of the plan that the caller has seen; null for any plan. */
  fingerprint: string | null
  /** Whether the plan may delete a large part of the monitors. */
  confirm: boolean
  /** Length of a silence of the new monitors; null for none. */
  silenceMinutes: number | null
}

/**
 * Makes the project match the document.
 *
 * @throws Problem JWT_REQUIRED or INSUFFICIENT_PERMISSIONS for a change to which the actor has no right; PLAN_OUTDATED when the plan is not the one that the caller has seen; CONFIRMATION_REQUIRED; the problem
 * of the first resource that is refused, with its path in `details.field`
 */
export const applyConfiguration = (
  context: ProvisioningContext,
  scope: MonitorScope,
  request: PlanRequest,
  terms: ApplyTerms,
): Promise<PlanResult> =>
  transact(context, scope, async (work) => {
    await startApply(work)
    const prepared = await preparePlan(work.tx, scope, request, context.egress)
    checkConsent(prepared.plan, terms)
    return carryOut(work, prepared, terms)
  })

type ApplyWork = Work<MonitorScope, ProvisioningContext>

/** Until the end of the transaction, no other one changes a monitor or applies a document. */
export async function startApply({ tx, actor }: Work): Promise<void> {
  await incrementRevision(tx)
  await lockOrganization(tx, actor.organizationId)
}

async function carryOut(
  work: ApplyWork,
  prepared: PreparedPlan,
  { silenceMinutes }: Pick<ApplyTerms, 'silenceMinutes'>,
): Promise<PlanResult> {
  const { tx, context, actor, projectId } = work
  const { plan, state, desired } = prepared
  const run: Run = {
    context: { ...context, store: toBoundStore(context.store, tx) },
    scope: { actor, projectId },
    ids: { ...listByCollection((collection) => invert(state.keys[collection])), users: invert(state.keys.users) },
  }
  for (const collection of COLLECTIONS) await releaseTakenValues(run, prepared, collection)
  for (const collection of COLLECTIONS) await save(run, prepared, collection)
  if (plan.changes.some(({ collection }) => collection === PROJECT.collection)) await saveProject(run, desired.project)
  for (const collection of COLLECTIONS.toReversed()) await remove(run, prepared, collection)
  if (tx.session.isDryRun) return plan
  for (const collection of COLLECTIONS) await saveKeys(tx, run, prepared, collection)
  if (silenceMinutes !== null) await silenceNewMonitors(run, plan, work.at + silenceMinutes * MINUTE_MS)
  await logApply(work, prepared)
  return plan
}

/** A silence in the same transaction, because the first check may run right after it. */
async function silenceNewMonitors({ context, scope, ids }: Run, { changes }: PlanResult, until: UnixMs): Promise<void> {
  const created = changes.filter(({ collection, action }) => collection === 'monitors' && action === 'create')
  const monitorIds = created.map(({ key }) => ids.monitors.get(key)!)
  await silenceMonitors(context, scope, monitorIds, { until, note: null })
}

const invert = (keys: ReadonlyMap<string, string>): Map<string, string> =>
  new Map([...keys].map(([id, key]) => [key, id]))

function checkConsent(plan: PlanResult, { fingerprint, confirm }: ApplyTerms): void {
  if (fingerprint !== null && fingerprint !== plan.fingerprint)
    throw new Problem(
      'PLAN_OUTDATED',
      'The project or the document was changed after this plan was made: make a new plan and apply that one',
    )
  if (plan.needsConfirmation && !confirm)
    throw new Problem(
      'CONFIRMATION_REQUIRED',
      `The plan deletes more than a fifth of the monitors (${countMonitorDeletions(plan)}): send { "confirm": true }`,
    )
}

/**
 * Releases the unique values that resources give up and other resources take. Without this step, the order of the
 * changes would decide whether an apply is refused.
 */
async function releaseTakenValues(
  run: Run,
  { plan: { changes }, state: { resources, keys }, desired }: PreparedPlan,
  collection: Collection,
): Promise<void> {
  const { unique } = KINDS[collection]
  if (!unique) return
  const byId = new Map(resources[collection].map((resource) => [resource.id, resource]))
  const claims = changes
    .filter((change) => change.collection === collection)
    .map(({ key, id, action }) => {
      const current = id === null ? null : byId.get(id)!
      return {
        current,
        before: current ? unique.listOf(current, keys) : [],
        after: action === 'delete' ? [] : unique.listWanted(desired[collection].get(key)!, current),
      }
    })
  const released = listReleased(claims).flatMap(({ current }) => current ?? [])
  if (released.length > 0) await unique.release(run, released)
}

async function save(
  run: Run,
  { plan: { changes }, state: { resources }, desired }: PreparedPlan,
  collection: Collection,
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
  { plan: { changes }, state: { resources } }: PreparedPlan,
  collection: Collection,
): Promise<void> {
  const ids = new Set(
    changes.filter((change) => change.collection === collection && change.action === 'delete').map(({ id }) => id),
  )
  const items = resources[collection].filter(({ id }) => ids.has(id))
  if (items.length > 0) await KINDS[collection].remove(run, items)
}

/** Saves the keys of new, changed and adopted resources, and their source. */
async function saveKeys(
  tx: Tx,
  { ids }: Run,
  { plan: { changes, adopted }, options }: PreparedPlan,
  collection: Collection,
): Promise<void> {
  const saved = changes.filter(({ action }) => action !== 'delete')
  const keys = new Set([...saved, ...adopted].filter((one) => one.collection === collection).map(({ key }) => key))
  const source = toOwner(options)
  await saveOrigins(
    tx,
    KINDS[collection].table,
    [...keys].map((key) => ({ id: ids[collection].get(key)!, origin: { key, source } })),
  )
}

async function logApply(work: Work, { plan, options: { source, release } }: PreparedPlan): Promise<void> {
  if (plan.changes.length + plan.adopted.length === 0) return
  const counts = Object.entries({
    ...countActions(plan),
    [release ? 'released' : 'adopted']: plan.adopted.length,
  })
  await work.logAudit({
    action: 'configuration.applied',
    resourceType: 'project',
    resourceId: work.projectId,
    changes: { source: { to: source }, ...Object.fromEntries(counts.map(([name, count]) => [name, { to: count }])) },
  })
}
