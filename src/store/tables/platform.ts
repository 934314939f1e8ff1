export interface PlatformTables {
  schema_migrations: SchemaMigrationsTable
  schema_needs: SchemaNeedsTable
  counters: CountersTable
  seal_state: SealStateTable
  service_clock: ServiceClockTable
  service_hosts: ServiceHostsTable
  idempotency_keys: IdempotencyKeysTable
  rate_windows: RateWindowsTable
}

interface SchemaMigrationsTable {
  version: number
  name: string
  applied_at: number
}

/** Migrations on which older programs can run. */
interface SchemaNeedsTable {
  version: number
  /** Version of the last migration that such a program must include. */
  needs: number
}

/** Named numbers that only grow. Reading one inside a transaction by update serializes its users. */
interface CountersTable {
  name: 'monitor_revision' | 'write_check'
  value: number
}

/** One row: the key that seals the database, and the progress of sealing it. */
export interface SealStateTable {
  /** Always `secrets`. */
  name: string
  /** Identifies the key of the service without revealing it. */
  key_id: string
  /** A constant sealed with that key: a service that cannot open it has another key. */
  canary: string
  /** Start of the first server that seals, Unix ms. Not read. */
  seals_from: number
  /** Last processed row; empty at the start. */
  cursor: string
  /** Time at which all rows were sealed, Unix ms; null before. */
  done_at: number | null
}

/** A single row: the position of the service timeline. */
interface ServiceClockTable {
  id: 1
  /** Service time of the last look by a server, Unix ms; 0 before the first. */
  seen_at: number
  /** Sum of all shifts of the stored times, ms. */
  shifted_ms: number
  /** The latest of these shifts, ms. */
  last_shift_ms: number
}

/** Host names under which admins have reached the service. */
interface ServiceHostsTable {
  /** Lower case, without port. */
  name: string
  /** Unix ms. */
  seen_at: number
}

/** Requests with an `Idempotency-Key` and their outcomes, kept for a day. */
export interface IdempotencyKeysTable {
  /** Caller of the key: two callers may use the same key. */
  scope: string
  key: string
  /** Hash of the request. */
  fingerprint: string
  /** Unused: the key is part of the transaction that does the work. */
  attempt: string
  /** `committed` only when the response came too late for the transaction of the work. */
  state: 'committed' | 'answered'
  status: number | null
  /** Sealed: a response may contain a secret that is shown once. */
  body: string | null
  /** Unused, like `attempt`. */
  lease_until: number
  created_at: number
  expires_at: number
}

/** Request counts over all servers. Empty with SQLite, where the only server counts in memory. */
interface RateWindowsTable {
  /** A hash of the limit and the caller: addresses and accounts are not stored. */
  key_hash: string
  count: number
  reset_at: number
}
