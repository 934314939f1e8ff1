/** When which monitor is in maintenance: how what is written down follows what was planned. */

import { type Excluded, merged } from '../results/uptime.ts'
import type { Piece } from './maintenance-agenda.ts'

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
 * @param pieces what the window comes to, over or not; see `stepAgenda`
 * @param monitorKeys those that it concerns now
 */
export function spanChanges(
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
  const concerned = new Set(monitorKeys)
  const ofMonitor = Map.groupBy(known, ({ monitorKey }) => monitorKey)
  for (const span of known) {
    const isConcerned = concerned.has(span.monitorKey)
    if (span.startsAt > now) follow(changes, span, isConcerned && ahead.find(startsWith(span)))
    else follow(changes, span, isConcerned && pieceOf(span, running), now)
  }
  for (const monitorKey of concerned) {
    const own = ofMonitor.get(monitorKey) ?? []
    const isIn = own.some(({ startsAt }) => startsAt <= now)
    const missing = [...over.filter(isNew), ...ahead.filter((piece) => !own.some(startsWith(piece)))]
    const begun = isIn ? [] : beginningsOf(running, now)
    for (const { startsAt, endsAt } of [...missing, ...begun])
      changes.inserted.push({ monitorKey, windowId, startsAt, endsAt })
  }
  return changes
}

const startsWith = (one: Excluded) => (other: Excluded) => one.startsAt === other.startsAt

const isNew = (piece: Piece): boolean => piece.isNew

/** @param now absent for what has not begun */
function follow(changes: SpanChanges, span: MaintenanceSpan, piece: Piece | undefined | false, now?: number): void {
  if (!piece && now === undefined) changes.deleted.push(span)
  const endsAt = piece ? piece.endsAt : (now ?? span.endsAt)
  if (endsAt !== span.endsAt) changes.moved.push({ ...span, endsAt, before: span.endsAt })
}

/** Whoever came in late has a span that begins within the piece; one that was moved is no longer within any. */
function pieceOf(span: MaintenanceSpan, running: readonly Piece[]): Piece | undefined {
  const within = running.filter(({ startsAt }) => startsAt <= span.startsAt)
  return running.find(startsWith(span)) ?? longest(within) ?? longest(running)
}

const longest = (pieces: readonly Piece[]): Piece | undefined => pieces.toSorted((a, b) => b.endsAt - a.endsAt)[0]

/** For a monitor that is not in maintenance yet. */
function beginningsOf(running: readonly Piece[], now: number): Excluded[] {
  const fresh = running.filter(isNew)
  const last = longest(running)
  if (fresh.length > 0 || !last) return fresh
  return [{ startsAt: now, endsAt: last.endsAt }]
}

/** The maintenance that a moment falls into, of spans that may overlap; null when none does. */
export const maintenanceAt = (spans: readonly Excluded[], at: number): Excluded | null =>
  merged(spans).find(({ startsAt, endsAt }) => startsAt <= at && at < endsAt) ?? null

/** Returns a moment, or the end of the maintenance that it falls into when that was over by `until`. */
export function afterMaintenance(spans: readonly Excluded[], at: number, until: number): number {
  const maintenance = maintenanceAt(spans, at)
  return maintenance && maintenance.endsAt <= until ? maintenance.endsAt : at
}

/** The reason of a status change as the history has it. */
export const inMaintenance = (reason: string, spans: readonly Excluded[] | undefined, at: number): string =>
  spans && maintenanceAt(spans, at) ? `${reason} (in maintenance)` : reason
