import type { Generated } from 'kysely'
import type { Flag, ManagedColumns } from './columns.ts'

export interface StatusPageTables {
  status_pages: StatusPagesTable
  status_page_sections: StatusPageSectionsTable
  status_page_components: StatusPageComponentsTable
  status_subscribers: StatusSubscribersTable
  subscriber_updates: SubscriberUpdatesTable
  subscriber_emails: SubscriberEmailsTable
  notified_incidents: NotifiedIncidentsTable
}

interface StatusPagesTable extends ManagedColumns {
  id: string
  organization_id: string
  project_id: string
  /** Unique in the instance, because it is part of the public address. */
  slug: string
  name: string
  description: string
  logo_url: string | null
  theme: string
  accent_color: string
  /** Lower case, unique in the instance. */
  custom_domain: string | null
  is_published: Flag
  /** argon2id, in PHC form; null for a page without a password. */
  password_hash: string | null
  show_uptime_days: number
  /** Whether search engines may list it. */
  is_indexed: Generated<Flag>
  /** Whether readers can subscribe by email. */
  allows_subscribers: Generated<Flag>
  /** Contact for readers: http, https or mailto. */
  contact_url: Generated<string | null>
  /** IANA name; null for the time zone of each reader. */
  timezone: Generated<string | null>
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
  /** Null for a group. */
  monitor_key: number | null
  /** Null for a monitor. */
  group_id: Generated<string | null>
  display_name: string | null
  description: string
  /** Within the section. */
  position: number
}

/** Email subscribers of a status page. */
export interface StatusSubscribersTable {
  id: string
  page_id: string
  /** Lower case; once per page. */
  email: string
  /** Time at which the link in the first email was used. Until then it is null, and no updates are sent. */
  confirmed_at: number | null
  /** Time at which the reader last requested the link. */
  asked_at: number
  created_at: number
  /** Due time of the next email, or expiry of an unfinished claim; null when no update is queued. */
  mail_due_at: number | null
  /** Consecutive failed attempts. */
  mail_attempts: number
  /** After a failed attempt: due time of the next retry. */
  mail_retry_at: Generated<number | null>
  /** After a failed attempt: receiver whose next success makes the email due; null when there is none. */
  mail_waits_for: Generated<string | null>
  /** 1 after an attempt that handed the whole email to the mail server. */
  mail_handed_over: Generated<number>
  /** Server that is sending an email; null when none is. */
  mail_claimed_by: Generated<string | null>
}

/** Updates for the subscribers of a page. A row is deleted when all subscribers have received it. */
export interface SubscriberUpdatesTable {
  id: string
  page_id: string
  /** Unique with the page, so that no update is sent twice. */
  source_id: string
  /** JSON of the event. */
  cause: string
  /** JSON list of the public texts of this event and of the events grouped with it; null until they are decided. */
  content: string | null
  /** Time at which queueing for the subscribers continues; null when it is queued for all of them. */
  due_at: number | null
  /** Id of the last subscriber for whom it was queued. */
  queued_up_to: string
  created_at: number
}

/** Queued updates of a subscriber. */
interface SubscriberEmailsTable {
  subscriber_id: string
  update_id: string
  /** Id of the email in the first attempt. A retry has the same id and contents. */
  email_id: string | null
}

/** Incidents whose start the subscribers of a page have received. The subscribers receive the end, too. */
interface NotifiedIncidentsTable {
  page_id: string
  incident_id: string
  /** The incident's text for status pages when the subscribers were notified. */
  page_update: string | null
  notified_at: number
}
