import type { Flag, ManagedColumns } from './columns.ts'

export interface MaintenanceTables {
  maintenance_windows: MaintenanceWindowsTable
  maintenance_monitors: MaintenanceMonitorsTable
  maintenance_groups: MaintenanceGroupsTable
  maintenance_spans: MaintenanceSpansTable
  maintenance_progress: MaintenanceProgressTable
  deferred_incidents: DeferredIncidentsTable
}

/** Maintenance windows. */
interface MaintenanceWindowsTable extends ManagedColumns {
  id: string
  organization_id: string
  project_id: string
  name: string
  description: string
  /** Start of the first or only occurrence. */
  starts_at: number
  ends_at: number
  /** JSON or null. */
  recurrence: string | null
  cancelled_at: number | null
  created_at: number
  updated_at: number
}

/** Monitors of windows. Rows of deleted monitors remain. They are left out when a window is read. */
interface MaintenanceMonitorsTable {
  window_id: string
  monitor_key: number
  /** Order chosen by the user. */
  position: number
}

/** Groups of windows. Rows of deleted groups remain. They are left out when a window is read. */
interface MaintenanceGroupsTable {
  window_id: string
  group_id: string
  position: number
}

/**
 * Past, current and planned maintenance of monitors. Spans stay when their window is deleted, because uptime excludes
 * them.
 */
export interface MaintenanceSpansTable {
  monitor_key: number
  /** At most a week before `ends_at`. */
  starts_at: number
  window_id: string
  /** Set to the current time when maintenance ends early. */
  ends_at: number
}

/** Progress of the background job through the occurrences of a window. */
export interface MaintenanceProgressTable {
  window_id: string
  /** Time at which the job must continue; null when no occurrence is left. */
  due_at: number | null
  /** The spans of all occurrences that start until this time are stored; null before the first. */
  planned_until: number | null
  /** Planned times of the current occurrence; null when there is none. */
  running_since: number | null
  running_until: number | null
  /** Whether recipients were notified of the start. */
  is_start_notified: Flag
}

/**
 * Deferred incidents: monitors that failed during maintenance, so that no incident opened. They are evaluated when the
 * maintenance ends.
 */
interface DeferredIncidentsTable {
  monitor_key: number
  /** End of the maintenance. */
  due_at: number
}
