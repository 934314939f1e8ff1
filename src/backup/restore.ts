/**
 * Restores the contents of a backup. The database then continues from a past moment, and no alerts are sent for that
 * time.
 */
import { type BackupHeader, computeLastKey, RECENT_MS } from '../core/platform/backup.ts'
import {
  discardDeliveries,
  discardSubscriberUpdates,
  rescheduleEscalations,
  rescheduleReminders,
  rescheduleSnoozes,
  skipRevisions,
} from '../store/backup/after-restore.ts'
import { type Filler, load, type TableOfRows } from '../store/backup/load.ts'
import type { DialectTraits } from '../store/platform/dialects.ts'
import type { Tx } from '../store/platform/store.ts'

interface Restoring {
  header: BackupHeader
  tables: AsyncIterable<TableOfRows>
  filler: Filler
  /** Unix ms. */
  now: number
}

/** Numbers of notifications that are discarded. */
interface Discarded {
  alerts: number
  mails: number
}

export interface Restored extends Discarded {
  /** Rows by table. */
  rows: Record<string, number>
}

/**
 * Restores everything in one transaction of an empty database.
 *
 * @throws BackupError when the rows are inconsistent
 */
export async function restoreAll(tx: Tx, traits: DialectTraits, restoring: Restoring): Promise<Restored> {
  const rows = await load({ tx, traits, lastKeyOf: computeLastKey, ...restoring })
  return { rows, ...(await adoptRestored(tx, restoring.header.takenAt, restoring.now)) }
}

/** @param takenAt time from which the database continues, Unix ms */
async function adoptRestored(tx: Tx, takenAt: number, now: number): Promise<Discarded> {
  const reason = `not sent: restored from a backup of ${new Date(takenAt).toISOString()}`
  await skipRevisions(tx, now)
  await rescheduleReminders(tx, now)
  await rescheduleEscalations(tx, now)
  await rescheduleSnoozes(tx, now)
  return {
    alerts: await discardDeliveries(tx, now - RECENT_MS, reason, now),
    mails: await discardSubscriberUpdates(tx, now - RECENT_MS),
  }
}
