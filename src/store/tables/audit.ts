/** Who did what. Written with the change itself, never changed. */
export interface AuditLogTable {
  id: string
  organization_id: string
  /** Null when the account is gone, or when the service did it. */
  actor_id: string | null
  /** As it was then. */
  actor_name: string
  credential: 'session' | 'key' | 'none'
  key_id: string | null
  /** `monitor.created`. */
  action: string
  resource_type: string
  resource_id: string
  /** JSON object: by field, `{ from, to }`; secrets masked. */
  changes: string
  ip: string | null
  created_at: number
}
