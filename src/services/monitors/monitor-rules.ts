/** Validation of new and changed monitors, in the order in which errors are reported. */

import { isDeepStrictEqual } from 'node:util'
import type { PlanLimits } from '../../core/accounts/plan.ts'
import { findTimeoutIssue, type MonitorChange, type MonitorConfig } from '../../core/monitors/monitor-change.ts'
import { checkActiveLimit, checkPlan } from '../../core/monitors/plan-check.ts'
import type { Variable } from '../../core/monitors/variable.ts'
import type { EgressPolicy } from '../../core/platform/egress.ts'
import { createInvalid, type Issue, listIssues, Problem } from '../../core/platform/errors.ts'
import { refuseWebUrl } from '../../core/platform/text/plain-text.ts'
import { findProber } from '../../probers/index.ts'
import { findGroupIds } from '../../store/monitors/groups.ts'
import { filterTargetIds } from '../../store/monitors/monitor-targets.ts'
import { countActive } from '../../store/monitors/monitors.ts'
import { listVariables } from '../../store/monitors/variables.ts'
import { filterPolicyIds } from '../../store/notifications/escalation-policies.ts'
import type { Reader } from '../../store/platform/store.ts'
import { listAutomaticCodes, listRegions, type Region } from '../../store/probes/regions.ts'
import { findRegisteredDomain } from '../expiry/domains.ts'
import type { MonitorScope } from '../platform/context.ts'
import { convertInTurns } from '../platform/limits/large-work.ts'
import { type ActiveRegion, getPlanLimits, type MonitorContext } from './monitor-context.ts'
import { findDependencyProblems } from './monitor-dependencies.ts'
import { findTextIssues, hasReferences, toSettingField } from './variable-rules.ts'

/** A request and the resulting monitor. */
export interface Proposal {
  /** Null at creation. */
  before: (MonitorConfig & { key: number }) | null
  change: MonitorChange
  after: MonitorConfig
}

/** @throws Problem */
export async function checkProposal(
  db: Reader,
  context: MonitorContext,
  scope: MonitorScope,
  proposal: Proposal,
): Promise<void> {
  const [problem] = (await findProblems(db, context, scope, [proposal])).values()
  if (problem) throw problem
}

/**
 * Finds the proposals that are refused. The configuration comes first, then the dependencies, then the limits of the
 * plan. The number of queries does not depend on the number of proposals.
 *
 * @param proposals changes that are applied together
 */
export async function findProblems(
  db: Reader,
  context: MonitorContext,
  scope: MonitorScope,
  proposals: readonly Proposal[],
): Promise<Map<Proposal, Problem>> {
  const facts = await loadFacts(db, context, scope, proposals)
  const problems = new Map<Proposal, Problem>()
  const valid: Proposal[] = []
  await convertInTurns(proposals, (proposal) => {
    const issues = [
      ...findConfigIssues(context.egress, proposal),
      ...findReferenceIssues(facts, proposal),
      ...findVariableIssues(facts, proposal),
    ]
    if (issues.length > 0) problems.set(proposal, createInvalid(issues))
    else valid.push(proposal)
  })
  const limited = new Map(
    await convertInTurns(valid, (proposal) => [proposal, findLimitProblem(facts, proposal)] as const),
  )
  // The dependencies of a refused monitor do not change, so they count for no other monitor
  for (const isRefused of [false, true]) {
    const some = valid.filter((proposal) => (limited.get(proposal) !== null) === isRefused)
    for (const [proposal, problem] of await findDependencyProblems(db, scope, some)) problems.set(proposal, problem)
  }
  for (const [proposal, problem] of limited) if (problem && !problems.has(proposal)) problems.set(proposal, problem)
  return problems
}

/** Returns the issues that need no database: target, settings, timeout, addresses and domain. */
export const findStatelessIssues = (egress: EgressPolicy, proposal: Proposal): Issue[] => [
  ...findConfigIssues(egress, proposal),
  ...[findDomainProblem(proposal)].flatMap((problem) => (problem ? listIssues(problem) : [])),
]

