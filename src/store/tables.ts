/**
 * Every table and column. Portable types only: ids and JSON as text, times as integer Unix ms, booleans as 0/1,
 * so that one set of queries serves SQLite and PostgreSQL.
 */
import type { Generated } from 'kysely'
import type {
  InvitationsTable,
  PasswordResetsTable,
  RecoveryCodesTable,
  SecondFactorsTable,
} from './tables/accounts.ts'
import type { AuditLogTable } from './tables/audit.ts'
import type { CertificateSpansTable, CertificatesTable } from './tables/certificates.ts'
import type { IncidentHoldsTable, IncidentRemindersTable, MonitorDependenciesTable } from './tables/dependencies.ts'
import type { DomainsTable, DomainWatchesTable } from './tables/domains.ts'
import type { CertificateSightsTable, ExpiryWatchesTable, ToldSubjectsTable } from './tables/expiries.ts'
import type { FlapsTable } from './tables/flaps.ts'
import type { GroupsTable } from './tables/groups.ts'
import type { HeartbeatPingsTable, HeartbeatsTable, HeartbeatWatchTable } from './tables/heartbeats.ts'
import type { IdempotencyKeysTable } from './tables/idempotency.ts'
import type { IncidentCommentsTable, IncidentsTable, IncidentUpdatesTable } from './tables/incidents.ts'
import type { KeptResponsesTable } from './tables/kept-responses.ts'
import type {
  MaintenanceAgendaTable,
  MaintenanceGroupsTable,
  MaintenanceMonitorsTable,
  MaintenanceSpansTable,
  MaintenanceWindowsTable,
  WithheldOpeningsTable,
} from './tables/maintenance.ts'
import type {
  AlertGroupsTable,
  DeliveriesTable,
  NotificationTargetsTable,
  ReceiverOutagesTable,
  TargetFallbacksTable,
  TargetHealthTable,
} from './tables/outbox.ts'
import type { ProbeOrdersTable, ProbesTable, ProbeTokensTable, ProbeWatchTable } from './tables/probes.ts'
import type { RateWindowsTable } from './tables/rate-windows.ts'
import type { RetentionTermsTable, RetentionWalkTable } from './tables/retention.ts'
import type { SealStateTable } from './tables/seal-state.ts'
import type { ServiceClockTable } from './tables/service-clock.ts'
import type { ServiceHostsTable } from './tables/service-hosts.ts'
import type { StatusPageComponentsTable, StatusPageSectionsTable, StatusPagesTable } from './tables/status-pages.ts'
import type {
  StatusNewsTable,
  StatusSubscribersTable,
  StatusToldTable,
  SubscriberMailsTable,
} from './tables/subscribers.ts'

/** 0 or 1. */
export type Flag = 0 | 1

