/** What a request makes of a monitor: defaults at creation, a merge at an update, and what may not come of either. */
import type { Issue } from '../platform/errors.ts'
import { SECOND_MS } from '../platform/time/time.ts'
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
} from './monitor.ts'
import { toTlsTerms } from './tls-terms.ts'

/** A monitor as a person configures it, complete. */
export interface MonitorConfig extends Omit<MonitorSettings, 'tags'> {
  type: MonitorType
  status: ConfiguredStatus
}

/** What a request says; what it leaves out stays as it is. Lists, tags and `settings` come whole. */
export interface MonitorChange extends Partial<Omit<MonitorSettings, 'sslMonitoring' | 'domainMonitoring'>> {
  type?: MonitorType
  status?: ConfiguredStatus
  sslMonitoring?: Partial<SslMonitoring>
  domainMonitoring?: Partial<DomainMonitoring>
}

/** The least that makes a monitor. Left-out notification targets mean the project's default ones. */
export type MonitorDraft = MonitorChange & Required<Pick<MonitorChange, 'type' | 'name' | 'target' | 'settings'>>

/** Days before expiry at which people are warned, unless they say otherwise. */
export const DEFAULT_WARNING_DAYS: readonly number[] = [30, 14, 7, 1]

const createDefaultSsl = (): SslMonitoring => ({
  enabled: true,
  checkExpiry: true,
  checkValidity: true,
  expiryWarningDays: [...DEFAULT_WARNING_DAYS],
  ignoreSelfSigned: false,
})

const createDefaultDomain = (): DomainMonitoring => ({ enabled: true, expiryWarningDays: [...DEFAULT_WARNING_DAYS] })

/** @param defaultTargetIds who is told when the draft does not say */
export function toConfigFromDraft(draft: MonitorDraft, defaultTargetIds: string[]): MonitorConfig {
  return {
    type: draft.type,
    name: draft.name,
    target: draft.target,
    settings: draft.settings,
    status: draft.status ?? 'active',
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
  }
}

export function toConfig(monitor: Monitor): MonitorConfig {
  return {
    type: monitor.type,
    name: monitor.name,
    target: monitor.target,
    settings: monitor.settings,
    status: monitor.status,
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
  }
}

export function applyChange(before: MonitorConfig, { tags: _, ...change }: MonitorChange): MonitorConfig {
  const ssl = before.sslMonitoring ?? createDefaultSsl()
  const domain = before.domainMonitoring ?? createDefaultDomain()
  return {
    ...before,
    ...change,
    sslMonitoring: change.sslMonitoring ? { ...ssl, ...change.sslMonitoring } : before.sslMonitoring,
    domainMonitoring: change.domainMonitoring ? { ...domain, ...change.domainMonitoring } : before.domainMonitoring,
  }
}

/** A check must be over before the next one is due. Judged only when the request says one of the two. */
export function findTimeoutIssue(change: MonitorChange, after: MonitorConfig): Issue | null {
  if (change.timeoutMs === undefined && change.intervalSeconds === undefined) return null
  if (after.timeoutMs < after.intervalSeconds * SECOND_MS) return null
  return {
    field: change.timeoutMs === undefined ? 'interval_seconds' : 'timeout_ms',
    message: `the timeout (${after.timeoutMs} ms) must be shorter than the interval (${after.intervalSeconds} s)`,
  }
}

/** What a probe is told of a monitor; a change of anything else need not reach it. */
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

/** One entry of the status history. */
interface Transition<Status> {
  /** Null at creation. */
  from: Status | null
  to: Status
  reason: string
}

interface StatusTransition {
  config: Transition<ConfiguredStatus>
  /** Null when the runtime status stays, as from paused to disabled. */
  runtime: Transition<RuntimeStatus> | null
}

const STATUS_REASONS: Record<ConfiguredStatus, string> = {
  active: 'checks were resumed',
  paused: 'checks were paused',
  disabled: 'checks were disabled',
}

/** The runtime status of a monitor that has no results since its status was set. */
export const getInitialRuntimeStatus = (status: ConfiguredStatus): RuntimeStatus =>
  status === 'active' ? 'unknown' : 'paused'

/** What setting the status does: checks stop, or begin anew without an opinion. Null when it is set already. */
export function moveStatus(
  before: { status: ConfiguredStatus; runtimeStatus: RuntimeStatus },
  to: ConfiguredStatus,
): StatusTransition | null {
  if (to === before.status) return null
  const reason = STATUS_REASONS[to]
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
  /** Null at creation. */
  before: MonitorConfig | null
  after: MonitorConfig
  /** Null when the status stays as it is. */
  transition: StatusTransition | null
  /** Whether the assignment of a probe changes with it. */
  affectsProbes: boolean
  /** Null when the tags stay as they are. */
  tags: { before: readonly string[]; after: readonly string[] } | null
}

/** A change of a monitor that exists. */
export interface AppliedUpdate extends AppliedChange {
  before: MonitorConfig
}

/** The creation of a monitor, as a change from nothing. */
export function toAppliedCreation(
  { key, id }: Pick<Monitor, 'key' | 'id'>,
  after: MonitorConfig,
  tags: readonly string[],
): AppliedChange {
  const reason = 'the monitor was created'
  const transition: StatusTransition = {
    config: { from: null, to: after.status, reason },
    runtime: { from: null, to: getInitialRuntimeStatus(after.status), reason },
  }
  return { key, id, before: null, after, transition, affectsProbes: true, tags: { before: [], after: tags } }
}

/** @param oldTags the present tags, where the change replaces them */
export function toAppliedUpdate(
  monitor: Monitor,
  change: MonitorChange,
  oldTags: readonly string[] = [],
): AppliedUpdate {
  const before = toConfig(monitor)
  const after = applyChange(before, change)
  return {
    key: monitor.key,
    id: monitor.id,
    before,
    after,
    transition: moveStatus(monitor, after.status),
    affectsProbes: hasProbeChange(before, after),
    tags: change.tags ? { before: oldTags, after: change.tags } : null,
  }
}
