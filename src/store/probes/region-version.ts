/** Version numbers with which a polling probe detects changes. */
import { prepareQuery } from '../platform/prepared.ts'
import type { Reader } from '../platform/store.ts'

/** Revision of the last committed change. */
const selectRevision = prepareQuery((db: Reader) =>
  db.selectFrom('counters').select('value').where('name', '=', 'monitor_revision'),
)

export const readRevision = async (db: Reader): Promise<number> => (await selectRevision(db))[0]?.value ?? 0

/** Epoch of a region and revision of all monitors. */
export interface RegionVersion {
  epoch: number
  revision: number
}

const selectRegionVersion = prepareQuery((db: Reader, code: string) =>
  db
    .selectFrom('regions')
    .innerJoin('counters', (join) => join.on('counters.name', '=', 'monitor_revision'))
    .select(['regions.epoch', 'counters.value as revision'])
    .where('regions.code', '=', code),
)

/** Null when there is no such region. */
export const readRegionVersion = async (db: Reader, regionCode: string): Promise<RegionVersion | null> =>
  (await selectRegionVersion(db, regionCode))[0] ?? null
