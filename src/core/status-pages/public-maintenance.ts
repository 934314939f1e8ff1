/** Planned work as the public reads it by machine: every single time at which it was, is or will be done. */
import {
  findNextOccurrence,
  findOpenOccurrence,
  listOccurrencesBefore,
  listOccurrencesBetween,
  type Occurrence,
  type WindowTimes,
} from '../maintenance/occurrence.ts'
import { DAY_MS } from '../platform/time/time.ts'
import type { PublicMaintenance } from './public-status.ts'

export interface PublicOccurrence extends Omit<PublicMaintenance, 'status'> {
  status: 'scheduled' | 'in_progress' | 'completed'
  /** Since when people could know of it, Unix ms. */
  announcedAt: number
  /** When it was planned, and when that plan was last changed; Unix ms. */
  createdAt: number
  updatedAt: number
  /** When what is said of it became so: when it was planned, began or ended; Unix ms. */
  changedAt: number
}

/** A window of which a page shows something. */
export interface PublicWindow extends WindowTimes {
  id: string
  name: string
  description: string
  /** Unix ms; nothing begins after it, and what is open then ends. */
  cancelledAt: number | null
  createdAt: number
  updatedAt: number
  /** Names of the components that it is about. */
  components: string[]
}

/** How far back and ahead somebody looks, Unix ms, and how many times of one window are told at most. */
export interface OccurrenceRange {
  since: number
  mostPast: number
  now: number
  until: number
  mostFuture: number
}

/** Of repeated work each time is news only so long before it. */
const ANNOUNCE_BEFORE_MS = 14 * DAY_MS

/**
 * What touches the time looked at, in no order: of what is over the newest, of what is to come the soonest.
 *
 * @param keyOf what tells one time of one window from all the others, and opens nothing
 */
export function listPublicOccurrences(
  window: PublicWindow,
  { since, mostPast, now, until, mostFuture }: OccurrenceRange,
  keyOf: (windowId: string, startsAt: number) => string,
): PublicOccurrence[] {
  const end = window.cancelledAt ?? Number.POSITIVE_INFINITY
  const open = findOpenOccurrence(window, now)
  const past = listOccurrencesBefore(window, now + 1, since, mostPast).filter(
    ({ startsAt }) => startsAt !== open?.startsAt,
  )
  const future = end > now ? listOccurrencesBetween(window, now, until, mostFuture) : []
  return [...past, ...(open ? [open] : []), ...future]
    .filter(({ startsAt }) => startsAt < end)
    .map((occurrence) =>
      toPublicOccurrence(window, { ...occurrence, endsAt: Math.min(occurrence.endsAt, end) }, now, keyOf),
    )
}

/**
 * What is open or to come of all windows, soonest first. No more is worked out than is told, for that takes its time.
 *
 * @param until the last moment at which one may begin, Unix ms
 */
export function listComingOccurrences(
  windows: readonly PublicWindow[],
  { now, until, most }: { now: number; until: number; most: number },
  keyOf: (windowId: string, startsAt: number) => string,
): PublicOccurrence[] {
  const activeWindows = windows.filter(({ cancelledAt }) => cancelledAt === null)
  const found = activeWindows.flatMap((window) => {
    const open = findOpenOccurrence(window, now)
    return open ? [toPublicOccurrence(window, open, now, keyOf)] : []
  })
  const ahead = activeWindows.map((window) => ({ window, next: findNextOccurrence(window, now) }))
  while (found.length < most) {
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
    // A plan that is changed later says nothing new of what is over
    changedAt: status === 'completed' ? changedStatusAt : Math.max(changedStatusAt, announcedAt, updatedAt),
  }
}