const findLimitProblem = (facts: Facts, proposal: Proposal): Problem | null =>
  checkPlan(facts.limits, proposal.before, proposal.after) ??
  findRegionProblem(facts, proposal) ??
  findPingProblem(facts, proposal) ??
  findDomainProblem(proposal)

/** Facts of the plan, the database and the probes that decide about proposals. */
interface Facts {
  limits: PlanLimits
  groupIds: ReadonlySet<string>
  targetIds: ReadonlySet<string>
  policyIds: ReadonlySet<string>
  /** Empty when no proposal refers to them. */
  variables: readonly Variable[]
  /** Empty when no proposal needs them. */
  regions: readonly Region[]
  active: readonly ActiveRegion[]
}

async function loadFacts(
  db: Reader,
  context: MonitorContext,
  scope: MonitorScope,
  proposals: readonly Proposal[],
): Promise<Facts> {
  const idsOf = (list: (change: MonitorChange) => readonly string[]) => [
    ...new Set(proposals.flatMap(({ change }) => list(change))),
  ]
  const needsRegions = proposals.some((proposal) => listAddedRegions(proposal).length > 0 || isPingChange(proposal))
  return {
    limits: getPlanLimits(context, scope),
    groupIds: await findGroupIds(
      db,
      scope.projectId,
      idsOf(({ groupId }) => (groupId ? [groupId] : [])),
    ),
    targetIds: await filterTargetIds(
      db,
      scope.projectId,
      idsOf((change) => change.notificationTargetIds ?? []),
    ),
    policyIds: await filterPolicyIds(
      db,
      scope.projectId,
      idsOf(({ escalationPolicyId }) => (escalationPolicyId ? [escalationPolicyId] : [])),
    ),
    variables: proposals.some(needsVariables) ? await listVariables(db, scope.projectId) : [],
    regions: needsRegions ? await listRegions(db) : [],
    active: needsRegions ? await context.activeRegions() : [],
  }
}

/** @throws Problem MONITOR_LIMIT_REACHED when the monitor becomes active and the plan is full */
export async function checkActive(
  db: Reader,
  context: MonitorContext,
  scope: MonitorScope,
  { before, after }: Pick<Proposal, 'before' | 'after'>,
): Promise<void> {
  if (after.status !== 'active' || before?.status === 'active') return
  const active = await countActive(db, scope.actor.organizationId)
  const refusal = checkActiveLimit(getPlanLimits(context, scope), active)
  if (refusal) throw refusal
}

function findConfigIssues(egress: EgressPolicy, { before, change, after }: Proposal): Issue[] {
  const issues: (Issue | null)[] = []
  if (before && change.type !== undefined && change.type !== before.type)
    issues.push({ field: 'type', message: `is ${before.type} and cannot be changed` })
  if (change.target !== undefined && change.target !== before?.target)
    issues.push(findTargetIssue(egress, before, after))
  issues.push(findSettingsIssue(egress, before, after), findTimeoutIssue(change, after), findRunbookIssue(change))
  return issues.filter((issue) => issue !== null)
}

function findRunbookIssue({ runbookUrl }: MonitorChange): Issue | null {
  const reason = runbookUrl ? refuseWebUrl(runbookUrl, 'https://wiki.example.com/shop') : null
  return reason === null ? null : { field: 'runbook_url', message: reason }
}

function findTargetIssue(
  egress: EgressPolicy,
  before: MonitorConfig | null,
  { type, target }: MonitorConfig,
): Issue | null {
  // The server generated the token, and jobs already use it
  if (type === 'HEARTBEAT') return before && { field: 'target', message: `is ${before.target} and cannot be changed` }
  const reason = findProber(type)?.refuseTarget(target, egress) ?? null
  return reason === null ? null : { field: 'target', message: reason }
}

/**
 * Validates the settings. They are validated only when the request changes the target or the settings, because the
 * egress policy may have changed since.
 */
