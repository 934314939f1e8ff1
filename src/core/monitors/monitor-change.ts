/** Changes to a monitor by a request: defaults at creation, merging at an update, and validation of the result. */
import type { Issue, Problem } from '../platform/errors.ts'
import { checkEndTime, formatIsoTime, SECOND_MS, type UnixMs, YEAR_DAYS } from '../platform/time/time.ts'
import {
  type ConfiguredStatus,
  DEFAULT_FAILURE_THRESHOLD,
  DEFAULT_INTERVAL_SECONDS,
  DEFAULT_RECOVERY_THRESHOLD,
  DEFAULT_TIMEOUT_MS,
  type DomainMonitoring,
  type Monitor,
  type MonitorSettings,
  type MonitorType,
  type RuntimeStatus,
  type SslMonitoring,
  toTlsTerms,
} from './monitor.ts'

/** Complete configuration of a monitor. */
export interface MonitorConfig extends Omit<MonitorSettings, 'tags'> {
  type: MonitorType
  status: ConfiguredStatus
  /** See `Monitor`. */
  pausedUntil: number | null
}

/** Fields of a request. Absent fields stay unchanged. Lists, tags and `settings` are replaced as a whole. */
export interface MonitorChange extends Partial<Omit<MonitorSettings, 'sslMonitoring' | 'domainMonitoring'>> {
  type?: MonitorType
  status?: ConfiguredStatus
  /** End of a pause, Unix ms. A change of the status without an end removes the end. */
  pausedUntil?: number | null
  /** Null removes the settings. */
  sslMonitoring?: Partial<SslMonitoring> | null
  /** Null removes the settings. */
  domainMonitoring?: Partial<DomainMonitoring> | null
}

/**
 * Fields that are required to create a monitor. Absent notification targets mean the default targets of the project.
 */
export type MonitorDraft = MonitorChange & Required<Pick<MonitorChange, 'type' | 'name' | 'target' | 'settings'>>

/** Default days before an expiry at which recipients are warned. */
export const DEFAULT_WARNING_DAYS: readonly number[] = [30, 14, 7, 1]

const createDefaultSsl = (): SslMonitoring => ({
  enabled: true,
  checkExpiry: true,
  checkValidity: true,
  expiryWarningDays: [...DEFAULT_WARNING_DAYS],
  ignoreSelfSigned: false,
})

const createDefaultDomain = (): DomainMonitoring => ({ enabled: true, expiryWarningDays: [...DEFAULT_WARNING_DAYS] })

/**
 * Fills in the defaults of a draft.
 *
 * @param defaultTargetIds notification targets of a draft that contains none
 */
export function toConfigFromDraft(draft: MonitorDraft, defaultTargetIds: string[]): MonitorConfig {
  return {
    type: draft.type,
    name: draft.name,
    target: draft.target,
    settings: draft.settings,
    status: draft.status ?? 'active',
    pausedUntil: null,
    intervalSeconds: draft.intervalSeconds ?? DEFAULT_INTERVAL_SECONDS,
    timeoutMs: draft.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    failureThreshold: draft.failureThreshold ?? DEFAULT_FAILURE_THRESHOLD,
    recoveryThreshold: draft.recoveryThreshold ?? DEFAULT_RECOVERY_THRESHOLD,
    reminderIntervalMinutes: draft.reminderIntervalMinutes ?? 0,
    regions: draft.regions ?? [],
    groupId: draft.groupId ?? null,
    notificationTargetIds: draft.notificationTargetIds ?? defaultTargetIds,
    dependsOnMonitorIds: draft.dependsOnMonitorIds ?? [],
    sslMonitoring: draft.sslMonitoring ? { ...createDefaultSsl(), ...draft.sslMonitoring } : null,
    domainMonitoring: draft.domainMonitoring ? { ...createDefaultDomain(), ...draft.domainMonitoring } : null,
    notes: draft.notes ?? null,
    runbookUrl: draft.runbookUrl ?? null,
    escalationPolicyId: draft.escalationPolicyId ?? null,
  }
}

export function toConfig(monitor: Monitor): MonitorConfig {
  return {
    type: monitor.type,
    name: monitor.name,
    target: monitor.target,
    settings: monitor.settings,
    status: monitor.status,
    pausedUntil: monitor.pausedUntil,
    intervalSeconds: monitor.intervalSeconds,
    timeoutMs: monitor.timeoutMs,
    failureThreshold: monitor.failureThreshold,
    recoveryThreshold: monitor.recoveryThreshold,
    reminderIntervalMinutes: monitor.reminderIntervalMinutes,
    regions: monitor.regions,
    groupId: monitor.groupId,
    notificationTargetIds: monitor.notificationTargetIds,
    dependsOnMonitorIds: monitor.dependsOnMonitorIds,
    sslMonitoring: monitor.sslMonitoring,
    domainMonitoring: monitor.domainMonitoring,
    notes: monitor.notes,
    runbookUrl: monitor.runbookUrl,
    escalationPolicyId: monitor.escalationPolicyId,
  }
}

export const applyChange = (before: MonitorConfig, { tags: _, ...change }: MonitorChange): MonitorConfig => ({
  ...before,
  ...change,
  pausedUntil: findPauseEnd(before, change),
  sslMonitoring: mergeOptions(before.sslMonitoring, change.sslMonitoring, createDefaultSsl),
  domainMonitoring: mergeOptions(before.domainMonitoring, change.domainMonitoring, createDefaultDomain),
})

function mergeOptions<T>(before: T | null, change: Partial<T> | null | undefined, createDefault: () => T): T | null {
  if (!change) return change === undefined ? before : null
  return { ...(before ?? createDefault()), ...change }
}

