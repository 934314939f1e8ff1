/** What a monitor is: something configured, aimed at a target. */

export const MONITOR_TYPES = ['HTTP', 'KEYWORD', 'ICMP', 'TCP', 'DNS', 'HEARTBEAT'] as const
export type MonitorType = (typeof MONITOR_TYPES)[number]

/** What the user asked for. `disabled`: switched off by an admin or by the plan. */
export const CONFIGURED_STATUSES = ['active', 'paused', 'disabled'] as const
export type ConfiguredStatus = (typeof CONFIGURED_STATUSES)[number]

/** What the checks found. `unknown`: no opinion yet, or none that is fresh. */
export const RUNTIME_STATUSES = ['up', 'down', 'degraded', 'paused', 'unknown'] as const
export type RuntimeStatus = (typeof RUNTIME_STATUSES)[number]

/** Certificate watch. Days count before expiry. */
export interface SslMonitoring {
  enabled: boolean
  checkExpiry: boolean
  checkValidity: boolean
  expiryWarningDays: number[]
  ignoreSelfSigned: boolean
}

/** Domain expiry watch. Days count before expiry. */
export interface DomainMonitoring {
  enabled: boolean
  expiryWarningDays: number[]
}

/** The part a user writes. */
export interface MonitorSettings {
  name: string
  target: string
  intervalSeconds: number
  timeoutMs: number
  /** As the prober's own settings schema has it; `core` does not look inside. */
  settings: Record<string, unknown>
  failureThreshold: number
  recoveryThreshold: number
  /** 0 is off. */
  reminderIntervalMinutes: number
  /** Pinned region codes; empty means automatic. */
  regions: string[]
  groupId: string | null
  tags: string[]
  notificationTargetIds: string[]
  /** While one of these is down, its alerts are held. */
  dependsOnMonitorIds: string[]
  sslMonitoring: SslMonitoring | null
  domainMonitoring: DomainMonitoring | null
}

/** Its tags are for finding it and are not read back with it. */
export interface Monitor extends Omit<MonitorSettings, 'tags'> {
  /** Small integer that results are stored under; never leaves the service. */
  key: number
  id: string
  organizationId: string
  projectId: string
  createdBy: string
  type: MonitorType
  status: ConfiguredStatus
  runtimeStatus: RuntimeStatus
  /** Unix ms. */
  createdAt: number
  updatedAt: number
}

export const DEFAULT_INTERVAL_SECONDS = 300
export const DEFAULT_TIMEOUT_MS = 10_000
export const DEFAULT_FAILURE_THRESHOLD = 2
export const DEFAULT_RECOVERY_THRESHOLD = 2
