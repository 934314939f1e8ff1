/** Validation of new and changed monitors, in the order in which errors are reported. */
import { isDeepStrictEqual } from 'node:util'
import { findTimeoutIssue, type MonitorChange, type MonitorConfig } from '../../core/monitors/monitor-change.ts'
import { checkActiveLimit, checkPlan } from '../../core/monitors/plan-check.ts'
import type { EgressPolicy } from '../../core/platform/egress.ts'
import { createInvalid, type Issue, Problem } from '../../core/platform/errors.ts'
import { toApiName } from '../../core/platform/field-name.ts'
import { HTTP_PROPERTIES } from '../../probers/http-settings.ts'
import { findProber } from '../../probers/index.ts'
import { findGroup } from '../../store/monitors/groups.ts'
import { filterTargetIds } from '../../store/monitors/monitor-targets.ts'
import { countActive } from '../../store/monitors/monitors.ts'
import type { Reader } from '../../store/platform/store.ts'
import { listAutomaticCodes, listRegions } from '../../store/probes/regions.ts'
import { findRegisteredDomain } from '../expiry/registered-domain.ts'
import type { MonitorScope } from '../platform/scope.ts'
import { getPlanLimits, type MonitorContext } from './monitor-context.ts'
import { checkDependencies } from './monitor-dependencies.ts'

/** A request and the resulting monitor. */
interface Proposal {
  /** Null at creation. */
  before: (MonitorConfig & { key: number }) | null
  change: MonitorChange
  after: MonitorConfig
}

/**
 * Checks the configuration first, then the limits of the plan.
 *
 * @throws Problem
 */
export async function checkProposal(
  db: Reader,
  context: MonitorContext,
  scope: MonitorScope,
  proposal: Proposal,
): Promise<void> {
  const issues = [...findConfigIssues(context.egress, proposal), ...(await findReferenceIssues(db, scope, proposal))]
  if (issues.length > 0) throw createInvalid(issues)
  await checkDependencies(db, scope, proposal)
  const refusal = checkPlan(getPlanLimits(context, scope), proposal.before, proposal.after)
  if (refusal) throw refusal
  await checkRegions(db, context, proposal)
  await checkPings(db, context, proposal)
  checkDomain(proposal)
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
  issues.push(findSettingsIssue(egress, before, after), findTimeoutIssue(change, after))
  return issues.filter((issue) => issue !== null)
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
  if (refusal === null) return null
  // A keyword monitor has the HTTP settings in addition to its own
  const section = type === 'KEYWORD' && refusal.key in HTTP_PROPERTIES ? 'http' : type.toLowerCase()
  return { field: `${section}_config.${toApiName(refusal.key)}`, message: refusal.message }
}

async function findReferenceIssues(
  db: Reader,
  { projectId }: MonitorScope,
  { before, change }: Proposal,
): Promise<Issue[]> {
  const issues: Issue[] = []
  if (change.groupId && change.groupId !== before?.groupId && !(await findGroup(db, projectId, change.groupId)))
    issues.push({ field: 'group_id', message: `group ${change.groupId} does not exist` })
  const known = await filterTargetIds(db, projectId, change.notificationTargetIds ?? [])
  const unknown = change.notificationTargetIds?.find((id) => !known.has(id))
  if (unknown !== undefined)
    issues.push({ field: 'notification_target_ids', message: `notification target ${unknown} does not exist` })
  return issues
}

/** @throws Problem INVALID_REGIONS; regions that are already pinned may stay without an active probe */
async function checkRegions(db: Reader, context: MonitorContext, { before, after }: Proposal): Promise<void> {
  const added = after.regions.filter((code) => !before?.regions.includes(code))
  if (added.length === 0) return
  const active = new Set((await context.activeRegions()).map(({ code }) => code))
  const usable = (await listRegions(db)).map(({ code }) => code).filter((code) => active.has(code))
  const wrong = added.filter((code) => !usable.includes(code))
  if (wrong.length === 0) return
  throw new Problem('INVALID_REGIONS', `No active probe in: ${wrong.join(', ')}`, {
    field: 'monitoring_regions',
    regions: wrong,
    available: usable,
  })
}

/**
 * Refuses ICMP monitors when no active probe of their regions can send pings. A probe needs an OS permission for pings,
 * and an error now is better than failing results. Regions without an active probe are ignored.
 *
 * @throws Problem VALIDATION_ERROR
 */
async function checkPings(db: Reader, context: MonitorContext, { before, after }: Proposal): Promise<void> {
  if (after.type !== 'ICMP' || (before && isDeepStrictEqual(before.regions, after.regions))) return
  const isChecking = await loadRegionFilter(db, after)
  const active = (await context.activeRegions()).filter(({ code }) => isChecking(code))
  if (active.length === 0 || active.some(({ capabilities }) => capabilities.icmp)) return
  const where = active.map(({ code }) => code).join(', ')
  const fix = 'extend the sysctl net.ipv4.ping_group_range on its machine, or grant it CAP_NET_RAW'
  throw createInvalid({ field: 'type', message: `cannot be ICMP: no probe in ${where} can send pings; ${fix}` })
}

/** Returns a filter for the regions that check a monitor: its pinned regions, otherwise the default regions. */
async function loadRegionFilter(db: Reader, { regions }: MonitorConfig): Promise<(code: string) => boolean> {
  const codes = regions.length > 0 ? regions : listAutomaticCodes(await listRegions(db))
  return (code) => codes.includes(code)
}

/**
 * Refuses domain monitoring of a target without a registered domain. The target is validated only when the request
 * changes the target, the type or the domain settings, because the suffix list may have changed since.
 */
function checkDomain({ change, after }: Proposal): void {
  const isTouched = change.domainMonitoring ?? change.target ?? change.type
  if (isTouched === undefined || !after.domainMonitoring?.enabled || findRegisteredDomain(after.target) !== null) return
  const what = after.type === 'HEARTBEAT' ? 'a heartbeat' : `the target ${after.target}`
  throw createInvalid({ field: 'domain_monitoring', message: `${what} is not under a publicly registered domain` })
}
