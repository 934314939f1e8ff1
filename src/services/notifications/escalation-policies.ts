/** Escalation policies: creation, changes and deletion. */
import { type AuditAction, compareFields } from '../../core/accounts/audit.ts'
import {
  type EscalationPolicy,
  type EscalationStep,
  findStepIssue,
  MAX_POLICIES,
} from '../../core/notifications/escalation-policy.ts'
import { createInvalid, type Issue, Problem } from '../../core/platform/errors.ts'
import { filterTargetIds } from '../../store/monitors/monitor-targets.ts'
import { incrementRevision } from '../../store/monitors/monitors.ts'
import {
  deletePolicy,
  insertPolicy,
  listPolicies,
  listPolicyUsers,
  type PolicyUser,
  savePolicy,
} from '../../store/notifications/escalation-policies.ts'
import { filterScheduleIds } from '../../store/on-call/on-call-schedules.ts'
import type { Reader, Tx } from '../../store/platform/store.ts'
import { logAudit } from '../platform/audit.ts'
import type { Context } from '../platform/context.ts'
import { lockProject } from '../platform/project-references.ts'
import type { MonitorScope } from '../platform/scope.ts'

export type PolicyDraft = Pick<EscalationPolicy, 'name' | 'steps' | 'repeatCount' | 'repeatAfterMinutes'>

/** @throws Problem RESOURCE_NOT_FOUND */
export async function getPolicy(db: Reader, projectId: string, id: string): Promise<EscalationPolicy> {
  const policy = (await listPolicies(db, projectId)).find((one) => one.id === id)
  if (!policy) throw new Problem('RESOURCE_NOT_FOUND', `Escalation policy ${id} does not exist in this project`)
  return policy
}

/** @throws Problem VALIDATION_ERROR */
export async function createPolicy(
  context: Context,
  { actor, projectId }: MonitorScope,
  draft: PolicyDraft,
): Promise<EscalationPolicy> {
  const { organizationId } = actor
  const at = context.now()
  const policy = { id: context.newId(), organizationId, projectId, ...draft, createdAt: at, updatedAt: at }
  return context.store.transact(async (tx) => {
    await lockProject(tx, projectId)
    if ((await listPolicies(tx, projectId)).length >= MAX_POLICIES)
      throw createInvalid({ field: 'name', message: `exceeds ${MAX_POLICIES} escalation policies of a project` })
    await checkSteps(tx, projectId, policy.steps, [])
    await insertPolicy(tx, policy)
    await logPolicy(tx, context, { actor, projectId }, 'created', null, policy)
    return policy
  })
}

/**
 * Changes a policy. Escalations in progress continue with the new steps.
 *
 * @throws Problem RESOURCE_NOT_FOUND, VALIDATION_ERROR
 */
export async function updatePolicy(
  context: Context,
  scope: MonitorScope,
  id: string,
  change: Partial<PolicyDraft>,
): Promise<EscalationPolicy> {
  return context.store.transact(async (tx) => {
    await lockProject(tx, scope.projectId)
    const before = await getPolicy(tx, scope.projectId, id)
    const after = { ...before, ...change, updatedAt: context.now() }
    if (change.steps) await checkSteps(tx, scope.projectId, change.steps, before.steps)
    if (!(await logPolicy(tx, context, scope, 'updated', before, after))) return before
    await savePolicy(tx, after)
    return after
  })
}

/**
 * Deletes a policy that nothing uses. Its escalations in progress end.
 *
 * @throws Problem RESOURCE_NOT_FOUND; CONFLICT while a monitor, a group or the project uses it
 */
export async function removePolicy(context: Context, scope: MonitorScope, id: string): Promise<void> {
  await context.store.transact(async (tx) => {
    await incrementRevision(tx) // no monitor is changed from here on
    await lockProject(tx, scope.projectId)
    const policy = await getPolicy(tx, scope.projectId, id)
    const users = await listPolicyUsers(tx, id)
    if (users.length > 0) throw toInUse(policy.name, users)
    await deletePolicy(tx, id)
    await logPolicy(tx, context, scope, 'deleted', policy, null)
  })
}

/** Removes a deleted target from the steps of all policies of a locked project. A step may then notify no recipient. */
export const removeTargetFromPolicies = (
  tx: Tx,
  context: Context,
  scope: MonitorScope,
  targetId: string,
): Promise<void> =>
  changeSteps(tx, context, scope, (step) => ({ ...step, targetIds: step.targetIds.filter((id) => id !== targetId) }))

