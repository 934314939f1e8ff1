/** The stage of the walk that goes over all monitors: results, rollups, and the history of each. */

import { DAY_MS, startOfHour } from '../../core/platform/time/time.ts'
import { type Horizons, horizonsOf, REMAINS_MS } from '../../core/retention/retention.ts'
import type { Tx } from '../../store/platform/store.ts'
import {
  closeHours,
  deleteOldest,
  deleteSpansBefore,
  findFirstResult,
  forgetMonitor,
  forgetSettings,
  type HistoryTable,
  type KeptMonitor,
  listFilled,
  listKeptMonitors,
  listOpenHoursBefore,
  type OpenHours,
  type Stretch,
} from '../../store/retention/retention-monitors.ts'
import type { Walk } from '../../store/retention/retention-walk.ts'
import { rollHours } from '../results/hours.ts'
import { oldestKept } from './retention-space.ts'
import type { Keeping, Room, Stage } from './stage.ts'

/** Monitors of one step. */
const PAGE = 50

/** To sum up so much of a monitor's results takes about as long as to delete a row. */
const CLOSING_MS = DAY_MS / 50

/** What a stretch without a beginning or an end runs from and to, in numbers that both databases hold. */
const EVER = Number.MAX_SAFE_INTEGER

/** How the raw results of a walk go. */
interface RawWay {
  /** Dropped by the day, those that lie before this; null when each is deleted by itself. */
  droppedBefore: number | null
  /** What was before the horizon when the last walk was made is known to be gone. */
  isByDay: boolean
}

export const monitors: Stage = async (tx, keeping, walk, room) => {
  const page = await listKeptMonitors(tx, Number(walk.after), PAGE)
  if (page.last === null) return null
  // Nothing is deleted before it is summed up; and of what was open, only what nobody asks for by the hour any more
  const keys = page.monitors.map(({ key }) => key)
  const open = await listOpenHoursBefore(tx, keys, walk.day - DAY_MS)
  for (const hours of open) if (room.left <= 0 || !(await close(tx, hours, walk.day - DAY_MS, room))) return walk.after
  const way = await rawWayOf(tx, keeping, walk)
  const gone = page.monitors.filter((monitor) => isGone(monitor, walk))
  await forgetSettings(
    tx,
    gone.map(({ key }) => key),
  )
  const kept = page.monitors.map(({ key, ...monitor }) => ({ key, before: horizonsOf(monitor, walk.day).rollups }))
  room.take('certificate_spans', await deleteSpansBefore(tx, kept))
  const filled = await listFilled(
    tx,
    page.monitors.flatMap((monitor) => stretchesOf(monitor, walk, way)),
  )
  for (const stretch of filled.sort((a, b) => a.monitorKey - b.monitorKey))
    if (!(await empty(tx, stretch, room))) return String(stretch.monitorKey - 1)
  for (const monitor of gone)
    if (monitor.deletedAt! < horizonsOf(monitor, walk.day).rollups)
      room.take('monitors', await forgetMonitor(tx, monitor.key))
  return String(page.last)
}

const isGone = ({ deletedAt }: KeptMonitor, { day }: Walk): boolean =>
  deletedAt !== null && deletedAt < day - REMAINS_MS

async function rawWayOf(tx: Tx, { store }: Keeping, { day }: Walk): Promise<RawWay> {
  const { isByDay, dropsAll } = store.traits.space
  const oldest = isByDay ? await oldestKept(tx, day) : null
  return { isByDay, droppedBefore: oldest !== null && (await dropsAll(tx, oldest)) ? oldest : null }
}

/**
 * What there may be to delete of a monitor. Of one that is gone, the statuses and days that reports of past months are
 * made of stay as long as they would have.
 */
function stretchesOf(monitor: KeptMonitor, walk: Walk, way: RawWay): Stretch[] {
  const horizons = horizonsOf(monitor, walk.day)
  const gone = isGone(monitor, walk)
  const forGood = gone && monitor.deletedAt! < horizons.rollups
  const detail = (at: number) => (gone ? EVER : at)
  const rollups = forGood ? EVER : horizons.rollups
  const befores: Record<HistoryTable, number> = {
    results: detail(horizons.rawResults),
    result_hours: detail(horizons.hours),
    result_days: rollups,
    kept_responses: detail(horizons.rawResults),
    heartbeat_pings: detail(horizons.rollups),
    status_changes: rollups,
    maintenance_spans: rollups,
  }
  const stretches = Object.entries(befores).map(([table, before]) => ({
    monitorKey: monitor.key,
    table: table as HistoryTable,
    from: table === 'results' && !gone ? rawFrom(monitor, horizons, walk, way) : -EVER,
    before,
  }))
  return stretches.filter(({ from, before }) => from < before)
}

/** From where on there may be raw results to delete one by one. */
function rawFrom(monitor: KeptMonitor, { rawResults }: Horizons, { previousDay }: Walk, way: RawWay): number {
  if (way.droppedBefore === rawResults) return rawResults
  const isKnown = way.isByDay && monitor.termsSince < previousDay
  return isKnown ? horizonsOf(monitor, previousDay).rawResults : -EVER
}

/** False when there is more in it than there is room. */
async function empty(tx: Tx, stretch: Stretch, room: Room): Promise<boolean> {
  if (room.left <= 0) return false
  const { deleted, isEmpty } = await deleteOldest(tx, stretch, room.left)
  room.take(stretch.table, deleted)
  return isEmpty
}

/** Sums up what is still to be read raw, a day of it at a time. False when there is more, or a result was faster. */
async function close(tx: Tx, hours: OpenHours, until: number, room: Room): Promise<boolean> {
  const first = await findFirstResult(tx, hours, hours.openHour, until)
  const from = first === null ? until : startOfHour(first)
  const to = Math.min(from + DAY_MS, until)
  const { monitorKey, regionKey } = hours
  if (from < to) await rollHours(tx, [{ monitorKey, regionKey, from, to }])
  room.left -= 1 + Math.ceil((to - from) / CLOSING_MS)
  return (await closeHours(tx, hours, to)) && to === until
}
