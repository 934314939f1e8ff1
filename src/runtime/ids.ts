import { randomFillSync } from 'node:crypto'
import { createUuidV7 } from '../core/platform/id.ts'

/** Random bytes of one id. */
const RANDOM_BYTES = 10

/** Ids generated from one call for random bytes: the call costs more than the bytes. */
const POOL_IDS = 256

/** Twelve bits of the id are a counter within its millisecond. Source: RFC 9562, section 6.2, method 1 */
const COUNTER_LIMIT = 4096

/**
 * Creates monotonic UUIDs of version 7. Ids of the same millisecond sort in creation order, and a clock that is set
 * back does not change the order.
 *
 * @param now Unix ms
 */
export function createIdSource(now: () => number): () => string {
  const pool = new Uint8Array(POOL_IDS * RANDOM_BYTES)
  let used = pool.length
  let last = 0
  let counter = 0
  return () => {
    if (used === pool.length) {
      randomFillSync(pool)
      used = 0
    }
    const random = pool.subarray(used, used + RANDOM_BYTES)
    used += RANDOM_BYTES
    const at = Math.max(now(), last)
    // A new millisecond starts in the lower half of the range, which leaves room to count
    counter = at === last ? counter + 1 : (random[0]! << 3) | (random[1]! & 7)
    last = counter < COUNTER_LIMIT ? at : at + 1
    counter %= COUNTER_LIMIT
    random[0] = counter >> 8
    random[1] = counter & 0xff
    return createUuidV7(last, random)
  }
}
