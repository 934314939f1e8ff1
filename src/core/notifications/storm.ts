/**
 * Alerts of one cause are sent as one message. The first of a cause leaves at once; what follows within a minute is gathered
 * into groups, here called folds. An alert that shares no cause with others leaves at once, too, up to ten messages a minute;
 * beyond that the rest is gathered into a fold without a cause.
 */
import { CAUSE_KINDS, type Cause, type CauseFacts, type CauseKind } from '../incidents/cause.ts'
import type { Event, EventType, FoldedFacts, FoldedIncident } from '../incidents/event.ts'
import { MINUTE_MS, SECOND_MS } from '../platform/time/time.ts'

/** What is gathered: beginnings, recoveries and reminders. What people do is sent one by one. */
const TOPICS = {
  'incident.opened': 'incident.opened',
  'incident.reopened': 'incident.opened',
  'incident.resolved': 'incident.resolved',
  'incident.reminder': 'incident.reminder',
} as const satisfies Partial<Record<EventType, EventType>>

type Topic = (typeof TOPICS)[keyof typeof TOPICS]

const isTopical = (type: EventType): type is keyof typeof TOPICS => type in TOPICS

/** Null when events of this type are never folded. */
export const topicOf = (type: EventType): Topic | null => (isTopical(type) ? TOPICS[type] : null)

/**
 * Events with different keys are never in one message. A fallback's messages name the target that was to get them, so they
 * have a key of their own.
 *
 * @param insteadOf the target that could not be reached; null as usual
 * @returns null when events of this type are never folded
 */
export function topicKey(type: EventType, insteadOf: string | null): string | null {
  const topic = topicOf(type)
  return topic !== null && insteadOf !== null ? `${topic} instead of ${insteadOf}` : topic
}

/** Messages of one topic that a target gets within any minute before alerts without a common cause are gathered. */
export const MOST_ALONE = 10

/**
 * Alerts within a minute that make a cause. Two at one address are enough. Networks and groups of monitors are large, so
 * their members often fail for reasons of their own.
 */
const LEAST: Record<CauseKind, number> = { address: 2, host: 2, certificate: 2, parent: 2, network: 5, group: 5 }

/** A cause is remembered for this long after its last alert. */
const MEMORY_MS = MINUTE_MS

/** More are forgotten, the oldest first, so that the state stays small. */
const MOST_REMEMBERED = 100

/** A fold is closed when nothing has joined it for this long. The second alert of a cause may well be the last. */
export const QUIET_MS = 10 * SECOND_MS
export const SECOND_QUIET_MS = 3 * SECOND_MS

/** A fold is closed at the latest at this age: the second message of a cause, and later ones. */
export const SECOND_LONGEST_MS = 15 * SECOND_MS
export const LONGEST_MS = 30 * SECOND_MS

/** More begin another fold, so that closing one is bounded work. */
export const MOST_FOLDED = 10_000

/** What one target was sent of one topic lately. All times are Unix ms. */
export interface Storm {
  /** When the messages of the last minute left, the oldest first. */
  told: number[]
  /** A fold without a cause was closed within the last minute: until then, everything without a cause is gathered. */
  gathersUntil: number
  /** Of alerts without a common cause. */
  fold: OpenFold | null
  /** What alerts of the last minute may have in common, the oldest first. */
  bursts: Burst[]
}

/** Alerts that share a cause. */
interface Burst extends Cause {
  /** How many there were. */
  count: number
  /** Key of the monitor that all of them are about; null when there are several. */
  monitor: number | null
  lastAt: number
  /** Messages that have left. */
  messages: number
  fold: OpenFold | null
}

interface OpenFold {
  /** The delivery whose id the message will have. */
  id: string
  openedAt: number
  /** When it is sent if nothing more joins it. */
  closesAt: number
  count: number
}

export const CALM: Storm = { told: [], gathersUntil: 0, fold: null, bursts: [] }

