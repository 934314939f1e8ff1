/**
 * Bringing back what a backup holds. The database then goes on from a moment that lies back, and nobody is alerted of
 * what was then.
 */
import { type BackupHeader, computeLastKey, RECENT_MS } from '../core/platform/backup.ts'
import {
  discardDeliveries,
  discardStatusNews,
  rescheduleReminders,
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

/** How much was to be told and is not. */
interface Discarded {
  alerts: number
  mails: number
}

export interface Restored extends Discarded {
  /** Rows by table. */
  rows: Record<string, number>
}

/**
 * Everything in one transaction, of a database in which nothing is yet.
 *
 * @throws BackupError when the rows do not belong together
 */
export async function restoreAll(tx: Tx, traits: DialectTraits, restoring: Restoring): Promise<Restored> {
  const rows = await load({ tx, traits, lastKeyOf: computeLastKey, ...restoring })
  return { rows, ...(await adoptRestored(tx, restoring.header.takenAt, restoring.now)) }
}

/** @param takenAt the moment that the database goes on from, Unix ms */
async function adoptRestored(tx: Tx, takenAt: number, now: number): Promise<Discarded> {
  const reason = `not sent: restored from a backup of ${new Date(takenAt).toISOString()}`
  await skipRevisions(tx, now)
  await rescheduleReminders(tx, now)
  return {
    alerts: await discardDeliveries(tx, now - RECENT_MS, reason, now),
    mails: await discardStatusNews(tx, now - RECENT_MS),
  }
}
