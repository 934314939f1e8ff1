/** Places that probes stand in. */
import { chooseRegions } from '../../core/probes/shares.ts'
import { getDialect } from '../platform/bulk.ts'
import { prepareQuery } from '../platform/prepared.ts'
import type { Reader, Tx } from '../platform/store.ts'

export interface Region {
  /** Small integer that results are stored under. */
  key: number
  code: string
  name: string
  /** May check monitors that pin no region. */
  isDefault: boolean
  /** Had a probe lately, and so takes part in checking them. */
  isServing: boolean
  /** Grows whenever its live probes are others, or the regions among which such monitors are divided. */
  epoch: number
  /** Unix ms. */
  epochSince: number
}

/** What is said of a region by whoever makes it. */
type RegionRole = Pick<Region, 'code' | 'name' | 'isDefault'>

const selectRegions = prepareQuery((db: Reader) =>
  db
    .selectFrom('regions')
    .select(['key', 'code', 'name', 'is_default', 'is_serving', 'epoch', 'epoch_since'])
    .orderBy('code'),
)

/** Ordered by code. */
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
 * @param code null asks for the home of what has no place: the first of the default regions, whatever others come later
 * @throws Error when a probe claims to stand where nobody knows of
 */
export function findRegion(regions: readonly Region[], code: string | null): Region {
  const found = code === null ? findHomeRegion(regions) : regions.find((candidate) => candidate.code === code)
  if (!found) throw new Error(code === null ? 'There is no default region' : `There is no region "${code}"`)
  return found
}

const findHomeRegion = (regions: readonly Region[]): Region | undefined =>
  regions.filter(({ isDefault }) => isDefault).toSorted((a, b) => a.key - b.key)[0]

/** Codes of the regions that check monitors which pin none: those with probes, and all default ones where none has any. */
export function listAutomaticCodes(regions: readonly Region[]): string[] {
  const candidates = regions.filter(({ isDefault }) => isDefault)
  const serving = candidates.filter(({ isServing }) => isServing)
  return (serving.length > 0 ? serving : candidates).map(({ code }) => code)
}

/** Codes of the regions that check a monitor: those that it pins, otherwise some of the default ones. */
export const listCheckingRegions = (
  regions: readonly Region[],
  { key, regions: pinned }: { key: number; regions: readonly string[] },
): readonly string[] => (pinned.length > 0 ? pinned : chooseRegions(key, listAutomaticCodes(regions)))

/** Makes the region, which waits for its first probe, or gives it its present name and role. @param now Unix ms */
export async function saveRegion(tx: Tx, { code, name, isDefault }: RegionRole, now: number): Promise<void> {
  const role = { name, is_default: isDefault ? 1 : 0 } as const
  await tx
    .insertInto('regions')
    .values({ code, ...role, is_serving: 0, created_at: now })
    .onConflict((conflict) => conflict.column('code').doUpdateSet(role))
    .execute()
}

/**
 * In PostgreSQL nobody else changes them, or who is in them, until the transaction ends. Whoever changes members locks their
 * regions first, and in this order: so nobody waits in a circle.
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

/** The probes of these regions, or what they are to check, are others from now on. */
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
