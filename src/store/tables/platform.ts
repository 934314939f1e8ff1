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

/** Migrations that programs which do not know them can live with. */
interface SchemaNeedsTable {
  version: number
  /** The migration up to which such a program must know the schema. */
  needs: number
}

/** Named numbers that only grow. Reading one inside a transaction by update serializes its users. */
interface CountersTable {
  name: 'monitor_revision' | 'write_check'
  value: number
}

/** One row: with which key the database is sealed, and how far the work of sealing it has come. */
export interface SealStateTable {
  /** Always `secrets`. */
  name: string
  /** Says which of the service's keys that is, and nothing of the key. */
  key_id: string
  /** A word sealed with that key: who cannot open it has another one. */
  canary: string
  /** When the first server started that seals, Unix ms. Nothing reads it. */
  seals_from: number
  /** The last row that was looked at; empty at the beginning. */
  cursor: string
  /** When everything there was had been sealed, Unix ms; null while it is not. */
  done_at: number | null
}

/** A single row: where the timeline of the stored times is. */
interface ServiceClockTable {
  id: 1
  /** Service time when a server last looked, Unix ms; 0 before the first look. */
  seen_at: number
  /** Sum of all shifts of the stored times, ms. */
  shifted_ms: number
  /** The latest of these shifts, ms. */
  last_shift_ms: number
}

/** A name at which the service was reached by somebody who runs it. */
interface ServiceHostsTable {
  /** Lower case, without port. */
  name: string
  /** Unix ms. */
  seen_at: number
}

/** Requests that carry an `Idempotency-Key`: what became of each, for a day. */
export interface IdempotencyKeysTable {
  /** Whose key it is: two callers may choose the same. */
  scope: string
  key: string
  /** Hash of the request. */
  fingerprint: string
  /** Not used: the key is part of the transaction that does the work. */
  attempt: string
  /** `committed` only when the answer came too late for the transaction of the work. */
  state: 'committed' | 'answered'
  status: number | null
  /** Sealed: an answer may hold what is shown once. */
  body: string | null
  /** Not used, like `attempt`. */
  lease_until: number
  created_at: number
  expires_at: number
}

/** How often somebody asked, of all servers together. With SQLite the one server counts in memory, and it stays empty. */
interface RateWindowsTable {
  /** A hash of what is counted and of whom: neither addresses nor accounts are kept. */
  key_hash: string
  count: number
  reset_at: number
}
