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
