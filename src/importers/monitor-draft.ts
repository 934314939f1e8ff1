import type { MonitorType } from '../core/monitors/monitor.ts'
import type { Fields } from './conversion.ts'

/** A monitor in the units of the product. Absent fields get the defaults of the server. */
export interface MonitorDraft {
  type: MonitorType
  /** Absent for a heartbeat. */
  target?: string
  /** Names as in the settings of the monitor type. */
  settings: Fields
  intervalSeconds?: number | null
  timeoutMs?: number | null
  failureThreshold?: number | null
  recoveryThreshold?: number | null
  reminderIntervalMinutes?: number | null
  group?: string | null
  tags?: readonly string[]
  /** Keys; absent for the default targets of the project. */
  notificationTargets?: readonly string[]
  isPaused?: boolean
  /** Days before the expiry of the certificate; absent without certificate monitoring, null for the default days. */
  certificateDays?: readonly number[] | null
  /** Whether an invalid certificate is accepted where the certificate is watched. */
  acceptsAnyCertificate?: boolean
  /** The same for the registration of the domain. */
  domainDays?: readonly number[] | null
  notes?: string | null
  heartbeatToken?: string
  /** Whether the source sends the name of a `Host` header in TLS even when its URL has another name. */
  usesHostForTls?: boolean
}
