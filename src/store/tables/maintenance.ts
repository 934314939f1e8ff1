import type { Flag } from './flag.ts'

export interface MaintenanceTables {
  maintenance_windows: MaintenanceWindowsTable
  maintenance_monitors: MaintenanceMonitorsTable
  maintenance_groups: MaintenanceGroupsTable
  maintenance_spans: MaintenanceSpansTable
  maintenance_progress: MaintenanceProgressTable
  deferred_incidents: DeferredIncidentsTable
}

/** Planned work. */
export interface MaintenanceWindowsTable {
  id: string
  organization_id: string
  project_id: string
  name: string
  description: string
  /** The first occurrence, or the only one. */
  starts_at: number
  ends_at: number
  /** JSON or null. */
  recurrence: string | null
  cancelled_at: number | null
  created_at: number
  updated_at: number
}

/** Monitors that are deleted keep their rows, and are left out when a window is read. */
interface MaintenanceMonitorsTable {
  window_id: string
  monitor_key: number
  /** Keeps the order the user gave. */
  position: number
}

/** Groups that are gone keep their rows, and are left out when a window is read. */
interface MaintenanceGroupsTable {
  window_id: string
  group_id: string
  position: number
}

/** When a monitor was, is or is about to be in maintenance. Stays when its window is gone: uptime leaves it out. */
export interface MaintenanceSpansTable {
  monitor_key: number
  /** At most a week before its end. */
  starts_at: number
  window_id: string
  /** Moved to the present when maintenance ends early. */
  ends_at: number
}

/** How far the engine has come with a window, and when it has to look at it again. */
export interface MaintenanceProgressTable {
  window_id: string
  /** Null when nothing is to come. */
  due_at: number | null
  /** What begins by then has its spans; null when nothing has. */
  planned_until: number | null
  /** The times of what is in effect, as they were planned; null when nothing is. */
  running_since: number | null
  running_until: number | null
  /** Whether people were told that it began. */
  is_start_notified: Flag
}

/** Monitors that failed in maintenance, for which no incident opened: to be looked at when it is over. */
interface DeferredIncidentsTable {
  monitor_key: number
  /** The end of the maintenance. */
  due_at: number
}
