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
export interface MaintenanceMonitorsTable {
  window_id: string
  monitor_key: number
  /** Keeps the order the user gave. */
  position: number
}

/** Groups that are gone keep their rows, and are left out when a window is read. */
export interface MaintenanceGroupsTable {
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
