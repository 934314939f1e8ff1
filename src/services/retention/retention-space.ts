/** Last retention stage: drops days of results that no organization keeps, and releases the space of deleted rows. */

import { DAY_MS } from '../../core/platform/time/time.ts'
import { DELETED_RETENTION_MS } from '../../core/retention/retention.ts'
import type { Reader } from '../../store/platform/store.ts'
import { findLongestRawResultDays } from '../../store/retention/retention-run.ts'
import type { RetentionStage } from './retention-stage.ts'

/** Returns the first ms of raw results that any organization keeps; null when none keeps results. */
export async function findOldestRetained(db: Reader, day: number): Promise<number | null> {
  const days = await findLongestRawResultDays(db, day - DELETED_RETENTION_MS)
  return days === null ? null : day - days * DAY_MS
}

export const releaseSpace: RetentionStage = async (tx, { store }, run, budget) => {
  const { drop, releaseBytes } = store.traits.space
  const before = run.cursor === '' ? await findOldestRetained(tx, run.startsAt) : null
  if (before !== null) budget.take('days of results', await drop(tx, 'result_blocks', before))
  const bytes = await releaseBytes(tx)
  if (bytes === 0) return null
  budget.take('bytes of the file', bytes)
  return 'dropped'
}
