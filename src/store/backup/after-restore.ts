/** What has to be set right in a database that was restored from a backup, in a handful of statements. */

import { type Kysely, sql } from 'kysely'
import { computeRestoredEpoch, computeRestoredRevision } from '../../core/platform/backup.ts'
import { MINUTE_MS } from '../../core/platform/time/time.ts'
import type { Tx } from '../platform/store.ts'
import type { Database } from '../tables/index.ts'

/** Probes must not take a revision or an epoch for one that they have heard of. */
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
 * Gives up what was due before a moment and is still pending. Nobody is told of it by another way either.
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
  // Told in the message of another one, they are never due themselves
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

/** Forgets what readers of status pages were to hear from before a moment. @returns how many mails there were */
export async function discardStatusNews(tx: Tx, before: number): Promise<number> {
  const old = (db: Kysely<Database>) => db.selectFrom('status_news').select('id').where('created_at', '<', before)
  const mails = await tx.deleteFrom('subscriber_mails').where('news_id', 'in', old(tx)).executeTakeFirstOrThrow()
  await tx.deleteFrom('status_news').where('created_at', '<', before).execute()
  return Number(mails.numDeletedRows)
}

/** What people were to be reminded of by now is due an interval from now: it may be over, and is looked at first. */
export async function rescheduleReminders(tx: Tx, now: number): Promise<void> {
  await sql`update incident_reminders set due_at = ${sql.lit(now)} + ${sql.lit(MINUTE_MS)} * coalesce(
      (select reminder_interval_minutes from monitors where monitors.key = incident_reminders.monitor_key), 0)
    where due_at <= ${now}`.execute(tx)
}
