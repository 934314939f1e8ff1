/** Shifts of a period as rows, with the gaps between them. Pure. */
import type { Schemas } from '../../api/types.ts'

type Shift = Schemas['OnCallShift']

export interface ShiftRow {
  /** Both are null while no user is on call. */
  userId: string | null
  userName: string | null
  startsAt: string
  endsAt: string
}

/** Returns the rows of a period, oldest first. All times are ISO 8601. */
export function listShiftRows(shifts: readonly Shift[], from: string, to: string): ShiftRow[] {
  const rows: ShiftRow[] = []
  let covered = from
  const addGap = (until: string) => {
    if (Date.parse(covered) < Date.parse(until))
      rows.push({ userId: null, userName: null, startsAt: covered, endsAt: until })
  }
  for (const { user, starts_at, ends_at } of shifts) {
    addGap(starts_at)
    rows.push({ userId: user.id, userName: user.name, startsAt: starts_at, endsAt: ends_at })
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

/** Adds the gaps after a moment, Unix ms. */
export function sumGaps(rows: readonly ShiftRow[], after = 0): Gaps {
  const gaps = rows.filter(({ userName, endsAt }) => userName === null && Date.parse(endsAt) > after)
  const lengths = gaps.map(({ startsAt, endsAt }) => Date.parse(endsAt) - Math.max(after, Date.parse(startsAt)))
  return { count: gaps.length, totalMs: lengths.reduce((sum, length) => sum + length, 0) }
}

export const measureRow = ({ startsAt, endsAt }: ShiftRow): number => Date.parse(endsAt) - Date.parse(startsAt)

/** Returns the position of a row in a period (Unix ms), as a share of its width. */
export function toPlacement({ startsAt, endsAt }: ShiftRow, { from, to }: { from: number; to: number }) {
  const share = (ms: number) => `${(100 * ms) / (to - from)}%`
  return { left: share(Date.parse(startsAt) - from), width: share(Date.parse(endsAt) - Date.parse(startsAt)) }
}

/** Returns the start of the local day of a moment, or of a later day. All moments are Unix ms. */
export function getDayStart(moment: number, daysLater = 0): number {
  const date = new Date(moment)
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + daysLater).getTime()
}

/** Returns the starts of the local days within a period. A day has 23 or 25 hours when the clock changes. */
export function listDayStarts(from: string, to: string): number[] {
  const [start, end] = [Date.parse(from), Date.parse(to)]
  const days: number[] = []
  for (let day = getDayStart(start); day < end; day = getDayStart(day, 1)) if (day >= start) days.push(day)
  return days
}