function findPauseEnd(before: MonitorConfig, { status = before.status, pausedUntil }: MonitorChange): number | null {
  if (status !== 'paused') return null
  return pausedUntil === undefined && before.status === 'paused' ? before.pausedUntil : (pausedUntil ?? null)
}

/**
 * Returns an issue when the timeout is not shorter than the interval: a check must end before the next one is due.
 * Validated only when the request contains one of the two fields.
 */
export function findTimeoutIssue(change: MonitorChange, after: MonitorConfig): Issue | null {
  if (change.timeoutMs === undefined && change.intervalSeconds === undefined) return null
  if (after.timeoutMs < after.intervalSeconds * SECOND_MS) return null
  return {
    field: change.timeoutMs === undefined ? 'interval_seconds' : 'timeout_ms',
    message: `the timeout (${after.timeoutMs} ms) must be shorter than the interval (${after.intervalSeconds} s)`,
  }
}

/** Returns the fields of a monitor that probes receive. Changes of other fields do not affect probes. */
const listProbeFields = (config: MonitorConfig) => [
  config.target,
  config.settings,
  config.status,
  config.intervalSeconds,
  config.timeoutMs,
  config.failureThreshold,
  config.recoveryThreshold,
  config.regions,
  toTlsTerms(config.type, config.sslMonitoring),
]

export const hasProbeChange = (before: MonitorConfig, after: MonitorConfig): boolean =>
  JSON.stringify(listProbeFields(before)) !== JSON.stringify(listProbeFields(after))

/** An entry of the status history. */
interface Transition<Status> {
  /** Null at creation. */
  from: Status | null
  to: Status
  reason: string
}

interface StatusTransition {
  config: Transition<ConfiguredStatus>
  /** Null when the runtime status stays the same, for example from paused to disabled. */
  runtime: Transition<RuntimeStatus> | null
}

const STATUS_REASONS: Record<ConfiguredStatus, string> = {
  active: 'checks were resumed',
  paused: 'checks were paused',
  disabled: 'checks were disabled',
}

type Pausable = Pick<MonitorConfig, 'status' | 'pausedUntil'>

const formatStatusReason = ({ status, pausedUntil }: Pausable): string =>
  pausedUntil === null ? STATUS_REASONS[status] : `${STATUS_REASONS[status]} until ${formatIsoTime(pausedUntil)}`

/** Returns the runtime status of a monitor without results since its status was set. */
export const getInitialRuntimeStatus = (status: ConfiguredStatus): RuntimeStatus =>
  status === 'active' ? 'unknown' : 'paused'

/**
 * Returns the effect of setting the status: checks stop, or start again without an opinion. Null when the monitor
 * already has the status, and a pause has the same end.
 *
 * @param reason absent: the usual reason
 */
export function changeMonitorStatus(
  before: Pausable & { runtimeStatus: RuntimeStatus },
  after: Pausable,
  reason = formatStatusReason(after),
): StatusTransition | null {
  const to = after.status
  if (to === before.status && after.pausedUntil === before.pausedUntil) return null
  const runtime = getInitialRuntimeStatus(to)
  return {
    config: { from: before.status, to, reason },
    runtime: runtime === before.runtimeStatus ? null : { from: before.runtimeStatus, to: runtime, reason },
  }
}

/** A monitor that a transaction creates or changes. */
export interface AppliedChange {
  key: number
  id: string
  projectId: string
  /** Null at creation. */
  before: MonitorConfig | null
  after: MonitorConfig
  /** Null when the status stays the same. */
  transition: StatusTransition | null
  /** Whether the change affects the assignments of probes. */
  affectsProbes: boolean
  /** Null when the tags stay the same. */
  tags: { before: readonly string[]; after: readonly string[] } | null
}

/** A change of an existing monitor. */
export interface AppliedUpdate extends AppliedChange {
  before: MonitorConfig
}

/** Returns the creation of a monitor as a change without a previous state. */
export function toAppliedCreation(
  { key, id, projectId }: Pick<Monitor, 'key' | 'id' | 'projectId'>,
  after: MonitorConfig,
  tags: readonly string[],
): AppliedChange {
  const reason = 'the monitor was created'
  const transition: StatusTransition = {
    config: { from: null, to: after.status, reason },
    runtime: { from: null, to: getInitialRuntimeStatus(after.status), reason },
  }
  return { key, id, projectId, before: null, after, transition, affectsProbes: true, tags: { before: [], after: tags } }
}

/**
 * @param oldTags current tags, needed only when the change replaces them
 * @param reason reason of a change of the status; absent: the usual reason
 */
export function toAppliedUpdate(
  monitor: Monitor,
  change: MonitorChange,
  oldTags: readonly string[] = [],
  reason?: string,
): AppliedUpdate {
  const before = toConfig(monitor)
  const after = applyChange(before, change)
  return {
    key: monitor.key,
    id: monitor.id,
    projectId: monitor.projectId,
    before,
    after,
    transition: changeMonitorStatus(monitor, after, reason),
    affectsProbes: hasProbeChange(before, after),
    tags: change.tags ? { before: oldTags, after: change.tags } : null,
  }
}

/** @throws Problem VALIDATION_ERROR on `until` */
export const checkPauseEnd = (until: UnixMs, now: number): void => checkEndTime(until, now, YEAR_DAYS)

const END_REASON = 'the pause ended'

/**
 * Ends a pause. A monitor that the plan does not allow to become active stays paused without an end, so that the reason
 * is reported once.
 *
 * @param refusal null when the monitor may become active
 */
export const finishPause = (monitor: Monitor, refusal: Problem | null): AppliedUpdate =>
  refusal === null
    ? toAppliedUpdate(monitor, { status: 'active' }, [], END_REASON)
    : toAppliedUpdate(monitor, { pausedUntil: null }, [], `${END_REASON}, but checks stay paused: ${refusal.message}`)
