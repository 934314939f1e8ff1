/** Corrections after a restore, in a handful of statements. */

import { type Kysely, sql } from 'kysely'
import { computeRestoredEpoch, computeRestoredRevision } from '../../core/platform/database/backup.ts'
import { MINUTE_MS } from '../../core/platform/time/time.ts'
import type { Tx } from '../platform/store.ts'
import type { Database } from '../tables/index.ts'

/** Skips revisions and epochs, so that probes do not mistake a new revision for one that they have already received. */
export async function skipRevisions(tx: Tx, now: number): Promise<void> {
  const { value } = await tx
    .selectFrom('counters')
    .select('value')
    .where('name', '=', 'monitor_revision')
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('counters')
    .set({ value: computeRestoredRevision(value, now) })
    .where('name', '=', 'monitor_revision')
    .execute()
  for (const { key, epoch } of await tx.selectFrom('regions').select(['key', 'epoch']).execute())
    await tx
      .updateTable('regions')
      .set({ epoch: computeRestoredEpoch(epoch, now) })
      .where('key', '=', key)
      .execute()
}

/**
 * Gives up alerts that were due before a time and are still pending. Their fallbacks are not notified either.
 *
 * @returns how many alerts there were
 */
export async function discardDeliveries(tx: Tx, dueBefore: number, reason: string, now: number): Promise<number> {
  const givenUp = { status: 'failed', error_message: reason, updated_at: now } as const
  const leaders = await tx
    .updateTable('deliveries')
    .set(givenUp)
    .where('status', '=', 'pending')
    .where('next_attempt_at', '<', dueBefore)
    .executeTakeFirstOrThrow()
  // Members of an alert group are never due themselves
  const members = await tx
    .updateTable('deliveries')
    .set(givenUp)
    .where('status', '=', 'pending')
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('deliveries as l')
          .select('l.id')
          .whereRef('l.id', '=', 'deliveries.leader_id')
          .where('l.status', '<>', 'pending'),
      ),
    )
    .executeTakeFirstOrThrow()
  return Number(leaders.numUpdatedRows + members.numUpdatedRows)
}

/**
 * Deletes pending status page emails to subscribers from before a time.
 *
 * @returns how many emails there were
 */
export async function discardSubscriberUpdates(tx: Tx, before: number): Promise<number> {
  const old = (db: Kysely<Database>) =>
    db.selectFrom('subscriber_updates').select('id').where('created_at', '<', before)
  const mails = await tx.deleteFrom('subscriber_emails').where('update_id', 'in', old(tx)).executeTakeFirstOrThrow()
  await tx.deleteFrom('subscriber_updates').where('created_at', '<', before).execute()
  return Number(mails.numDeletedRows)
}

/**
 * Reschedules overdue reminders to one interval from now: the incident may be over, and is reviewed before the reminder
 * is sent.
 */
export async function rescheduleReminders(tx: Tx, now: number): Promise<void> {
  await sql`update incident_reminders set due_at = ${sql.lit(now)} + ${sql.lit(MINUTE_MS)} * coalesce(
      (select reminder_interval_minutes from monitors where monitors.key = incident_reminders.monitor_key), 0)
    where due_at <= ${now}`.execute(tx)
}

/** Time until overdue escalation steps and ends of snoozes are sent after a restore: enough for results that show a recovery. */
const ESCALATION_DELAY_MS = 5 * MINUTE_MS

/** Reschedules overdue escalation steps for the same reason. */
export async function rescheduleEscalations(tx: Tx, now: number): Promise<void> {
  await tx
    .updateTable('incident_escalations')
    .set({ due_at: now + ESCALATION_DELAY_MS })
    .where('due_at', '<=', now)
    .execute()
}

/** Reschedules overdue ends of snoozes for the same reason. */
export async function rescheduleSnoozes(tx: Tx, now: number): Promise<void> {
  await tx
    .updateTable('incident_holds')
    .set({ review_at: now + ESCALATION_DELAY_MS })
    .where('reason', '=', 'snoozed')
    .where('review_at', '<=', now)
    .execute()
}
