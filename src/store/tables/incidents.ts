import type { Generated } from 'kysely'
import type { Flag } from '../tables.ts'

export interface IncidentCommentsTable {
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

export interface IncidentsTable {
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

export interface IncidentUpdatesTable {
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
