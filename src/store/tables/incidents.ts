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
  /** Cause family of an engine's incident: at most one of each is open per monitor. */
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
  /** When its last outage began; null when it was never reopened. */
  reopened_at: Generated<number | null>
  reopenings: Generated<number>
  /** How long it was resolved between its outages. */
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
  /** Empty once it is deleted. */
  comment_text: string
  is_internal: Flag
  created_at: number
  updated_at: number
  deleted_at: number | null
}

/** Open incidents that nobody is told of for now; see `core/incidents/suppression.ts`. */
export interface IncidentSuppressionsTable {
  incident_id: string
  monitor_key: number
  /** What holds it. */
  parent_key: number
  phase: 'in_doubt' | 'down' | 'clearing'
  /** Of the entry that would have been told. */
  entry_id: string
  /** When the trouble began: what is checked after this knows of it. */
  since: number
  /** Since when nothing that it depends on is down; null otherwise. */
  cleared_at: number | null
  /** The end of waiting in doubt or for its own recovery; null when nothing sets one. */
  wait_until: number | null
  /** When to look whether it still stands. */
  review_at: number
}

/** Open incidents that people are to be reminded of. */
interface IncidentRemindersTable {
  incident_id: string
  monitor_key: number
  due_at: number
  /** How many have been sent. */
  number: number
}

/** Monitors that change their status too often to be told of each time; a row is gone when it is over. */
export interface FlapsTable {
  monitor_key: number
  since: number
  /** When it is over, unless the status changes again. */
  stable_at: number
  /** How often it is checked; what counts as steady goes by that. */
  interval_ms: number
}
