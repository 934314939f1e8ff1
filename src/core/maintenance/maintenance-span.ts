/** When which monitor is in maintenance: how what is written down follows what was planned. */

import { type ExcludedPeriod, mergeExcluded } from '../results/uptime.ts'
import type { Piece } from './maintenance-progress.ts'

/** Unix ms; the end is no longer part of it. */
export interface MaintenanceSpan {
  monitorKey: number
  windowId: string
  startsAt: number
  endsAt: number
}

export interface SpanChanges {
  inserted: MaintenanceSpan[]
  /** With their new end; `before` is the end that they had. */
  moved: (MaintenanceSpan & { before: number })[]
  /** Not begun yet, and never to begin. */
  deleted: MaintenanceSpan[]
}

/**
 * What has to be written so that the spans of a window are as planned. The past stays as it was: what has begun and no
 * longer fits ends now, and whoever comes in late is in maintenance from now on.
 *
 * @param known spans of the window that are not over
 * @param pieces what the window comes to, over or not; see `computeProgress`
 * @param monitorKeys those that it concerns now
 */
export function compareSpans(
  windowId: string,
  known: readonly MaintenanceSpan[],
  pieces: readonly Piece[],
  monitorKeys: readonly number[],
  now: number,
): SpanChanges {
  const changes: SpanChanges = { inserted: [], moved: [], deleted: [] }
  const over = pieces.filter(({ endsAt }) => endsAt <= now)
  const running = pieces.filter(({ startsAt, endsAt }) => startsAt <= now && endsAt > now)
  const ahead = pieces.filter(({ startsAt }) => startsAt > now)
  const affected = new Set(monitorKeys)
  const ofMonitor = Map.groupBy(known, ({ monitorKey }) => monitorKey)
  for (const span of known) {
    const isConcerned = affected.has(span.monitorKey)
    if (span.startsAt > now) updateSpan(changes, span, isConcerned && ahead.find(hasSameStart(span)))
    else updateSpan(changes, span, isConcerned && findPiece(span, running), now)
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

/** @param now absent for what has not begun */
function updateSpan(changes: SpanChanges, span: MaintenanceSpan, piece: Piece | undefined | false, now?: number): void {
  if (!piece && now === undefined) changes.deleted.push(span)
  const endsAt = piece ? piece.endsAt : (now ?? span.endsAt)
  if (endsAt !== span.endsAt) changes.moved.push({ ...span, endsAt, before: span.endsAt })
}

/** Whoever came in late has a span that begins within the piece; one that was moved is no longer within any. */
function findPiece(span: MaintenanceSpan, running: readonly Piece[]): Piece | undefined {
  const within = running.filter(({ startsAt }) => startsAt <= span.startsAt)
  return running.find(hasSameStart(span)) ?? findLongest(within) ?? findLongest(running)
}

const findLongest = (pieces: readonly Piece[]): Piece | undefined => pieces.toSorted((a, b) => b.endsAt - a.endsAt)[0]

/** For a monitor that is not in maintenance yet. */
function listBeginnings(running: readonly Piece[], now: number): ExcludedPeriod[] {
  const fresh = running.filter(isNew)
  const last = findLongest(running)
  if (fresh.length > 0 || !last) return fresh
  return [{ startsAt: now, endsAt: last.endsAt }]
}

/** The maintenance that a moment falls into, of spans that may overlap; null when none does. */
export const findMaintenanceAt = (spans: readonly ExcludedPeriod[], at: number): ExcludedPeriod | null =>
  mergeExcluded(spans).find(({ startsAt, endsAt }) => startsAt <= at && at < endsAt) ?? null

/** Returns a moment, or the end of the maintenance that it falls into when that was over by `until`. */
export function skipMaintenance(spans: readonly ExcludedPeriod[], at: number, until: number): number {
  const maintenance = findMaintenanceAt(spans, at)
  return maintenance && maintenance.endsAt <= until ? maintenance.endsAt : at
}

/** The reason of a status change as the history has it. */
export const describeInMaintenance = (
  reason: string,
  spans: readonly ExcludedPeriod[] | undefined,
  at: number,
): string => (spans && findMaintenanceAt(spans, at) ? `${reason} (in maintenance)` : reason)
