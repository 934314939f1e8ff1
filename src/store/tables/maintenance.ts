import type { Flag } from './flag.ts'

export interface MaintenanceTables {
  maintenance_windows: MaintenanceWindowsTable
  maintenance_monitors: MaintenanceMonitorsTable
  maintenance_groups: MaintenanceGroupsTable
  maintenance_spans: MaintenanceSpansTable
  maintenance_progress: MaintenanceProgressTable
  deferred_incidents: DeferredIncidentsTable
}

/** Maintenance windows. */
export interface MaintenanceWindowsTable {
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

/** Monitors of windows. Rows of deleted monitors remain, and are left out when a window is read. */
interface MaintenanceMonitorsTable {
  window_id: string
  monitor_key: number
  /** Order chosen by the user. */
  position: number
}

/** Groups of windows. Rows of deleted groups remain, and are left out when a window is read. */
interface MaintenanceGroupsTable {
  window_id: string
  group_id: string
  position: number
}

/**
 * Past, present and planned maintenance of a monitor. Spans stay when their window is deleted, because uptime excludes
 * them.
 */
export interface MaintenanceSpansTable {
  monitor_key: number
  /** At most a week before the end. */
  starts_at: number
  window_id: string
  /** Moved to the present when maintenance ends early. */
  ends_at: number
}

/** Progress of the engine through a window, and the time at which it must continue. */
export interface MaintenanceProgressTable {
  window_id: string
  /** Null when no occurrence is left. */
  due_at: number | null
  /** Occurrences that start by then have their spans; null before the first. */
  planned_until: number | null
  /** Planned times of the current occurrence; null when there is none. */
  running_since: number | null
  running_until: number | null
  /** Whether recipients were notified of the start. */
  is_start_notified: Flag
}

/**
 * Deferred incidents: monitors that failed in maintenance, for which no incident opened. They are evaluated at its end.
 */
interface DeferredIncidentsTable {
  monitor_key: number
  /** End of the maintenance. */
  due_at: number
}