export interface Database {
  schema_migrations: SchemaMigrationsTable
  schema_needs: SchemaNeedsTable
  seal_state: SealStateTable
  service_clock: ServiceClockTable
  service_hosts: ServiceHostsTable
  counters: CountersTable
  users: UsersTable
  organizations: OrganizationsTable
  members: MembersTable
  sessions: SessionsTable
  refresh_tokens: RefreshTokensTable
  api_keys: ApiKeysTable
  projects: ProjectsTable
  regions: RegionsTable
  probe_tokens: ProbeTokensTable
  probes: ProbesTable
  probe_orders: ProbeOrdersTable
  probe_watch: ProbeWatchTable
  monitors: MonitorsTable
  monitor_tags: MonitorTagsTable
  monitor_targets: MonitorTargetsTable
  status_changes: StatusChangesTable
  check_states: CheckStatesTable
  results: ResultsTable
  certificates: CertificatesTable
  certificate_spans: CertificateSpansTable
  domains: DomainsTable
  domain_watches: DomainWatchesTable
  expiry_watches: ExpiryWatchesTable
  certificate_sights: CertificateSightsTable
  told_subjects: ToldSubjectsTable
  kept_responses: KeptResponsesTable
  flaps: FlapsTable
  withheld_openings: WithheldOpeningsTable
  maintenance_agenda: MaintenanceAgendaTable
  result_hours: RollupsTable
  result_days: RollupsTable
  incidents: IncidentsTable
  incident_updates: IncidentUpdatesTable
  notification_targets: NotificationTargetsTable
  deliveries: DeliveriesTable
  alert_groups: AlertGroupsTable
  receiver_outages: ReceiverOutagesTable
  target_fallbacks: TargetFallbacksTable
  target_health: TargetHealthTable
  audit_log: AuditLogTable
  idempotency_keys: IdempotencyKeysTable
  groups: GroupsTable
  invitations: InvitationsTable
  password_resets: PasswordResetsTable
  second_factors: SecondFactorsTable
  recovery_codes: RecoveryCodesTable
  maintenance_windows: MaintenanceWindowsTable
  maintenance_monitors: MaintenanceMonitorsTable
  maintenance_groups: MaintenanceGroupsTable
  maintenance_spans: MaintenanceSpansTable
  status_pages: StatusPagesTable
  status_page_sections: StatusPageSectionsTable
  status_page_components: StatusPageComponentsTable
  status_subscribers: StatusSubscribersTable
  status_news: StatusNewsTable
  subscriber_mails: SubscriberMailsTable
  status_told: StatusToldTable
  heartbeats: HeartbeatsTable
  heartbeat_pings: HeartbeatPingsTable
  heartbeat_watch: HeartbeatWatchTable
  incident_comments: IncidentCommentsTable
  monitor_dependencies: MonitorDependenciesTable
  incident_holds: IncidentHoldsTable
  incident_reminders: IncidentRemindersTable
  rate_windows: RateWindowsTable
  retention_terms: RetentionTermsTable
  retention_walk: RetentionWalkTable
}

export interface SchemaMigrationsTable {
  version: number
  name: string
  applied_at: number
}

/** Migrations that programs which do not know them can live with. */
export interface SchemaNeedsTable {
  version: number
  /** The migration up to which such a program must know the schema. */
  needs: number
}

/** Named numbers that only grow. Reading one inside a transaction by update serializes its users. */
export interface CountersTable {
  name: 'monitor_revision' | 'write_check'
  value: number
}

export interface UsersTable {
  id: string
  /** Lower case. */
  email: string
  name: string
  /** argon2id, in PHC form. */
  password_hash: string
  is_instance_admin: Flag
  created_at: number
  updated_at: number
}

export interface OrganizationsTable {
  id: string
  name: string
  slug: string
  plan: string
  created_at: number
  updated_at: number
  /** Nobody belongs to it any more, and its projects are deleted. */
  deleted_at: Generated<number | null>
}

export interface MembersTable {
  id: string
  organization_id: string
  user_id: string
  role: string
  joined_at: number
  last_active_at: number | null
}

/** One sign-in: the family of its refresh tokens. */
export interface SessionsTable {
  id: string
  user_id: string
  organization_id: string
  created_at: number
  expires_at: number
  revoked_at: number | null
}

export interface RefreshTokensTable {
  /** SHA-256, hex. */
  token_hash: string
  session_id: string
  created_at: number
  /** Set by the one use; a second use revokes the session. */
  used_at: number | null
}

export interface ApiKeysTable {
  id: string
  organization_id: string
  created_by: string
  name: string
  /** SHA-256 of the whole key, hex. */
  key_hash: string
  key_preview: string
  scope: 'read' | 'read_write'
  is_active: Flag
  expires_at: number | null
  /** May lag by a minute. */
  last_used_at: number | null
  created_at: number
  updated_at: number
}

export interface ProjectsTable {
  id: string
  organization_id: string
  name: string
  slug: string
  is_default: Flag
  created_at: number
  updated_at: number
  /** Its monitors are deleted with it, but probes must still hear of them. */
  deleted_at: number | null
}

export interface RegionsTable {
  /** Small integer that results are stored under. */
  key: Generated<number>
  code: string
  name: string
  is_default: Flag
  created_at: number
  /** Grows whenever its live probes are others, or what it checks on its own account. */
  epoch: Generated<number>
  epoch_since: Generated<number>
  /** Whether it takes part in checking monitors that pin no region: it had a probe lately. */
  is_serving: Generated<Flag>
}

