/** A monitor: the configuration of checks against a target. */
import type { Managed } from '../platform/fields/resource.ts'
import type { UnixMs } from '../platform/time/time.ts'

export const MONITOR_TYPES = ['HTTP', 'KEYWORD', 'ICMP', 'TCP', 'DNS', 'HEARTBEAT'] as const
export type MonitorType = (typeof MONITOR_TYPES)[number]

/** Status that a user or the plan has set. `disabled`: switched off by an admin or by the plan. */
export const CONFIGURED_STATUSES = ['active', 'paused', 'disabled'] as const
export type ConfiguredStatus = (typeof CONFIGURED_STATUSES)[number]

/** Status that checks have determined. `unknown`: no opinion yet, or no fresh opinion. */
export const RUNTIME_STATUSES = ['up', 'down', 'degraded', 'paused', 'unknown'] as const
export type RuntimeStatus = (typeof RUNTIME_STATUSES)[number]

/** Certificate monitoring. Warning days are days before the expiry. */
export interface SslMonitoring {
  enabled: boolean
  checkExpiry: boolean
  checkValidity: boolean
  expiryWarningDays: number[]
  ignoreSelfSigned: boolean
}

/** Domain expiry monitoring. Warning days are days before the expiry. */
export interface DomainMonitoring {
  enabled: boolean
  expiryWarningDays: number[]
}

/** Settings that a user can write. */
export interface MonitorSettings {
  name: string
  target: string
  intervalSeconds: number
  timeoutMs: number
  /** Validated by the prober's settings schema; `core` does not inspect them. */
  settings: Record<string, unknown>
  failureThreshold: number
  recoveryThreshold: number
  /** 0 means no reminders. */
  reminderIntervalMinutes: number
  /** Pinned region codes; an empty list means automatic selection. */
  regions: string[]
  groupId: string | null
  tags: string[]
  notificationTargetIds: string[]
  /** While one of these monitors is down, the alerts of this monitor are held. */
  dependsOnMonitorIds: string[]
  sslMonitoring: SslMonitoring | null
  domainMonitoring: DomainMonitoring | null
  /** Plain text for the people who are notified. */
  notes: string | null
  runbookUrl: string | null
  /** Null: the policy of its group or project. */
  escalationPolicyId: string | null
}

/** A monitor without its tags, which are used for searching only and are not loaded. */
export interface Monitor extends Omit<MonitorSettings, 'tags'>, Managed {
  /** Small integer that identifies the monitor in stored results. It never leaves the service. */
  key: number
  id: string
  organizationId: string
  projectId: string
  createdBy: string
  type: MonitorType
  status: ConfiguredStatus
  /** Time at which the pause ends by itself; null when it has no end, and for monitors that are not paused. */
  pausedUntil: UnixMs | null
  runtimeStatus: RuntimeStatus
  createdAt: UnixMs
  updatedAt: number
}

export const DEFAULT_INTERVAL_SECONDS = 300
export const DEFAULT_TIMEOUT_MS = 10_000
export const DEFAULT_FAILURE_THRESHOLD = 2
export const DEFAULT_RECOVERY_THRESHOLD = 2

/** Maximum number of tags of a monitor. */
export const MAX_TAGS = 20

/** Maximum number of notification targets of a monitor. */
export const MAX_TARGETS = 200

/**
 * Certificate settings in the assignment of a monitor. A probe that does not support them runs the check without them.
 */
export interface TlsTerms {
  /** Whether a TCP check performs a TLS handshake, so that it can observe a certificate. */
  handshake?: boolean
  /** Whether a TCP check fails when the certificate is invalid. Other types have a separate setting for this. */
  verify?: boolean
  /** Whether a self-signed certificate is accepted. Host and dates are still validated. */
  acceptSelfSigned?: boolean
}

/** @returns undefined when certificate monitoring does not affect the checks */
export function toTlsTerms(type: MonitorType, ssl: SslMonitoring | null): TlsTerms | undefined {
  if (!ssl?.enabled) return undefined
  const acceptSelfSigned = ssl.ignoreSelfSigned
  if (type === 'TCP') return { handshake: true, verify: ssl.checkValidity, acceptSelfSigned }
  const isWeb = type === 'HTTP' || type === 'KEYWORD'
  return isWeb && acceptSelfSigned ? { acceptSelfSigned } : undefined
}
