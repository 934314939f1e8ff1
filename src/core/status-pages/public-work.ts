/** Planned work as the public reads it by machine: every single time at which it was, is or will be done. */
import {
  nextOccurrence,
  type Occurrence,
  occurrencesBefore,
  occurrencesBetween,
  openOccurrence,
  type Times,
} from '../maintenance/occurrence.ts'
import { DAY_MS } from '../platform/time/time.ts'
import type { PublicMaintenance } from './public-status.ts'

export interface PublicWork extends Omit<PublicMaintenance, 'status'> {
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
export interface PublicWindow extends Times {
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
export interface Outlook {
  since: number
  mostPast: number
  now: number
  until: number
  mostFuture: number
}

/** Of repeated work each time is news only so long before it. */
const ANNOUNCED_BEFORE_MS = 14 * DAY_MS

/**
 * What touches the time looked at, in no order: of what is over the newest, of what is to come the soonest.
 *
 * @param keyOf what tells one time of one window from all the others, and opens nothing
 */
export function worksOf(
  window: PublicWindow,
  { since, mostPast, now, until, mostFuture }: Outlook,
  keyOf: (windowId: string, startsAt: number) => string,
): PublicWork[] {
  const end = window.cancelledAt ?? Number.POSITIVE_INFINITY
  const open = openOccurrence(window, now)
  const past = occurrencesBefore(window, now + 1, since, mostPast).filter(({ startsAt }) => startsAt !== open?.startsAt)
  const future = end > now ? occurrencesBetween(window, now, until, mostFuture) : []
  return [...past, ...(open ? [open] : []), ...future]
    .filter(({ startsAt }) => startsAt < end)
    .map((occurrence) => workOf(window, { ...occurrence, endsAt: Math.min(occurrence.endsAt, end) }, now, keyOf))
}

/**
 * What is open or to come of all windows, soonest first. No more is worked out than is told, for that takes its time.
 *
 * @param until the last moment at which one may begin, Unix ms
 */
export function worksAhead(
  windows: readonly PublicWindow[],
  { now, until, most }: { now: number; until: number; most: number },
  keyOf: (windowId: string, startsAt: number) => string,
): PublicWork[] {
  const living = windows.filter(({ cancelledAt }) => cancelledAt === null)
  const found = living.flatMap((window) => {
    const open = openOccurrence(window, now)
    return open ? [workOf(window, open, now, keyOf)] : []
  })
  const ahead = living.map((window) => ({ window, next: nextOccurrence(window, now) }))
  while (found.length < most) {
    const soonest = ahead.reduce((best, one) => (startOf(one.next) < startOf(best.next) ? one : best), NOTHING_AHEAD)
    if (!soonest.next || soonest.next.startsAt > until) break
    found.push(workOf(soonest.window, soonest.next, now, keyOf))
    soonest.next = nextOccurrence(soonest.window, soonest.next.startsAt)
  }
  return found
}

const NOTHING_AHEAD = { window: null as never, next: null as Occurrence | null }

const startOf = (occurrence: Occurrence | null): number => occurrence?.startsAt ?? Number.POSITIVE_INFINITY

function workOf(
  window: PublicWindow,
  { startsAt, endsAt }: Occurrence,
  now: number,
  keyOf: (windowId: string, startsAt: number) => string,
): PublicWork {
  const { id, name: title, description, components, createdAt, updatedAt } = window
  const status = now < startsAt ? 'scheduled' : now < endsAt ? 'in_progress' : 'completed'
  const announcedAt = window.recurrence ? Math.max(createdAt, startsAt - ANNOUNCED_BEFORE_MS) : createdAt
  const turnedAt = { scheduled: announcedAt, in_progress: startsAt, completed: endsAt }[status]
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
    changedAt: status === 'completed' ? turnedAt : Math.max(turnedAt, announcedAt, updatedAt),
  }
}