/** A delivery that is due. */
export interface Arrival {
  id: string
  /** Key of its monitor; null when it is about none. */
  monitor: number | null
  facts: CauseFacts
}

/** Which message each delivery goes out with, by its id: its own when that is the same. */
interface Gathered {
  storm: Storm
  sentAs: Map<string, string>
}

/**
 * @param arrivals of one target and topic, in order
 * @param together they were one message before, and are one again
 */
export function gather(storm: Storm, arrivals: readonly Arrival[], now: number, together = false): Gathered {
  const next = lately(storm, now)
  const causes = together ? new Map<string, Cause>() : explain(arrivals, next.bursts)
  const sentAs = new Map<string, string>()
  for (const arrival of arrivals) {
    const { id } = arrival
    const burst = burstFor(next, causes.get(id), now)
    if (burst) sentAs.set(id, joinBurst(burst, arrival, now))
    else {
      sentAs.set(id, joinNone(next, id, now, together))
      remember(next, arrival, now)
    }
  }
  return { storm: next, sentAs }
}

/** Returns a copy without what is over. */
function lately({ told, gathersUntil, fold, bursts }: Storm, now: number): Storm {
  const isOpen = (one: OpenFold | null) => one !== null && !isFromAhead(one.openedAt, now)
  return {
    told: told.filter((at) => at > now - MINUTE_MS && !isFromAhead(at, now)),
    gathersUntil: isFromAhead(gathersUntil - MINUTE_MS, now) ? 0 : gathersUntil,
    fold: isOpen(fold) ? fold : null,
    bursts: bursts
      .filter((burst) => !isFromAhead(burst.lastAt, now) && (burst.lastAt > now - MEMORY_MS || isOpen(burst.fold)))
      .map((burst) => ({ ...burst })),
  }
}

/** Clocks of servers differ a little. A time further ahead is from before the clock was set back, and counts no more. */
const isFromAhead = (at: number, now: number): boolean => at > now + MINUTE_MS

/** Returns the cause of each arrival that shares one with enough others, by id. */
function explain(arrivals: readonly Arrival[], bursts: readonly Burst[]): Map<string, Cause> {
  const causes = new Map<string, Cause>()
  for (const kind of CAUSE_KINDS) {
    const unexplained = arrivals.filter(({ id, facts }) => facts[kind] !== null && !causes.has(id))
    for (const [value, group] of Map.groupBy(unexplained, ({ facts }) => facts[kind]!)) {
      if (countMonitors(group, findBurst(bursts, { kind, value })) >= LEAST[kind])
        for (const { id } of group) causes.set(id, { kind, value })
    }
  }
  return causes
}

/** One monitor that comes and goes shares its address with itself only. */
function countMonitors(group: readonly Arrival[], known: Burst | undefined): number {
  const monitors = new Set(group.map(({ monitor }) => monitor))
  if (!known) return monitors.size
  return known.monitor === null ? known.count + monitors.size : monitors.add(known.monitor).size
}

const findBurst = (bursts: readonly Burst[], { kind, value }: Cause): Burst | undefined =>
  bursts.find((burst) => burst.kind === kind && burst.value === value)

/** @returns null without a cause, and when a message for it would be one too many */
function burstFor(next: Storm, cause: Cause | undefined, now: number): Burst | null {
  if (!cause) return null
  const known = findBurst(next.bursts, cause)
  if (known?.fold || (known && known.messages > 1)) return known
  if (isFull(next)) return null
  if (known) return known
  const burst: Burst = { ...cause, count: 0, monitor: null, lastAt: now, messages: 0, fold: null }
  next.bursts.push(burst)
  return burst
}

/** Whether the messages of the last minute, with those on their way, are all that a target gets. */
const isFull = ({ told, bursts }: Storm): boolean =>
  told.length + bursts.filter(({ fold }) => fold !== null).length >= MOST_ALONE