export interface MonitorsTable {
  /** Small integer that results are stored under. */
  key: Generated<number>
  id: string
  organization_id: string
  project_id: string
  created_by: string
  name: string
  type: string
  target: string
  /** Name and target without case, for searching and sorting the same way on both databases; see `store/platform/fold.ts`. */
  name_folded: Generated<string>
  target_folded: Generated<string>
  interval_seconds: number
  timeout_ms: number
  status: string
  runtime_status: string
  /** When `runtime_status` began. */
  status_since: number
  /** JSON, as the prober's settings schema has it. */
  settings: string
  failure_threshold: number
  recovery_threshold: number
  reminder_interval_minutes: number
  /** JSON array of region codes; empty is automatic. */
  regions: string
  group_id: string | null
  /** JSON or null. */
  ssl_monitoring: string | null
  domain_monitoring: string | null
  /** Since when checks lie on the present grid: creation, or the last change of the interval. */
  grid_since: number
  /** Grows with every change that a probe must hear of; see `counters.monitor_revision`. */
  revision: number
  created_at: number
  updated_at: number
  deleted_at: number | null
}

export interface MonitorTagsTable {
  monitor_key: number
  tag: string
}

export interface MonitorTargetsTable {
  monitor_key: number
  target_id: string
  /** Keeps the order the user gave. */
  position: number
}

/** One row per transition, with its end: the status history, and what uptime is integrated over. */
export interface StatusChangesTable {
  id: string
  monitor_key: number
  /** `runtime`: what the checks say. `config`: what a person set. */
  kind: 'runtime' | 'config'
  /** Null on the first row of a monitor. */
  from_status: string | null
  to_status: string
  reason: string
  /** Who did it; null when the engine did. */
  actor_id: string | null
  started_at: number
  /** Null while it lasts. */
  ended_at: number | null
}

/** What one region last said of one monitor. */
export interface CheckStatesTable {
  monitor_key: number
  region: number
  opinion: 'up' | 'down' | 'unknown'
  failures: number
  passes: number
  slow: number
  /** Since when the region has been up, down or slow; null when unknown. */
  opinion_since: Generated<number | null>
  /** Since when checks contradict that without confirmation; null when none do, or when unknown. */
  run_since: Generated<number | null>
  /** Time of the newest result that moved this row; older ones are history only. */
  last_scheduled_at: number
  /** When the newest check was finished. */
  last_check_at: number
  last_success_at: number | null
  last_failure_at: number | null
  fresh_until: number
  error_type: string | null
  error_message: string | null
  /** First ms of the hour whose results are not rolled up yet. */
  open_hour: number
  /** Grows by one with every write: whoever read an older one must read again. */
  version: number
}

/** Narrow and clustered by monitor and time: there are as many rows as checks were ever run. */
export interface ResultsTable {
  monitor_key: number
  scheduled_at: number
  region: number
  /** Index in `RESULT_KINDS`. */
  kind: number
  /** Index in the store's list of check statuses. */
  status: number
  /** Timings, lateness, status code and address, packed; see `store/results/result-detail.ts`. */
  detail: Uint8Array
  /** JSON of error type and message; null where nothing is wrong. */
  error: string | null
}

/** Results of one monitor and region within one UTC hour or day. */
export interface RollupsTable {
  monitor_key: number
  region: number
  /** First ms of the hour or day. */
  starts_at: number
  up: number
  down: number
  degraded: number
  inconclusive: number
  /** How many of them were due on the grid; the others are fast re-checks and checks asked for by hand. */
  on_grid: number
  /** Over the `latency_count` results that measured one, microseconds. */
  latency_count: number
  latency_sum_us: number
  latency_min_us: number
  latency_max_us: number
  /** Mergeable sketches, see `core/results/sketch.ts`. */
  latency_sketch: Uint8Array
  lateness_sketch: Uint8Array
}
