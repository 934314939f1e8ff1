/** Renames tables and columns to the terms of the glossary. */
import type { Kysely } from 'kysely'
import type { Database } from '../../tables/index.ts'

/** Columns by the name of their table in the initial schema. */
const COLUMNS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  incident_holds: { stage: 'phase', look_at: 'review_at' },
  flaps: { steady_at: 'stable_at' },
  told_subjects: { about: 'subject', word: 'warning', told_at: 'notified_at' },
  expiry_watches: { warned_about: 'warned_subject' },
  maintenance_agenda: { is_told: 'is_start_notified' },
  deliveries: { sent_as: 'leader_id', instead_of: 'fallback_for' },
  seal_state: { place: 'cursor' },
  rate_windows: { who: 'key_hash' },
  probe_watch: { looked_at: 'checked_at' },
  probe_orders: { taken_by: 'claimed_by', taken_at: 'claimed_at' },
  retention_terms: { wanted_raw_result_days: 'plan_raw_result_days', wanted_rollup_days: 'plan_rollup_days' },
  retention_walk: { after: 'cursor' },
  status_news: { words: 'content', told_up_to: 'queued_up_to' },
  subscriber_mails: { sent_as: 'email_id', news_id: 'update_id' },
  status_told: { said: 'page_update', told_at: 'notified_at' },
}

const TABLES: Readonly<Record<string, string>> = {
  incident_holds: 'incident_suppressions',
  kept_responses: 'failure_responses',
  heartbeat_watch: 'heartbeat_intake',
  certificate_sights: 'certificate_observations',
  told_subjects: 'notified_subjects',
  maintenance_agenda: 'maintenance_progress',
  withheld_openings: 'deferred_incidents',
  retention_walk: 'retention_run',
  status_told: 'notified_incidents',
  status_news: 'subscriber_updates',
  subscriber_mails: 'subscriber_emails',
}

export async function up(db: Kysely<Database>): Promise<void> {
  for (const [table, columns] of Object.entries(COLUMNS))
    for (const [from, to] of Object.entries(columns)) await db.schema.alterTable(table).renameColumn(from, to).execute()
  for (const [from, to] of Object.entries(TABLES)) await db.schema.alterTable(from).renameTo(to).execute()
  // The JSON in these rows has other field names now. After the deletion, the next alert starts a new group
  await db.deleteFrom('alert_groups').execute()
}
