/** Looks into the results that a running service has stored, from outside. */
import { DatabaseSync } from 'node:sqlite'
import { unpackDetail } from '../../src/store/results/result-detail.ts'

export interface StoredWindow {
  count: number
  /** Of them, those that did not pass. */
  failed: number
  /** Of them, those on the grid; the others are fast repeats. */
  onGrid: number
  /** How late checks started, ms, ascending. */
  lateness: Float64Array
  /** How long checks took, ms, ascending; those without an answer left out. */
  responses: Float64Array
  monitors: number
  /** Unix ms; infinite when there is none. */
  firstStartedAt: number
  /** When the first and the last check of each monitor started, Unix ms. */
  starts: Map<number, { first: number; last: number }>
}

interface StoredRow {
  monitor_key: number
  scheduled_at: number
  status: number
  detail: Uint8Array
}

/**
 * Results that were due in (from, to], Unix ms. Any other process may be writing.
 *
 * @param keys first and last of the monitors that are meant
 */
export function readWindow(
  databaseFile: string,
  from: number,
  to: number,
  [firstKey, lastKey]: readonly [number, number] = [0, Number.MAX_SAFE_INTEGER],
): StoredWindow {
  const database = new DatabaseSync(databaseFile, { readOnly: true, timeout: 5_000 })
  const rows = database
    .prepare(
      'SELECT monitor_key, scheduled_at, status, detail FROM results WHERE monitor_key BETWEEN ? AND ? AND scheduled_at > ? AND scheduled_at <= ?',
    )
    .all(firstKey, lastKey, from, to) as unknown as StoredRow[]
  database.close()
  const details = rows.map((row) => unpackDetail(row.detail))
  const late = details.map(({ latenessMs }) => latenessMs)
  const firstStartedAt = rows.reduce((first, row, index) => Math.min(first, row.scheduled_at + late[index]!), Infinity)
  const starts = collectStarts(rows.map((row, index) => [row.monitor_key, row.scheduled_at + late[index]!]))
  // 1 is `up`; see store/results/results.ts
  const failed = rows.filter((row) => row.status !== 1).length
  return {
    count: rows.length,
    failed,
    onGrid: details.filter(({ onGrid }) => onGrid).length,
    lateness: Float64Array.from(late).sort(),
    responses: Float64Array.from(details.flatMap(({ responseTimeMs }) => responseTimeMs ?? [])).sort(),
    monitors: starts.size,
    firstStartedAt,
    starts,
  }
}

function collectStarts(checks: readonly [monitorKey: number, startedAt: number][]): StoredWindow['starts'] {
  const starts: StoredWindow['starts'] = new Map()
  for (const [key, at] of checks) {
    const known = starts.get(key) ?? { first: at, last: at }
    starts.set(key, { first: Math.min(known.first, at), last: Math.max(known.last, at) })
  }
  return starts
}
