/** Monitors that depend on others: who is not alerted while the other one is down. */
export interface MonitorDependenciesTable {
  monitor_key: number
  /** What it depends on. */
  parent_key: number
  /** Keeps the order the user gave. */
  position: number
}

/** Open incidents that nobody is told of for now; see `core/incidents/hold.ts`. */
export interface IncidentHoldsTable {
  incident_id: string
  monitor_key: number
  /** What holds it. */
  parent_key: number
  stage: 'in_doubt' | 'down' | 'clearing'
  /** Of the entry that would have been told. */
  entry_id: string
  /** When the trouble began: what is checked after this knows of it. */
  since: number
  /** Since when nothing that it depends on is down; null otherwise. */
  cleared_at: number | null
  /** The end of waiting in doubt or for its own recovery; null when nothing sets one. */
  wait_until: number | null
  /** When to look whether it still stands. */
  look_at: number
}

/** Open incidents that people are to be reminded of. */
export interface IncidentRemindersTable {
  incident_id: string
  monitor_key: number
  due_at: number
  /** How many have been sent. */
  number: number
}
