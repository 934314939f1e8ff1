/** The last stage of the walk: days of results that nobody keeps, and the room that deleted rows have left. */

import { DAY_MS } from '../../core/platform/time/time.ts'
import { REMAINS_MS } from '../../core/retention/retention.ts'
import type { Reader } from '../../store/platform/store.ts'
import { longestRawResultDays } from '../../store/retention/retention-walk.ts'
import type { Stage } from './stage.ts'

/** First ms of raw results that anybody keeps; null when there is nobody. */
export async function oldestKept(db: Reader, day: number): Promise<number | null> {
  const days = await longestRawResultDays(db, day - REMAINS_MS)
  return days === null ? null : day - days * DAY_MS
}

export const space: Stage = async (tx, { store }, walk, room) => {
  const { drop, giveBack } = store.traits.space
  const before = walk.after === '' ? await oldestKept(tx, walk.day) : null
  if (before !== null) room.take('days of results', await drop(tx, before))
  const bytes = await giveBack(tx)
  if (bytes === 0) return null
  room.take('bytes of the file', bytes)
  return 'dropped'
}
