/** Public maintenance for machine-readable formats: every past, current and future occurrence. */
import {
  findNextOccurrence,
  findOpenOccurrence,
  listOccurrencesBefore,
  listOccurrencesBetween,
  type Occurrence,
  type WindowTimes,
} from '../maintenance/occurrence.ts'
import { DAY_MS, type UnixMs } from '../platform/time/time.ts'
import type { PublicMaintenance } from './public-status.ts'

export interface PublicOccurrence extends Omit<PublicMaintenance, 'status'> {
  status: 'scheduled' | 'in_progress' | 'completed'
  /** Time from which the occurrence is public. */
  announcedAt: UnixMs
  /** Creation of the plan and its last change. */
  createdAt: UnixMs
  updatedAt: number
  /** Last change of the public content: when it was planned, began or ended; Unix ms. */
  changedAt: number
}

/** A maintenance window that affects components of a page. */
export interface PublicWindow extends WindowTimes {
  id: string
  name: string
  description: string
  /** Unix ms; no occurrence begins after it, and an open one ends then. */
  cancelledAt: number | null
  createdAt: number
  updatedAt: number
  /** Names of the affected components. */
  components: string[]
}

/** Time range, Unix ms, and maximum numbers of past and future occurrences of one window. */
export interface OccurrenceRange {
  since: number
  maxPast: number
  now: number
  until: number
  maxFuture: number
}

/** How long before its start an occurrence of a recurring window is announced. */
const ANNOUNCE_BEFORE_MS = 14 * DAY_MS

/**
 * Returns the newest past and the soonest future occurrences in the range, in no particular order.
 *
 * @param keyOf returns a key that identifies one occurrence of one window and grants no access
 */
export function listPublicOccurrences(
  window: PublicWindow,
  { since, maxPast, now, until, maxFuture }: OccurrenceRange,
  keyOf: (windowId: string, startsAt: number) => string,
): PublicOccurrence[] {
  const end = window.cancelledAt ?? Number.POSITIVE_INFINITY
  const open = findOpenOccurrence(window, now)
  const past = listOccurrencesBefore(window, now + 1, since, maxPast).filter(
    ({ startsAt }) => startsAt !== open?.startsAt,
  )
  const future = end > now ? listOccurrencesBetween(window, now, until, maxFuture) : []
  return [...past, ...(open ? [open] : []), ...future]
    .filter(({ startsAt }) => startsAt < end)
    .map((occurrence) =>
      toPublicOccurrence(window, { ...occurrence, endsAt: Math.min(occurrence.endsAt, end) }, now, keyOf),
    )
}

/**
 * Returns the current and future occurrences of all windows, soonest first. Only the requested number is computed,
 * because computing takes time.
 *
 * @param until latest start of an occurrence, Unix ms
 */
export function listComingOccurrences(
  windows: readonly PublicWindow[],
  { now, until, limit }: { now: number; until: number; limit: number },
  keyOf: (windowId: string, startsAt: number) => string,
): PublicOccurrence[] {
  const activeWindows = windows.filter(({ cancelledAt }) => cancelledAt === null)
  const found = activeWindows.flatMap((window) => {
    const open = findOpenOccurrence(window, now)
    return open ? [toPublicOccurrence(window, open, now, keyOf)] : []
  })
  const ahead = activeWindows.map((window) => ({ window, next: findNextOccurrence(window, now) }))
  while (found.length < limit) {
    const soonest = ahead.reduce((best, one) => (getStart(one.next) < getStart(best.next) ? one : best), NO_OCCURRENCE)
    if (!soonest.next || soonest.next.startsAt > until) break
    found.push(toPublicOccurrence(soonest.window, soonest.next, now, keyOf))
    soonest.next = findNextOccurrence(soonest.window, soonest.next.startsAt)
  }
  return found
}

const NO_OCCURRENCE = { window: null as never, next: null as Occurrence | null }

const getStart = (occurrence: Occurrence | null): number => occurrence?.startsAt ?? Number.POSITIVE_INFINITY

function toPublicOccurrence(
  window: PublicWindow,
  { startsAt, endsAt }: Occurrence,
  now: number,
  keyOf: (windowId: string, startsAt: number) => string,
): PublicOccurrence {
  const { id, name: title, description, components, createdAt, updatedAt } = window
  const status = now < startsAt ? 'scheduled' : now < endsAt ? 'in_progress' : 'completed'
  const announcedAt = window.recurrence ? Math.max(createdAt, startsAt - ANNOUNCE_BEFORE_MS) : createdAt
  const changedStatusAt = { scheduled: announcedAt, in_progress: startsAt, completed: endsAt }[status]
  return {
    key: keyOf(id, startsAt),
    title,
    description,
    status,
    startsAt,
    endsAt,
    components,
    announcedAt,
    createdAt,
    updatedAt,
    // A later change of the plan does not affect a completed occurrence
    changedAt: status === 'completed' ? changedStatusAt : Math.max(changedStatusAt, announcedAt, updatedAt),
  }
}
