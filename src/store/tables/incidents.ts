import type { Generated } from 'kysely'
import type { Flag } from './flag.ts'

export interface IncidentTables {
  incidents: IncidentsTable
  incident_updates: IncidentUpdatesTable
  incident_comments: IncidentCommentsTable
  incident_suppressions: IncidentSuppressionsTable
  incident_reminders: IncidentRemindersTable
  flaps: FlapsTable
}

interface IncidentsTable {
  id: string
  organization_id: string
  project_id: string
  monitor_key: number | null
  /** Null when the engine opened it. */
  created_by: string | null
  /** Cause family of a system incident: at most one of each is open per monitor. */
  family: string
  status: 'open' | 'acknowledged' | 'resolved'
  severity: string
  type: string
  source: 'system' | 'manual'
  title: string
  error_message: string
  status_page_update: string | null
  started_at: number
  acknowledged_at: number | null
  acknowledged_by: string | null
  resolved_at: number | null
  resolved_by: string | null
  resolution_note: string | null
  /** Start of its last outage; null when it was never reopened. */
  reopened_at: Generated<number | null>
  reopenings: Generated<number>
  /** Time during which it was resolved between its outages, ms. */
  healthy_ms: Generated<number>
  /** JSON arrays. */
  affected_regions: string
  affected_monitor_ids: string
  failure_count: number
  created_at: number
  updated_at: number
  deleted_at: number | null
  deleted_by: string | null
}

interface IncidentUpdatesTable {
  id: string
  incident_id: string
  kind: string
  message: string
  from_status: string | null
  to_status: string | null
  is_public: Flag
  user_id: string | null
  created_at: number
}

interface IncidentCommentsTable {
  id: string
  incident_id: string
  user_id: string
  /** Empty once deleted. */
  comment_text: string
  is_internal: Flag
  created_at: number
  updated_at: number
  deleted_at: number | null
}

/** Open incidents whose alerts are suppressed; see `core/incidents/suppression.ts`. */
export interface IncidentSuppressionsTable {
  incident_id: string
  monitor_key: number
  /** The dependency that suppresses it. */
  parent_key: number
  phase: 'in_doubt' | 'down' | 'clearing'
  /** Timeline entry whose notification is suppressed. */
  entry_id: string
  /** Start of the failure: only later checks of the dependency count. */
  since: number
  /** Since when none of its dependencies is down; null while one is. */
  cleared_at: number | null
  /** End of the wait for a confirmation or for its own recovery; null when there is no limit. */
  wait_until: number | null
  /** Time of the next review. */
  review_at: number
}

/** Open incidents with reminders. */
interface IncidentRemindersTable {
  incident_id: string
  monitor_key: number
  due_at: number
  /** Number of reminders sent. */
  number: number
}

/** Flapping monitors; the row is deleted when flapping ends. */
export interface FlapsTable {
  monitor_key: number
  since: number
  /** End of flapping, unless the status changes again. */
  stable_at: number
  /** Check interval, which determines when it counts as stable. */
  interval_ms: number
}
