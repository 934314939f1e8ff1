import type { Generated } from 'kysely'
import type { GroupStatus } from '../../core/monitors/group-state.ts'
import type { UnixMs } from '../../core/platform/time/time.ts'
import type { Flag, ManagedColumns } from './columns.ts'

export interface MonitorTables {
  groups: GroupsTable
  group_status_changes: GroupStatusChangesTable
  monitors: MonitorsTable
  active_monitors: ActiveMonitorsTable
  monitor_tags: MonitorTagsTable
  monitor_targets: MonitorTargetsTable
  monitor_dependencies: MonitorDependenciesTable
  variables: VariablesTable
}

/** Number of active monitors of an organization. Triggers on `monitors` keep it. */
interface ActiveMonitorsTable {
  organization_id: string
  count: number
}

/** Groups of monitors. Deletion removes the row. */
export interface GroupsTable extends ManagedColumns {
  id: string
  organization_id: string
  project_id: string
  created_by: string
  /** Null for a top-level group. */
  parent_group_id: string | null
  name: string
  description: string
  /** JSON of the defaults for new monitors; see `core/monitors/monitor-defaults.ts`. */
  monitor_defaults: Generated<string | null>
  escalation_policy_id: Generated<string | null>
  /** JSON `GroupCondition`; null for a folder, which has no state. */
  condition: Generated<string | null>
  status: Generated<GroupStatus | null>
  status_since: Generated<number | null>
  /** JSON of the members that count, by status. */
  members: Generated<string | null>
  /** Time at which the state is computed again; null when no time is known. */
  review_at: Generated<number | null>
  created_at: number
  updated_at: number
}

/** Status history of groups with a condition. Each row is a transition to a status, with the end of that status. */
interface GroupStatusChangesTable {
  id: string
  group_id: string
  /** Null on the first row of a group. */
  from_status: GroupStatus | null
  to_status: GroupStatus
  reason: string
  started_at: number
  /** Null while it continues. */
  ended_at: number | null
}

export interface MonitorsTable extends ManagedColumns {
  /** Small integer that identifies the monitor in stored results. */
  key: Generated<number>
  id: string
  organization_id: string
  project_id: string
  created_by: string
  name: string
  type: string
  target: string
  /**
   * Case-folded name and target, so that both databases search and sort in the same way; see
   * `store/platform/queries/fold-case.ts`.
   */
  name_folded: Generated<string>
  target_folded: Generated<string>
  interval_seconds: number
  timeout_ms: number
  status: string
  /** End of a pause that ends by itself. */
  paused_until: UnixMs | null
  runtime_status: string
  /** Start of `runtime_status`. */
  status_since: number
  /** JSON in the form of the prober's settings schema. */
  settings: string
  failure_threshold: number
  recovery_threshold: number
  reminder_interval_minutes: number
  /** JSON array of pinned region codes; an empty array means automatic selection. */
  regions: string
  group_id: string | null
  /** JSON or null. */
  ssl_monitoring: string | null
  domain_monitoring: string | null
  notes: Generated<string | null>
  runbook_url: Generated<string | null>
  escalation_policy_id: Generated<string | null>
  /** Start of the current check grid: creation, or the last change of the interval. */
  grid_since: number
  /** Increases with every change that probes must receive; see `counters.monitor_revision`. */
  revision: number
  created_at: number
  updated_at: number
  deleted_at: number | null
  /** JSON of the dependencies, in both directions, that a deleted monitor had. */
  deleted_links: Generated<string | null>
  /** JSON of the names of the variables that the settings refer to, by id; null when there are none. */
  variables: Generated<string | null>
}

/** Values that the settings of a project's monitors refer to. */
export interface VariablesTable extends ManagedColumns {
  id: string
  project_id: string
  name: string
  /** JSON with the value: as `secret`, which is sealed, or as `value`. */
  content: string
  is_secret: Flag
  description: string
  created_at: number
  updated_at: number
}

interface MonitorTagsTable {
  monitor_key: number
  tag: string
}

interface MonitorTargetsTable {
  monitor_key: number
  target_id: string
  /** Order chosen by the user. */
  position: number
}

/** Dependencies of monitors: alerts of a monitor are suppressed while its dependency is down. */
export interface MonitorDependenciesTable {
  monitor_key: number
  /** The dependency. */
  parent_key: number
  /** Order chosen by the user. */
  position: number
}
