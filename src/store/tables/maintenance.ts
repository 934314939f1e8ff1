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
