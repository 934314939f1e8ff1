/** Places that probes stand in. */
import { prepared } from './prepared.ts'
import type { Reader, Tx } from './store.ts'

export interface Region {
  /** Small integer that results are stored under. */
  key: number
  code: string
  name: string
  /** Checks the monitors that pin no region. */
  isDefault: boolean
}

const selectRegions = prepared((db: Reader) =>
  db.selectFrom('regions').select(['key', 'code', 'name', 'is_default']).orderBy('code'),
)

/** Ordered by code. */
export async function listRegions(db: Reader): Promise<Region[]> {
  const rows = await selectRegions(db)
  return rows.map((row) => ({ key: row.key, code: row.code, name: row.name, isDefault: row.is_default === 1 }))
}

/**
 * @param code null asks for the home of what has no place: the first of the default regions, whatever others come later
 * @throws Error when a probe claims to stand where nobody knows of
 */
export function findRegion(regions: readonly Region[], code: string | null): Region {
  const found = code === null ? homeOf(regions) : regions.find((candidate) => candidate.code === code)
  if (!found) throw new Error(code === null ? 'There is no default region' : `There is no region "${code}"`)
  return found
}

const homeOf = (regions: readonly Region[]): Region | undefined =>
  regions.filter(({ isDefault }) => isDefault).toSorted((a, b) => a.key - b.key)[0]

/** Whether a region checks a monitor that pins these regions; pinning none means the default one. */
export const isCheckedIn = ({ code, isDefault }: Region, pinned: readonly string[]): boolean =>
  pinned.length === 0 ? isDefault : pinned.includes(code)

/** Makes the region, or gives it its present name and role. @param now Unix ms */
export async function saveRegion(tx: Tx, { code, name, isDefault }: Omit<Region, 'key'>, now: number): Promise<void> {
  const role = { name, is_default: isDefault ? 1 : 0 } as const
  await tx
    .insertInto('regions')
    .values({ code, ...role, created_at: now })
    .onConflict((conflict) => conflict.column('code').doUpdateSet(role))
    .execute()
}
