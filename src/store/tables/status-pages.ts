import type { Generated } from 'kysely'
import type { Flag } from '../tables.ts'

export interface StatusPagesTable {
  id: string
  organization_id: string
  project_id: string
  /** Unique in the instance, for it stands in the public address. */
  slug: string
  name: string
  description: string
  logo_url: string | null
  theme: string
  accent_color: string
  /** Lower case, unique in the instance. */
  custom_domain: string | null
  is_published: Flag
  /** argon2id, in PHC form; null when anybody may look. */
  password_hash: string | null
  show_uptime_days: number
  /** Whether search engines may list it. */
  is_indexed: Generated<Flag>
  /** Whether people may have themselves told by mail. */
  allows_subscribers: Generated<Flag>
  /** Where readers turn to: http, https or mailto. */
  contact_url: Generated<string | null>
  created_at: number
  updated_at: number
}

export interface StatusPageSectionsTable {
  id: string
  page_id: string
  name: string
  position: number
}

/** Components of deleted monitors keep their rows until the page's sections are next written. */
export interface StatusPageComponentsTable {
  id: string
  page_id: string
  section_id: string
  monitor_key: number
  display_name: string | null
  description: string
  /** Within the section. */
  position: number
}
