/** The picture of a project: its cells, and how newer cells and live events continue it. Without a browser. */
import type { LiveEvent } from '../../api/events.ts'
import type { Schemas } from '../../api/types.ts'

export type Loom = Schemas['Loom']
type LoomRow = Schemas['LoomRow']

export const CELL_MS = 300_000
export const DAY_CELLS = 288

/** Characters of the API for states. */
const STATES = {
  '-': 'unknown',
  P: 'paused',
  U: 'up',
  M: 'maintenance',
  W: 'degraded',
  D: 'down',
} as const

type CellState = (typeof STATES)[keyof typeof STATES]

/** From the least to the most important. */
const ORDER = Object.keys(STATES).join('')

const TYPICAL = 'i'.charCodeAt(0)
const LEVELS_PER_DOUBLE = 4
export const SLOWEST_LEVEL = 'z'.charCodeAt(0) - TYPICAL
export const FASTEST_LEVEL = 'a'.charCodeAt(0) - TYPICAL

interface Cell {
  state: CellState
  /** Distance from the typical response time, in quarters of a doubling; null without a response time. */
  level: number | null
}

export function parseCell(character: string): Cell {
  const state = STATES[character as keyof typeof STATES]
  return state ? { state, level: null } : { state: 'up', level: character.charCodeAt(0) - TYPICAL }
}

/** Returns the first cell of an outage that lasts; `DAY_CELLS` when there is none. The newest cell may have no result yet. */
export function findLastingOutage(cells: string): number {
  const known = cells.replace(/-{0,2}$/, '')
  const outage = /D+$/.exec(known)
  return outage ? outage.index : DAY_CELLS
}

/** Returns the colour of an unresolved incident. Red means that a monitor is down, and that no user has acknowledged it. */
export function findIncidentTone({ status, severity }: Loom['incidents'][number]): 'down' | 'degraded' | 'muted' {
  if (status !== 'open') return 'muted'
  return severity === 'critical' ? 'down' : 'degraded'
}

/** Returns how many times the typical response time a level is. */
export const toRatio = (level: number): number => 2 ** (level / LEVELS_PER_DOUBLE)

export const toCellStart = (loom: Loom, cell: number): number => Date.parse(loom.starts_at) + cell * CELL_MS

/** Returns the start of the cells that may still change: the current one, and the one before. */
export const startOfNewest = (loom: Loom): string => new Date(toCellStart(loom, DAY_CELLS - 2)).toISOString()

/**
 * Continues a picture with its newest cells.
 *
 * @returns null when the picture must be read as a whole: other monitors, or missing cells
 */
export function mergeNewest(known: Loom, newest: Loom): Loom | null {
  const count = newest.rows[0]?.cells.length ?? 0
  const startsAt = Date.parse(newest.starts_at) - (DAY_CELLS - count) * CELL_MS
  const shift = (startsAt - Date.parse(known.starts_at)) / CELL_MS
  if (newest.rows.length !== known.rows.length || shift < 0 || shift > count) return null
  if (newest.rows.some(({ id }, index) => id !== known.rows[index]!.id)) return null
  const rows = newest.rows.map((row, index) => ({
    ...row,
    cells: known.rows[index]!.cells.slice(shift, shift + DAY_CELLS - count) + row.cells,
  }))
  return { ...newest, starts_at: new Date(startsAt).toISOString(), rows }
}

/** Returns the character of an event in the current cell; null for other events. */
function toCharacter(event: LiveEvent, row: LoomRow): string | null {
  if (event.type === 'monitor.status')
    return Object.entries(STATES).find(([, name]) => name === event.data.to_status)?.[0] ?? null
  if (event.type !== 'monitor.result') return null
  const { status, response_time_ms: ms } = event.data.result
  const typical = row.typical_response_time_ms
  return status === 'up' && ms !== undefined && typical ? toLevelCharacter(ms / typical) : null
}

function toLevelCharacter(ratio: number): string {
  const level = Math.round(Math.log2(Math.max(ratio, 1e-3)) * LEVELS_PER_DOUBLE)
  return String.fromCharCode(TYPICAL + Math.min(SLOWEST_LEVEL, Math.max(FASTEST_LEVEL, level)))
}

/** Applies events to the current cell. A state replaces only less important ones, as in the API. */
export function applyEvents(loom: Loom, events: readonly LiveEvent[], now: number): Loom {
  if (now >= toCellStart(loom, DAY_CELLS)) return loom
  const byMonitor = Map.groupBy(events, ({ data }) => ('monitor_id' in data ? data.monitor_id : ''))
  const rows = loom.rows.map((row) => {
    const own = byMonitor.get(row.id)
    if (!own) return row
    const last = own.reduce((known, event) => {
      const next = toCharacter(event, row)
      return next !== null && rank(next) >= rank(known) ? next : known
    }, row.cells.at(-1)!)
    return { ...row, cells: row.cells.slice(0, -1) + last }
  })
  return { ...loom, rows }
}

/** A response time is the state `up`. */
const rank = (character: string): number => ORDER.indexOf(character in STATES ? character : 'U')
