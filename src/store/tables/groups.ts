/** What monitors are sorted into. Gone for good when they are deleted. */
export interface GroupsTable {
  id: string
  organization_id: string
  project_id: string
  created_by: string
  /** Null at the top. */
  parent_group_id: string | null
  name: string
  description: string
  created_at: number
  updated_at: number
}
