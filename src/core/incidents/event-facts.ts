/** Facts in events about expiries, maintenance, flapping and trouble of probes. */

import type { RuntimeStatus } from '../monitors/monitor.ts'

/** Times are ISO 8601. */
export interface FlappingFacts {
  /** Status of the monitor when the event was created. */
  status: RuntimeStatus
  started_at: string
  /** Changes between up and down that count as flapping; absent at the end, or when most of them were long ago. */
  changes?: number
  /** Time between the first and the last of these changes. */
  within_seconds?: number
  /** Present in `flapping.ended`: the last change. The status has been stable since then. */
  stable_since?: string
}

export interface CertificateFacts {
  subject: string
  issuer: string
  fingerprint256: string
  /** Whether this is an authority above the certificate of the target. */
  is_authority: boolean
  /** ISO 8601. */
  valid_to: string
  days_remaining: number
  /** The crossed threshold; 0 after the expiry. */
  warning_days: number
}

export interface DomainFacts {
  name: string
  registrar: string | null
  /** ISO 8601. */
  expires_at: string
  days_remaining: number
  /** The crossed threshold; 0 after the expiry. */
  warning_days: number
}

export interface MaintenanceFacts {
  id: string
  name: string
  description: string
  /** Start of this occurrence, ISO 8601. */
  starts_at: string
  ends_at: string
  /** Affected monitors, by name; at most the first 100. */
  monitors: { id: string; name: string }[]
  monitor_count: number
}

/** Times are ISO 8601. */
export interface ProbeTroubleFacts {
  /** Code of the region whose probes have trouble, and its name. */
  region: string
  region_name: string
  /**
   * `no_probe`: none is connected. `stuck`: connected probes complete no checks. `connection`: checks prove nothing, because
   * the network of the probes fails.
   */
  reason: 'no_probe' | 'stuck' | 'connection'
  /** Start of the trouble. */
  started_at: string
  /** Present in `probe_trouble.ended`. */
  ended_at?: string
  /** Monitors that no other region checks, by name; at most the first 100. */
  monitors: { id: string; name: string }[]
  monitor_count: number
}
