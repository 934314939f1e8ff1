/** Shifts of a period as rows, with the gaps between them. Pure. */
import type { Schemas } from '../../api/types.ts'

type Shift = Schemas['OnCallShift']

export interface ShiftRow {
  /** Null while no user is on call. */
  userName: string | null
  startsAt: string
  endsAt: string
}

/** Returns the rows of a period, oldest first. All times are ISO 8601. */
export function listShiftRows(shifts: readonly Shift[], from: string, to: string): ShiftRow[] {
  const rows: ShiftRow[] = []
  let covered = from
  const addGap = (until: string) => {
    if (Date.parse(covered) < Date.parse(until)) rows.push({ userName: null, startsAt: covered, endsAt: until })
  }
  for (const { user, starts_at, ends_at } of shifts) {
    addGap(starts_at)
    rows.push({ userName: user.name, startsAt: starts_at, endsAt: ends_at })
    covered = ends_at
  }
  addGap(to)
  return rows
}

/** Time of a period without a user on call. */
interface Gaps {
  count: number
  totalMs: number
}

export function sumGaps(rows: readonly ShiftRow[]): Gaps {
  const gaps = rows.filter(({ userName }) => userName === null)
  return { count: gaps.length, totalMs: gaps.reduce((sum, gap) => sum + measureRow(gap), 0) }
}

export const measureRow = ({ startsAt, endsAt }: ShiftRow): number => Date.parse(endsAt) - Date.parse(startsAt)
