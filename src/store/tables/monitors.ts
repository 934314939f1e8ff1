import type { Generated } from 'kysely'

export interface MonitorTables {
  groups: GroupsTable
  monitors: MonitorsTable
  monitor_tags: MonitorTagsTable
  monitor_targets: MonitorTargetsTable
  monitor_dependencies: MonitorDependenciesTable
}

/** What monitors are sorted into. Gone for good when they are deleted. */
export interface GroupsTable {
  id: string
  organization_id: string
  project_id: string
  created_by: string
  /** Null at the top. */
  parent_group_id: string | null
  name: string
  description: string
  created_at: number
  updated_at: number
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
  /** Name and target without case, for searching and sorting the same way on both databases; see `store/platform/fold-case.ts`. */
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

interface MonitorTagsTable {
  monitor_key: number
  tag: string
}

interface MonitorTargetsTable {
  monitor_key: number
  target_id: string
  /** Keeps the order the user gave. */
  position: number
}

/** Monitors that depend on others: who is not alerted while the other one is down. */
export interface MonitorDependenciesTable {
  monitor_key: number
  /** What it depends on. */
  parent_key: number
  /** Keeps the order the user gave. */
  position: number
}
