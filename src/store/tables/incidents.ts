import type { Generated } from 'kysely'
import type { Flag } from './columns.ts'

export interface IncidentTables {
  incidents: IncidentsTable
  incident_updates: IncidentUpdatesTable
  incident_comments: IncidentCommentsTable
  incident_holds: IncidentHoldsTable
  incident_reminders: IncidentRemindersTable
  incident_escalations: IncidentEscalationsTable
  flaps: FlapsTable
  silences: SilencesTable
}

interface IncidentsTable {
  id: string
  organization_id: string
  project_id: string
  monitor_key: number | null
  /** Group with a condition that the incident is about; the group may be deleted. */
  group_id: Generated<string | null>
  /** Null when the engine opened it. */
  created_by: string | null
  /** Family of the incident. At most one system incident of each family is open per monitor. */
  family: string
  status: 'open' | 'acknowledged' | 'resolved'
  severity: string
  type: string
  source: 'system' | 'manual'
  title: string
  /** Title on status pages; null for the usual one. */
  public_title: Generated<string | null>
  error_message: string
  status_page_update: string | null
  started_at: number
  acknowledged_at: number | null
  acknowledged_by: string | null
  /** Name of the notification target whose link acknowledged it. */
  acknowledged_via: Generated<string | null>
  /** Null unless it is snoozed. */
  snoozed_until: Generated<number | null>
  snoozed_by: Generated<string | null>
  /** Name of the notification target whose link snoozed it. */
  snoozed_via: Generated<string | null>
  resolved_at: number | null
  resolved_by: string | null
  resolution_note: string | null
  /** Start of its last outage; null when it was never reopened. */
  reopened_at: Generated<number | null>
  reopenings: Generated<number>
  /** Total time between outages for which it was resolved, ms. */
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
  /** Empty after deletion. */
  comment_text: string
  is_internal: Flag
  created_at: number
  updated_at: number
  deleted_at: number | null
}

/** Incidents whose alerts are held: one row per incident and reason. Columns that the reason does not use are null. */
export interface IncidentHoldsTable {
  incident_id: string
  reason: 'dependency_down' | 'silenced' | 'snoozed'
  /** Time of the next review. */
  review_at: number
  /**
   * `dependency_down`: the incident update whose notification is held. `silenced`: the last held incident update that did
   * not change the status.
   */
  update_id: string | null
  /** `dependency_down`: the monitor, and the dependency that the alert waits for. */
  monitor_key: number | null
  parent_key: number | null
  /** `dependency_down`: the group that the alert waits for, instead of a monitor. */
  parent_group_id: Generated<string | null>
  phase: 'in_doubt' | 'down' | 'clearing' | 'paused' | null
  /** Start of the failure. Only checks of the dependency after this time count. */
  since: number | null
  /** Time since which no dependency is down; null while one is down. */
  cleared_at: number | null
  /** Timeout of the wait in doubt, or for the monitor's recovery; null when there is none. */
  wait_until: number | null
  /** `silenced`: the project, and the user who silenced the monitors. */
  project_id: string | null
  user_id: string | null
  /** JSON `EventOverride` of the last held expiry warning; null when there is none. */
  warning: string | null
}

/** Open incidents with reminders. */
interface IncidentRemindersTable {
  incident_id: string
  monitor_key: number
  due_at: number
  /** Number of reminders sent. */
  number: number
}

/** Incidents whose opening was sent to the first step of an escalation policy. The row stays after the last step. */
interface IncidentEscalationsTable {
  incident_id: string
  policy_id: string
  /** Next round and step, both from 1. */
  round: number
  step: number
  /** Time of the opening event. Targets that received an opening since then receive all later events. */
  opened_at: number
  /** Time at which the opening was sent; the steps count from it. */
  started_at: number
  /** Null when no step follows. */
  due_at: number | null
}

/** Flapping monitors; the row is deleted when flapping ends. */
export interface FlapsTable {
  monitor_key: number
  since: number
  /** End of flapping, unless the status changes again. */
  stable_at: number
  /** Check interval, which determines how long the status must be stable. */
  interval_ms: number
}

/** Silenced monitors; see `core/incidents/silence.ts`. The row is deleted when the silence ends. */
interface SilencesTable {
  monitor_key: number
  /** User who silenced the monitor last. */
  user_id: string
  since: number
  ends_at: number
  note: string | null
}
