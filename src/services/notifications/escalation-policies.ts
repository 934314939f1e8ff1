/**
 * Escalation policies: creation, changes and deletion.
 *
 * Deletion of on-call schedules. Escalation policies combine them with notification targets, so they lose them here.
 */
import {
  type EscalationPolicy,
  type EscalationStep,
  findStepIssue,
  MAX_POLICIES,
  POLICY,
  type PolicyDraft,
} from '../../core/notifications/escalation-policy.ts'
import { SCHEDULE } from '../../core/on-call/schedule.ts'
import { createInvalid, type Issue, Problem } from '../../core/platform/errors.ts'
import { requireFound } from '../../core/platform/fields/resource.ts'
import { filterMemberUserIds } from '../../store/accounts/members.ts'
import { lockOrganization } from '../../store/accounts/organizations.ts'
import { listProjectIds } from '../../store/accounts/projects.ts'
import { filterTargetIds } from '../../store/monitors/monitor-targets.ts'
import { incrementRevision } from '../../store/monitors/monitors.ts'
import {
  deletePolicy,
  findPolicy,
  insertPolicy,
  listPolicies,
  listPolicyUsers,
  type PolicyUser,
  savePolicy,
} from '../../store/notifications/escalation-policies.ts'
import { deleteSchedule, filterScheduleIds } from '../../store/on-call/on-call-schedules.ts'
import type { Reader } from '../../store/platform/store.ts'
import { requireSchedule } from '../on-call/on-call-schedules.ts'
import type { Context, MonitorScope } from '../platform/context.ts'
import { lockProject } from '../platform/project-references.ts'
import { createOwned, type OrganizationWork, transact, type Work } from '../platform/work.ts'

/** @throws Problem RESOURCE_NOT_FOUND */
export const getPolicy = async (db: Reader, projectId: string, id: string): Promise<EscalationPolicy> =>
  requireFound(await findPolicy(db, projectId, id), POLICY, id)

/** @throws Problem VALIDATION_ERROR */
export const createPolicy = (context: Context, scope: MonitorScope, draft: PolicyDraft): Promise<EscalationPolicy> =>
  transact(context, scope, async (work) => {
    const { tx, actor, projectId } = work
    await lockOrganization(tx, actor.organizationId) // before the project: no member is removed until the policy is stored
    await lockProject(tx, projectId)
    if ((await listPolicies(tx, projectId)).length >= MAX_POLICIES)
      throw createInvalid({ field: 'name', message: `exceeds ${MAX_POLICIES} escalation policies of a project` })
    await checkSteps(work, draft.steps, [])
    const policy = { ...createOwned(work), ...draft }
    await insertPolicy(tx, policy)
    await work.audit(POLICY, null, policy)
    return policy
  })

/**
 * Changes a policy. Escalations in progress continue with the new steps.
 *
 * @throws Problem RESOURCE_NOT_FOUND, VALIDATION_ERROR
 */
export const updatePolicy = (
  context: Context,
  scope: MonitorScope,
  id: string,
  change: Partial<PolicyDraft>,
): Promise<EscalationPolicy> =>
  transact(context, scope, async (work) => {
    const { tx, actor, projectId } = work
    await lockOrganization(tx, actor.organizationId)
    await lockProject(tx, projectId)
    const before = await getPolicy(tx, projectId, id)
    if (change.steps) await checkSteps(work, change.steps, before.steps)
    return saveChange(work, before, { ...before, ...change })
  })

async function saveChange(work: Work, before: EscalationPolicy, after: EscalationPolicy): Promise<EscalationPolicy> {
  if (!(await work.audit(POLICY, before, after))) return before
  const changed = { ...after, updatedAt: work.at }
  await savePolicy(work.tx, changed)
  return changed
}

/**
 * Deletes a policy that nothing uses. Its escalations in progress end.
 *
 * @throws Problem RESOURCE_NOT_FOUND; CONFLICT while a monitor, a group or the project uses it
 */
export const removePolicy = (context: Context, scope: MonitorScope, id: string): Promise<void> =>
  transact(context, scope, async (work) => {
    const { tx, projectId } = work
    await incrementRevision(tx) // no monitor is changed from here on
    await lockProject(tx, projectId)
    const policy = await getPolicy(tx, projectId, id)
    const users = await listPolicyUsers(tx, id)
    if (users.length > 0) throw toInUse(policy.name, users)
    await deletePolicy(tx, id)
    await work.audit(POLICY, policy, null)
  })

