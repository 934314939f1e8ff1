import type { Generated } from 'kysely'
import type { Flag } from './flag.ts'

export interface StatusPageTables {
  status_pages: StatusPagesTable
  status_page_sections: StatusPageSectionsTable
  status_page_components: StatusPageComponentsTable
  status_subscribers: StatusSubscribersTable
  status_news: StatusNewsTable
  subscriber_mails: SubscriberMailsTable
  notified_incidents: NotifiedIncidentsTable
}

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

interface StatusPageSectionsTable {
  id: string
  page_id: string
  name: string
  position: number
}

/** Components of deleted monitors keep their rows until the page's sections are next written. */
interface StatusPageComponentsTable {
  id: string
  page_id: string
  section_id: string
  monitor_key: number
  display_name: string | null
  description: string
  /** Within the section. */
  position: number
}

/** Somebody who wants to be mailed about a status page. */
export interface StatusSubscribersTable {
  id: string
  page_id: string
  /** Lower case; once per page. */
  email: string
  /** Null until the link in the first mail was used: nobody is told before. */
  confirmed_at: number | null
  /** When the link was last asked for. */
  asked_at: number
  created_at: number
  /** When there is something to send next, or when a claim that was never settled is void; null: nothing to send. */
  mail_due_at: number | null
  /** Tries in a row that failed. */
  mail_attempts: number
  /** While a mail waits after a failed attempt: when the next of its retries is due. */
  mail_retry_at: Generated<number | null>
  /** While a mail waits after a failed attempt: the receiver whose next success makes it due; null: none does. */
  mail_waits_for: Generated<string | null>
  /** The server that is sending a mail; null: none is. */
  mail_claimed_by: Generated<string | null>
}

/** What subscribers of a page are to hear, each once. Goes when everybody has heard it. */
export interface StatusNewsTable {
  id: string
  page_id: string
  /** With the page it is unique, so nothing is told twice. */
  source_id: string
  /** JSON: what happened. */
  cause: string
  /** JSON list: what the public reads of it, and of what came with it; null until it was decided. */
  content: string | null
  /** When to go on handing it to subscribers; null when every one has it. */
  due_at: number | null
  /** Id of the last subscriber that it was handed to. */
  queued_up_to: string
  created_at: number
}

/** What a subscriber has yet to be sent. */
interface SubscriberMailsTable {
  subscriber_id: string
  news_id: string
  /** The mail that it was first tried with: a repeat has the same id, and the same in it. */
  mail_id: string | null
}

/** Incidents whose beginning subscribers of a page have heard of: of those they hear the end, too. */
interface NotifiedIncidentsTable {
  page_id: string
  incident_id: string
  /** What the incident's own text for status pages was then. */
  page_update: string | null
  notified_at: number
}