function findSettingsIssue(
  egress: EgressPolicy,
  before: MonitorConfig | null,
  { type, target, settings }: MonitorConfig,
): Issue | null {
  if (type === 'HEARTBEAT' || (before?.target === target && isDeepStrictEqual(before.settings, settings))) return null
  const refusal = findProber(type)?.refuseSettings?.(settings, target, egress) ?? null
  return refusal && { field: toSettingField(type, refusal.key), message: refusal.message }
}

function findReferenceIssues({ groupIds, targetIds, policyIds }: Facts, { before, change }: Proposal): Issue[] {
  const issues: Issue[] = []
  if (change.groupId && change.groupId !== before?.groupId && !groupIds.has(change.groupId))
    issues.push({ field: 'group_id', message: `group ${change.groupId} does not exist` })
  const unknown = change.notificationTargetIds?.find((id) => !targetIds.has(id))
  if (unknown !== undefined)
    issues.push({ field: 'notification_target_ids', message: `notification target ${unknown} does not exist` })
  const policyId = change.escalationPolicyId
  if (policyId && policyId !== before?.escalationPolicyId && !policyIds.has(policyId))
    issues.push({ field: 'escalation_policy_id', message: `escalation policy ${policyId} does not exist` })
  return issues
}

/** Unchanged settings need no variables: the value of a variable is validated when it changes. */
const needsVariables = ({ before, after }: Proposal): boolean =>
  hasReferences(after.settings) && !isDeepStrictEqual(before?.settings, after.settings)

const findVariableIssues = ({ variables }: Facts, proposal: Proposal): Issue[] =>
  needsVariables(proposal) ? findTextIssues(proposal.after, variables) : []

const listAddedRegions = ({ before, after }: Proposal): string[] =>
  after.regions.filter((code) => !before?.regions.includes(code))

/** Returns INVALID_REGIONS; regions that are already pinned may stay without an active probe. */
function findRegionProblem({ regions, active }: Facts, proposal: Proposal): Problem | null {
  const added = listAddedRegions(proposal)
  if (added.length === 0) return null
  const activeCodes = new Set(active.map(({ code }) => code))
  const usable = regions.map(({ code }) => code).filter((code) => activeCodes.has(code))
  const wrong = added.filter((code) => !usable.includes(code))
  if (wrong.length === 0) return null
  return new Problem('INVALID_REGIONS', `No active probe in: ${wrong.join(', ')}`, {
    field: 'monitoring_regions',
    regions: wrong,
    available: usable,
  })
}

const isPingChange = ({ before, after }: Proposal): boolean =>
  after.type === 'ICMP' && !(before && isDeepStrictEqual(before.regions, after.regions))

/**
 * Refuses ICMP monitors when no active probe of their regions can send pings. A probe needs an OS permission for pings,
 * and an error now is better than failing results. Regions without an active probe are ignored.
 */
function findPingProblem({ regions, active }: Facts, proposal: Proposal): Problem | null {
  if (!isPingChange(proposal)) return null
  const pinned = proposal.after.regions
  const codes = pinned.length > 0 ? pinned : listAutomaticCodes(regions)
  const checking = active.filter(({ code }) => codes.includes(code))
  if (checking.length === 0 || checking.some(({ capabilities }) => capabilities.icmp)) return null
  const where = checking.map(({ code }) => code).join(', ')
  const fix = 'extend the sysctl net.ipv4.ping_group_range on its machine, or grant it CAP_NET_RAW'
  return createInvalid({ field: 'type', message: `cannot be ICMP: no probe in ${where} can send pings; ${fix}` })
}

/**
 * Refuses domain monitoring of a target without a registered domain. The target is validated only when the request
 * changes the target, the type or the domain settings, because the suffix list may have changed since.
 */
function findDomainProblem({ change, after }: Proposal): Problem | null {
  const isTouched = change.domainMonitoring ?? change.target ?? change.type
  if (isTouched === undefined || !after.domainMonitoring?.enabled || findRegisteredDomain(after.target) !== null)
    return null
  const what = after.type === 'HEARTBEAT' ? 'a heartbeat' : `the target ${after.target}`
  return createInvalid({ field: 'domain_monitoring', message: `${what} is not under a publicly registered domain` })
}