/** Lists of recipients of a step. */
const RECIPIENTS = ['targetIds', 'scheduleIds', 'userIds'] as const

/**
 * Removes a deleted target, a deleted on-call schedule or a former member from the steps of all policies of a locked
 * project. A step may then notify no recipient.
 */
export async function removeFromPolicies(
  work: Work,
  field: (typeof RECIPIENTS)[number],
  removedId: string,
): Promise<void> {
  for (const policy of await listPolicies(work.tx, work.projectId)) {
    const steps = policy.steps.map((step) => ({ ...step, [field]: step[field].filter((id) => id !== removedId) }))
    await saveChange(work, policy, { ...policy, steps })
  }
}

/** Removes a former member from the steps of all policies. The caller has locked the members of the organization. */
export async function removeUserFromPolicies(work: OrganizationWork, userId: string): Promise<void> {
  for (const projectId of await listProjectIds(work.tx, work.actor.organizationId)) {
    const policies = await listPolicies(work.tx, projectId)
    if (!policies.some(({ steps }) => steps.some(({ userIds }) => userIds.includes(userId)))) continue
    await lockProject(work.tx, projectId)
    await removeFromPolicies({ ...work, projectId }, 'userIds', userId)
  }
}

/**
 * Returns the issues that need no database.
 *
 * @param before steps that may stay without a recipient
 */
export function findStepIssues(steps: readonly EscalationStep[], before: readonly EscalationStep[]): Issue[] {
  const isEmpty = (step: EscalationStep | undefined) => step && RECIPIENTS.every((field) => step[field].length === 0)
  const message = 'must name a notification target, unless the step names an on-call schedule or a user'
  const empty = steps.flatMap((step, index) =>
    isEmpty(step) && !isEmpty(before[index]) ? [{ field: `steps.${index}.target_ids`, message }] : [],
  )
  const issue = findStepIssue(steps)
  return issue ? [...empty, issue] : empty
}

/** @param before steps whose recipients need no validation, because a client sends them back */
async function checkSteps(
  { tx, actor, projectId }: Work,
  steps: readonly EscalationStep[],
  before: readonly EscalationStep[],
): Promise<void> {
  const listIds = (field: (typeof RECIPIENTS)[number]) => [...new Set(steps.flatMap((step) => step[field]))]
  const existing = new Set([
    ...before.flatMap((step) => RECIPIENTS.flatMap((field) => step[field])),
    ...(await filterTargetIds(tx, projectId, listIds('targetIds'))),
    ...(await filterScheduleIds(tx, projectId, listIds('scheduleIds'))),
    ...(await filterMemberUserIds(tx, actor.organizationId, listIds('userIds'))),
  ])
  const issues = steps.flatMap(({ targetIds, scheduleIds, userIds }, index): Issue[] => {
    const findMissing = (field: string, ids: readonly string[], describe: (id: string) => string): Issue[] => {
      const missing = ids.find((id) => !existing.has(id))
      return missing ? [{ field: `steps.${index}.${field}`, message: describe(missing) }] : []
    }
    return [
      ...findMissing('target_ids', targetIds, (id) => `notification target ${id} does not exist`),
      ...findMissing('schedule_ids', scheduleIds, (id) => `on-call schedule ${id} does not exist`),
      ...findMissing('user_ids', userIds, (id) => `${id} is not a member of the organization`),
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

/**
 * Deletes a schedule with its overrides. The steps of escalation policies drop it.
 *
 * @throws Problem RESOURCE_NOT_FOUND
 */
export const removeSchedule = (context: Context, scope: MonitorScope, id: string): Promise<void> =>
  transact(context, scope, async (work) => {
    const { tx, projectId } = work
    await lockProject(tx, projectId) // before the schedule, like changes of policies
    const schedule = await requireSchedule(tx, projectId, id)
    await deleteSchedule(tx, id)
    await removeFromPolicies(work, 'scheduleIds', id)
    await work.audit(SCHEDULE, schedule, null)
  })
