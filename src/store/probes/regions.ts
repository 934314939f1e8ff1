/** Regions, in which probes run. */
import type { UnixMs } from '../../core/platform/time/time.ts'
import { chooseRegions } from '../../core/probes/shares.ts'
import { getDialect } from '../platform/queries/bulk.ts'
import { prepareQuery } from '../platform/queries/prepared.ts'
import type { Reader, Tx } from '../platform/store.ts'

export interface Region {
  /** Small integer key in stored results. */
  key: number
  code: string
  name: string
  /** Whether it checks monitors that pin no region. */
  isDefault: boolean
  /** Whether it had a probe recently, and so shares in these checks. */
  isServing: boolean
  /** Grows when its live probes change, or the regions that share the unpinned monitors. */
  epoch: number
  epochSince: UnixMs
}

/** The fields that the creator of a region sets. */
type RegionRole = Pick<Region, 'code' | 'name' | 'isDefault'>

const selectRegions = prepareQuery((db: Reader) =>
  db
    .selectFrom('regions')
    .select(['key', 'code', 'name', 'is_default', 'is_serving', 'epoch', 'epoch_since'])
    .orderBy('code'),
)

/** Regions, by code. */
export async function listRegions(db: Reader): Promise<Region[]> {
  const rows = await selectRegions(db)
  return rows.map((row) => ({
    key: row.key,
    code: row.code,
    name: row.name,
    isDefault: row.is_default === 1,
    isServing: row.is_serving === 1,
    epoch: row.epoch,
    epochSince: row.epoch_since,
  }))
}

/**
 * @param code null selects the home region: the first default region, whatever regions are added later
 * @throws Error when a probe names an unknown region
 */
export function findRegion(regions: readonly Region[], code: string | null): Region {
  const found = code === null ? findHomeRegion(regions) : regions.find((candidate) => candidate.code === code)
  if (!found) throw new Error(code === null ? 'There is no default region' : `There is no region "${code}"`)
  return found
}

const findHomeRegion = (regions: readonly Region[]): Region | undefined =>
  regions.filter(({ isDefault }) => isDefault).toSorted((a, b) => a.key - b.key)[0]

/**
 * Codes of the regions that check unpinned monitors: default regions with probes, or all default regions when none has
 * any.
 */
export function listAutomaticCodes(regions: readonly Region[]): string[] {
  const candidates = regions.filter(({ isDefault }) => isDefault)
  const serving = candidates.filter(({ isServing }) => isServing)
  return (serving.length > 0 ? serving : candidates).map(({ code }) => code)
}

/** Codes of the regions that check a monitor: its pinned regions, otherwise some of the default ones. */
export const listCheckingRegions = (
  regions: readonly Region[],
  { key, regions: pinned }: { key: number; regions: readonly string[] },
): readonly string[] => (pinned.length > 0 ? pinned : chooseRegions(key, listAutomaticCodes(regions)))

/** Creates a region, which waits for its first probe, or updates its name and role. */
export async function saveRegion(tx: Tx, { code, name, isDefault }: RegionRole, now: UnixMs): Promise<void> {
  const role = { name, is_default: isDefault ? 1 : 0 } as const
  await tx
    .insertInto('regions')
    .values({ code, ...role, is_serving: 0, created_at: now })
    .onConflict((conflict) => conflict.column('code').doUpdateSet(role))
    .execute()
}

/**
 * Locks regions and their members in PostgreSQL until the transaction ends. A change of members first locks their
 * regions, in this order, to prevent deadlocks.
 */
export async function lockRegions(tx: Tx, keys: readonly number[]): Promise<void> {
  if (keys.length === 0 || getDialect(tx) !== 'postgres') return
  await tx
    .selectFrom('regions')
    .select('key')
    .where('key', 'in', [...keys])
    .orderBy('key')
    .forUpdate()
    .execute()
}

/** Starts new epochs, because the probes of these regions or their assignments have changed. */
export async function startEpoch(tx: Tx, keys: readonly number[], now: number): Promise<void> {
  if (keys.length === 0) return
  await tx
    .updateTable('regions')
    .set((eb) => ({ epoch: eb('epoch', '+', 1), epoch_since: now }))
    .where('key', 'in', [...keys])
    .execute()
}

export async function saveServing(tx: Tx, key: number, isServing: boolean): Promise<void> {
  await tx
    .updateTable('regions')
    .set({ is_serving: isServing ? 1 : 0 })
    .where('key', '=', key)
    .execute()
}

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
