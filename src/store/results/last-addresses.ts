/** Addresses to which the last checks of monitors connected. */
import { bulk } from '../platform/bulk.ts'
import type { Reader } from '../platform/store.ts'
import { unpackDetail } from './result-detail.ts'

const load = bulk<{ monitor_key: number; detail: Uint8Array | null }>(
  { monitor_key: 'int4', since: 'int8' },
  `select k.monitor_key as monitor_key,
     (select r.detail from results r where r.monitor_key = k.monitor_key and r.scheduled_at >= k.since
      order by r.scheduled_at desc limit 1) as detail
   from k`,
)

/**
 * Lists the address of the newest result, by monitor key. A monitor has none when the name was not resolved, or when it
 * has no result after `since`.
 *
 * @param since Unix ms
 */
export async function listLastAddresses(
  db: Reader,
  monitorKeys: readonly number[],
  since: number,
): Promise<Map<number, string>> {
  const { rows } = await load(
    db,
    monitorKeys.map((key) => [key, since]),
  )
  const known = rows.map(({ monitor_key: key, detail }) => [key, detail && unpackDetail(detail).remoteAddress] as const)
  return new Map(known.filter((entry): entry is readonly [number, string] => entry[1] !== null))
}
