/** Prepares plans: compares the resources of a project with a configuration document. */
import { createHash } from 'node:crypto'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { AuditChanges } from '../../core/accounts/audit.ts'
import { POLICY } from '../../core/notifications/escalation-policy.ts'
import { SCHEDULE } from '../../core/on-call/schedule.ts'
import type { EgressPolicy } from '../../core/platform/egress.ts'
import { createInvalid, type Issue, listIssues, Problem } from '../../core/platform/errors.ts'
import { COLLECTIONS, type Collection, PROJECT, REFERENCE_FIELDS } from '../../core/provisioning/document.ts'
import {
  type ConfigurationPlan,
  findRefusedAdoptions,
  isLargeDeletion,
  joinPlans,
  type PlanOptions,
  planCollection,
  planProject,
} from '../../core/provisioning/plan.ts'
import { requireChangeRights } from '../../core/provisioning/rights.ts'
import type { Reader } from '../../store/platform/store.ts'
import type { MonitorScope } from '../platform/context.ts'
import { listRuleIssues, listUnresolved } from './document-rules.ts'
import { createPlacer } from './kind.ts'
import { type DesiredState, KINDS } from './kinds.ts'
import { renameVariablesIn, type TaggedMonitor } from './monitors.ts'
import { compareProject } from './project-settings.ts'
import { loadProjectState, type ProjectState } from './project-state.ts'
import { toKeyedUsers } from './simple-kinds.ts'

export interface PlanResult extends ConfigurationPlan {
  /** The same for every plan with the same changes. */
  fingerprint: string
  /** Whether the plan deletes a large part of the monitors. */
  needsConfirmation: boolean
}

/** A document to plan or apply. */
export interface PlanRequest {
  desired: DesiredState
  options: PlanOptions
}

/** A plan with the state of the project that it starts from. */
export interface PreparedPlan extends PlanRequest {
  plan: PlanResult
  state: ProjectState
  /** The described resources, with keys as references to users. */
  desired: DesiredState
}

/** @throws Problem VALIDATION_ERROR with all mistakes of the document; JWT_REQUIRED, INSUFFICIENT_PERMISSIONS for a change to which the actor has no right */
export async function preparePlan(
  db: Reader,
  scope: MonitorScope,
  { desired: given, options }: PlanRequest,
  egress: EgressPolicy,
): Promise<PreparedPlan> {
  const state = await loadProjectState(db, scope)
  const desired = {
    ...given,
    on_call_schedules: toKeyedUsers(SCHEDULE, given.on_call_schedules, state),
    escalation_policies: toKeyedUsers(POLICY, given.escalation_policies, state),
  }
  const unresolved = listUnresolved(desired, (collection) => state.keys[collection].values())
  const problems: Problem[] = []
  const plans: ConfigurationPlan[] = []
  const issues: Issue[] = []
  for (const collection of COLLECTIONS) {
    const names = new Map([...desired[collection]].map(([key, { name }]) => [key, name]))
    const known = { collection, current: state.resources[collection], keys: state.keys[collection], desired: names }
    const differences = await compareAll(collection, state, desired, problems)
    issues.push(...findRefusedAdoptions(known, differences, options))
    plans.push(planCollection(known, differences, options))
  }
  plans.push(planProject(state.project, compareProject(state.project, desired.project, state.keys)))
  const byId = new Map(COLLECTIONS.flatMap((name) => state.resources[name].map((one) => [one.id, one] as const)))
  const changed = joinPlans(plans).changes.flatMap(({ collection, key, id, action }) =>
    collection === PROJECT.collection || action === 'delete'
      ? []
      : [{ collection, key, current: id === null ? null : (byId.get(id) ?? null) }],
  )
  const mistakes = [
    ...desired.mistakes.issues,
    ...unresolved,
    ...problems.flatMap(listIssues),
    ...(await listRuleIssues(desired, changed, egress)),
  ]
  if (mistakes.length > 0) throw createInvalid(mistakes)
  if (issues.length > 0) {
    const { message, details } = createInvalid(issues)
    throw new Problem('CONFLICT', message, details)
  }
  const plan = joinPlans(plans)
  requireChangeRights(scope.actor, plan.changes)
  const fingerprint = computeFingerprint(plan, options)
  return {
    plan: { ...plan, fingerprint, needsConfirmation: isLargeDeletion(plan, state.resources.monitors.length) },
    state,
    desired,
    options,
  }
}

/** Resources that are compared between two yields to other requests: about ten milliseconds. */
const COMPARED = 100

/**
 * @param problems gets the problem of each resource that cannot be compared
 * @returns changed fields by key, under their names in the document
 */
async function compareAll(
  collection: Collection,
  { resources, keys }: ProjectState,
  desired: DesiredState,
  problems: Problem[],
): Promise<Map<string, AuditChanges>> {
  const current =
    collection === 'monitors'
      ? renameVariablesIn(resources.monitors as TaggedMonitor[], resources.variables, keys, desired)
      : resources[collection]
  const byKey = new Map(current.map((resource) => [keys[collection].get(resource.id)!, resource]))
  const differences = new Map<string, AuditChanges>()
  for (const [key, description] of desired[collection]) {
    const compare = async () => KINDS[collection].compare(byKey.get(key) ?? null, description, keys)
    const changes = await createPlacer(collection)(key, compare).catch((error) => {
      if (!(error instanceof Problem)) throw error
      problems.push(error)
      return {}
    })
    differences.set(key, renameFields(changes))
    if (differences.size % COMPARED === 0) await yieldToEventLoop()
  }
  return differences
}

const renameFields = (changes: AuditChanges): AuditChanges =>
  Object.fromEntries(Object.entries(changes).map(([field, change]) => [REFERENCE_FIELDS[field] ?? field, change]))

const computeFingerprint = ({ changes, adopted }: ConfigurationPlan, { source, prune, release }: PlanOptions): string =>
  createHash('sha256')
    .update(JSON.stringify([source, prune, release, changes, adopted]))
    .digest('base64url')
