/** Maintenance spans of monitors, and how the stored spans are updated to match the plan. */

import { type ExcludedPeriod, mergeExcluded } from '../results/uptime.ts'
import type { Piece } from './maintenance-progress.ts'

/** Unix ms; the end is exclusive. */
export interface MaintenanceSpan {
  monitorKey: number
  windowId: string
  startsAt: number
  endsAt: number
}

export interface SpanChanges {
  inserted: MaintenanceSpan[]
  /** Spans with a new end; `before` is the previous end. */
  moved: (MaintenanceSpan & { before: number })[]
  /** Spans that have not begun and never will. */
  deleted: MaintenanceSpan[]
}

/** Plan of a window. */
interface SpanPlan {
  windowId: string
  /** Pieces of the window, including past ones. */
  pieces: readonly Piece[]
  /** Monitors that the window affects now. */
  monitorKeys: readonly number[]
}

/**
 * Returns the changes that make the stored spans of a window match its plan. The past stays unchanged: a span that has
 * begun and no longer fits ends now. A monitor that is added late is in maintenance from now on.
 *
 * @param known stored spans that are not over
 */
export function compareSpans(
  { windowId, pieces, monitorKeys }: SpanPlan,
  known: readonly MaintenanceSpan[],
  now: number,
): SpanChanges {
  const changes: SpanChanges = { inserted: [], moved: [], deleted: [] }
  const over = pieces.filter(({ endsAt }) => endsAt <= now)
  const running = pieces.filter(({ startsAt, endsAt }) => startsAt <= now && endsAt > now)
  const ahead = pieces.filter(({ startsAt }) => startsAt > now)
  const affected = new Set(monitorKeys)
  const ofMonitor = Map.groupBy(known, ({ monitorKey }) => monitorKey)
  for (const span of known) {
    const isAffected = affected.has(span.monitorKey)
    if (span.startsAt > now) updateSpan(changes, span, isAffected && ahead.find(hasSameStart(span)))
    else updateSpan(changes, span, isAffected && findPiece(span, running), now)
  }
  for (const monitorKey of affected) {
    const own = ofMonitor.get(monitorKey) ?? []
    const isIn = own.some(({ startsAt }) => startsAt <= now)
    const missing = [...over.filter(isNew), ...ahead.filter((piece) => !own.some(hasSameStart(piece)))]
    const begun = isIn ? [] : listBeginnings(running, now)
    for (const { startsAt, endsAt } of [...missing, ...begun])
      changes.inserted.push({ monitorKey, windowId, startsAt, endsAt })
  }
  return changes
}

const hasSameStart = (one: ExcludedPeriod) => (other: ExcludedPeriod) => one.startsAt === other.startsAt

const isNew = (piece: Piece): boolean => piece.isNew

/** @param now absent for a span that has not begun */
function updateSpan(changes: SpanChanges, span: MaintenanceSpan, piece: Piece | undefined | false, now?: number): void {
  if (!piece && now === undefined) changes.deleted.push(span)
  const endsAt = piece ? piece.endsAt : (now ?? span.endsAt)
  if (endsAt !== span.endsAt) changes.moved.push({ ...span, endsAt, before: span.endsAt })
}

/**
 * Finds the piece that a span belongs to. A monitor that was added late has a span that begins within the piece. A
 * moved span is not within any piece.
 */
function findPiece(span: MaintenanceSpan, running: readonly Piece[]): Piece | undefined {
  const within = running.filter(({ startsAt }) => startsAt <= span.startsAt)
  return running.find(hasSameStart(span)) ?? findLongest(within) ?? findLongest(running)
}

const findLongest = (pieces: readonly Piece[]): Piece | undefined => pieces.toSorted((a, b) => b.endsAt - a.endsAt)[0]

/** Returns the spans for a monitor that is not in maintenance yet. */
function listBeginnings(running: readonly Piece[], now: number): ExcludedPeriod[] {
  const fresh = running.filter(isNew)
  const last = findLongest(running)
  if (fresh.length > 0 || !last) return fresh
  return [{ startsAt: now, endsAt: last.endsAt }]
}

/** Returns the maintenance that contains a moment; null when there is none. Spans may overlap. */
export const findMaintenanceAt = (spans: readonly ExcludedPeriod[], at: number): ExcludedPeriod | null =>
  mergeExcluded(spans).find(({ startsAt, endsAt }) => startsAt <= at && at < endsAt) ?? null

/** Returns `at`, or the end of the maintenance that contains `at` if it ended by `until`. */
export function skipMaintenance(spans: readonly ExcludedPeriod[], at: number, until: number): number {
  const maintenance = findMaintenanceAt(spans, at)
  return maintenance && maintenance.endsAt <= until ? maintenance.endsAt : at
}

/** Returns the reason of a status change for the status history. */
export const describeInMaintenance = (
  reason: string,
  spans: readonly ExcludedPeriod[] | undefined,
  at: number,
): string => (spans && findMaintenanceAt(spans, at) ? `${reason} (in maintenance)` : reason)