/** Does the same for a deleted on-call schedule. */
export const removeScheduleFromPolicies = (
  tx: Tx,
  context: Context,
  scope: MonitorScope,
  scheduleId: string,
): Promise<void> =>
  changeSteps(tx, context, scope, (step) => ({
    ...step,
    scheduleIds: step.scheduleIds.filter((id) => id !== scheduleId),
  }))

async function changeSteps(
  tx: Tx,
  context: Context,
  scope: MonitorScope,
  change: (step: EscalationStep) => EscalationStep,
): Promise<void> {
  for (const policy of await listPolicies(tx, scope.projectId)) {
    const after = { ...policy, steps: policy.steps.map(change), updatedAt: context.now() }
    if (await logPolicy(tx, context, scope, 'updated', policy, after)) await savePolicy(tx, after)
  }
}

/**
 * Returns the issues that need no database.
 *
 * @param before steps that may stay without a recipient
 */
export function findStepIssues(steps: readonly EscalationStep[], before: readonly EscalationStep[]): Issue[] {
  const isEmpty = (step: EscalationStep | undefined) => step?.targetIds.length === 0 && step.scheduleIds.length === 0
  const message = 'must name a notification target, unless the step names an on-call schedule'
  const empty = steps.flatMap((step, index) =>
    isEmpty(step) && !isEmpty(before[index]) ? [{ field: `steps.${index}.target_ids`, message }] : [],
  )
  const issue = findStepIssue(steps)
  return issue ? [...empty, issue] : empty
}

/** @param before steps whose recipients need no validation, because a client sends them back */
async function checkSteps(
  tx: Tx,
  projectId: string,
  steps: readonly EscalationStep[],
  before: readonly EscalationStep[],
): Promise<void> {
  const targets = steps.flatMap(({ targetIds }) => targetIds)
  const schedules = steps.flatMap(({ scheduleIds }) => scheduleIds)
  const existing = new Set([
    ...before.flatMap(({ targetIds, scheduleIds }) => [...targetIds, ...scheduleIds]),
    ...(await filterTargetIds(tx, projectId, [...new Set(targets)])),
    ...(await filterScheduleIds(tx, projectId, [...new Set(schedules)])),
  ])
  const issues = steps.flatMap(({ targetIds, scheduleIds }, index): Issue[] => {
    const toIssue = (field: string, message: string): Issue => ({ field: `steps.${index}.${field}`, message })
    const target = targetIds.find((id) => !existing.has(id))
    const schedule = scheduleIds.find((id) => !existing.has(id))
    return [
      ...(target ? [toIssue('target_ids', `notification target ${target} does not exist`)] : []),
      ...(schedule ? [toIssue('schedule_ids', `on-call schedule ${schedule} does not exist`)] : []),
    ]
  })
  issues.push(...findStepIssues(steps, before))
  if (issues.length > 0) throw createInvalid(issues)
}

/** Maximum number of names in a refusal. */
const NAMES_SHOWN = 10

function toInUse(name: string, users: readonly PolicyUser[]): Problem {
  const shown = users.slice(0, NAMES_SHOWN)
  const rest = users.length - shown.length
  const list = shown.map((user) => (user.kind === 'project' ? 'the project' : `the ${user.kind} ${user.name}`))
  const message = `The escalation policy ${name} is used by ${list.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
  return new Problem('CONFLICT', message, { user_count: users.length, users: shown })
}

/** @returns whether anything changed */
async function logPolicy(
  tx: Tx,
  context: Context,
  { actor }: MonitorScope,
  verb: 'created' | 'updated' | 'deleted',
  before: EscalationPolicy | null,
  after: EscalationPolicy | null,
): Promise<boolean> {
  const changes = compareFields(before ? toPolicyFields(before) : {}, after ? toPolicyFields(after) : {})
  if (Object.keys(changes).length === 0) return false
  const action: AuditAction = `escalation_policy.${verb}`
  await logAudit(tx, context, actor, {
    action,
    resourceType: 'escalation_policy',
    resourceId: (after ?? before)!.id,
    changes,
  })
  return true
}

/** Returns a policy with the field names of the API. */
export const toPolicyFields = ({ name, steps, repeatCount, repeatAfterMinutes }: PolicyDraft) => ({
  name,
  steps: steps.map(({ afterMinutes, targetIds, scheduleIds }) => ({
    after_minutes: afterMinutes,
    target_ids: targetIds,
    schedule_ids: scheduleIds,
  })),
  repeat_count: repeatCount,
  repeat_after_minutes: repeatAfterMinutes,
})
