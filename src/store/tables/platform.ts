import type { UnixMs } from '../../core/platform/time/time.ts'

export interface PlatformTables {
  schema_migrations: SchemaMigrationsTable
  schema_needs: SchemaNeedsTable
  counters: CountersTable
  seal_state: SealStateTable
  service_clock: ServiceClockTable
  service_hosts: ServiceHostsTable
  idempotency_keys: IdempotencyKeysTable
  rate_windows: RateWindowsTable
  instance_settings: InstanceSettingsTable
}

interface SchemaMigrationsTable {
  version: number
  name: string
  applied_at: number
}

/** Migrations that older programs support. */
interface SchemaNeedsTable {
  version: number
  /** Version of the last migration that an older program must include. */
  needs: number
}

/** Named numbers that only increase. Transactions that read a number by updating it run one after another. */
interface CountersTable {
  name: 'monitor_revision' | 'write_check'
  value: number
}

/** A single row: the key that encrypts the secrets in the database, and the progress of encrypting them. */
export interface SealStateTable {
  /** Always `secrets`. */
  name: string
  /** Identifies the key of the service without revealing it. */
  key_id: string
  /** A constant encrypted with the key of the service. A service that cannot decrypt it has a different key. */
  canary: string
  /** Last row that was processed; empty at the start. */
  cursor: string
  /** Time at which all rows were encrypted; null until then. */
  done_at: UnixMs | null
}

/** A single row: the position of the service timeline. */
interface ServiceClockTable {
  id: 1
  /** Service time of the last reading of the clock by a server, Unix ms; 0 before the first. */
  seen_at: number
  /** Sum of all shifts of the stored times, ms. */
  shifted_ms: number
  /** The latest shift, ms. */
  last_shift_ms: number
}

/** Host names under which admins have reached the service. */
interface ServiceHostsTable {
  /** Lower case, without port. */
  name: string
  seen_at: UnixMs
}

/** Requests with an `Idempotency-Key` and their outcomes, kept for a day. */
export interface IdempotencyKeysTable {
  /** Caller that sent the key: two callers may use the same key. */
  scope: string
  key: string
  /** Hash of the request. */
  fingerprint: string
  /** Unused: the key is part of the transaction that does the work. */
  attempt: string
  /**
   * Usually becomes `answered` in the transaction of the work. Stays `committed` when the response came too late for
   * that transaction.
   */
  state: 'committed' | 'answered'
  status: number | null
  /** Encrypted, because a response may contain a secret that is shown once. */
  body: string | null
  /** Unused, like `attempt`. */
  lease_until: number
  created_at: number
  expires_at: number
}

/** Request counts of all servers. Empty with SQLite, where the only server counts in memory. */
interface RateWindowsTable {
  /** Hash of the limit and the caller. Addresses and accounts are not stored. */
  key_hash: string
  count: number
  reset_at: number
}

/** `vapid`: the key pair for push messages, which does not derive from the secret of the service. */
export type InstanceSettingName = 'email' | 'vapid'

/** Settings that admins of the instance change in the dashboard, and keys that all servers share. */
interface InstanceSettingsTable {
  name: InstanceSettingName
  /** JSON with sealed secrets. */
  content: string
  updated_at: UnixMs
}