/** @returns the delivery in whose message it goes out */
function joinBurst(burst: Burst, { id }: Arrival, now: number): string {
  Object.assign(burst, { count: burst.count + 1, monitor: null, lastAt: now })
  const quietMs = burst.count <= 2 ? SECOND_QUIET_MS : QUIET_MS
  const longestMs = burst.messages <= 1 ? SECOND_LONGEST_MS : LONGEST_MS
  // What is due together is the first message of its cause, and leaves at once
  burst.fold = burst.messages === 0 ? join(burst.fold, id, now, 0, 0) : join(burst.fold, id, now, quietMs, longestMs)
  return burst.fold.id
}

function joinNone(next: Storm, id: string, now: number, together: boolean): string {
  const isCalm = !together && next.fold === null && now >= next.gathersUntil && !isFull(next)
  if (isCalm) {
    next.told.push(now)
    return id
  }
  next.fold = join(next.fold, id, now, QUIET_MS, LONGEST_MS)
  return next.fold.id
}

/** A full fold need not wait. */
function join(fold: OpenFold | null, id: string, now: number, quietMs: number, longestMs: number): OpenFold {
  const { count, openedAt, ...rest } = fold && fold.count < MOST_FOLDED ? fold : { id, count: 0, openedAt: now }
  const closesAt = count + 1 >= MOST_FOLDED ? now : Math.min(now + quietMs, openedAt + longestMs)
  return { id: rest.id, openedAt, closesAt, count: count + 1 }
}

/** What an alert may have in common with those that follow. */
function remember(next: Storm, { monitor, facts }: Arrival, now: number): void {
  for (const kind of CAUSE_KINDS) {
    const value = facts[kind]
    if (value === null) continue
    const known = findBurst(next.bursts, { kind, value })
    if (!known) next.bursts.push({ kind, value, count: 1, monitor, lastAt: now, messages: 1, fold: null })
    else if (known.monitor !== monitor) Object.assign(known, { count: known.count + 1, monitor: null, lastAt: now })
    else known.lastAt = now
  }
  const surplus = next.bursts.length - MOST_REMEMBERED
  if (surplus <= 0) return
  const oldest = new Set(next.bursts.filter(({ fold }) => fold === null).slice(0, surplus))
  next.bursts = next.bursts.filter((burst) => !oldest.has(burst))
}

/** All folds that are open. */
export const openFolds = ({ fold, bursts }: Storm): OpenFold[] =>
  [fold, ...bursts.map((burst) => burst.fold)].filter((one) => one !== null)

/** @param id of a fold that is about to be sent: what comes now is not in it */
export function closed(storm: Storm, id: string, now: number): Storm {
  const { told, fold } = storm
  if (fold?.id !== id)
    return {
      ...storm,
      told: [...told, now],
      bursts: storm.bursts.map((burst) =>
        burst.fold?.id === id ? { ...burst, messages: burst.messages + 1, fold: null } : burst,
      ),
    }
  if (fold.count > 1) return { ...storm, gathersUntil: now + MINUTE_MS, fold: null }
  return { ...storm, told: [...told, now], fold: null }
}

/** Incidents that a folded event lists; it counts the others. */
export const MOST_LISTED = 100

/**
 * @param first the event of the delivery that the others are sent with
 * @param others some of the others, in order; those beyond the first hundred are not needed
 * @param count how many there are, the first included
 */
export function foldedEvent(
  first: Event,
  others: readonly Event[],
  count: number,
  causes: FoldedFacts['causes'],
): Event {
  const incidents = [first, ...others].flatMap(foldedIncidents).slice(0, MOST_LISTED)
  return {
    ...first,
    type: topicOf(first.type) ?? first.type,
    data: { ...first.data, folded: { count, incidents, causes } },
  }
}

function foldedIncidents({ type, timestamp, data: { monitor, incident } }: Event): FoldedIncident[] {
  if (!incident) return []
  const reopened = type === 'incident.reopened' && { reopened_at: incident.reopened_at ?? timestamp }
  return [{ monitor: monitor ?? null, incident, ...reopened }]
}
