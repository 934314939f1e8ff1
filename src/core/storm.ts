/**
 * Much that happens at once is told in few messages: the first ones go out by themselves, as always, and what comes
 * after them within a minute is gathered into one, a fold.
 */
import type { Event, EventType, FoldedFacts, FoldedIncident } from './event.ts'
import type { Monitor } from './monitor.ts'
import { MINUTE_MS, SECOND_MS } from './time.ts'

/** What is told together: beginnings, recoveries and reminders. Of what people do, there is never a storm. */
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
 * What is gathered apart: what is told instead of another target has a reason of its own to be told.
 *
 * @param insteadOf the target that could not be reached; null as usual
 * @returns null when events of this type are never folded
 */
export function topicKey(type: EventType, insteadOf: string | null): string | null {
  const topic = topicOf(type)
  return topic !== null && insteadOf !== null ? `${topic} instead of ${insteadOf}` : topic
}

/** Messages of one topic that a target gets by themselves within any minute. */
export const MOST_ALONE = 10

/** A fold is closed when nothing has joined it for so long. */
export const QUIET_MS = 10 * SECOND_MS

/** A fold is closed at the latest when the burst that it belongs to is as old as this. */
export const LONGEST_BURST_MS = MINUTE_MS

/** More begin another fold, so that closing one is bounded work. */
export const MOST_FOLDED = 10_000

/** How much one target is told of one topic just now. All times are Unix ms. */
export interface Storm {
  /** When the messages of the last minute went out by themselves, the oldest first. */
  told: number[]
  /** A fold was closed within the last minute: until then, everything is gathered. */
  gathersUntil: number
  fold: OpenFold | null
}

export interface OpenFold {
  /** The delivery whose id the message will have. */
  id: string
  /** When the first message of the burst went out. */
  burstAt: number
  openedAt: number
  /** When the last one joined. */
  lastAt: number
  count: number
}

export const CALM: Storm = { told: [], gathersUntil: 0, fold: null }

/** Which message each delivery goes out with, by its id: its own when that is the same. */
export interface Gathered {
  storm: Storm
  sentAs: Map<string, string>
}

/**
 * @param ids deliveries of one target and topic that are due, in order
 * @param together none of them goes out by itself: they were one message before
 */
export function gather(storm: Storm, ids: readonly string[], now: number, together = false): Gathered {
  const told = storm.told.filter((at) => at > now - MINUTE_MS && !isFromAhead(at, now))
  const gathersUntil = isFromAhead(storm.gathersUntil - MINUTE_MS, now) ? 0 : storm.gathersUntil
  const sentAs = new Map<string, string>()
  let fold = storm.fold !== null && !isFromAhead(storm.fold.lastAt, now) ? storm.fold : null
  for (const id of ids) {
    const isCalm = !together && fold === null && now >= gathersUntil && told.length < MOST_ALONE
    if (isCalm) told.push(now)
    else fold = join(fold, id, now, told[0])
    sentAs.set(id, isCalm ? id : fold!.id)
  }
  return { storm: { told, gathersUntil, fold }, sentAs }
}

/** Clocks of servers differ a little. What lies further ahead is from before the clock was set back: nobody waits for it. */
const isFromAhead = (at: number, now: number): boolean => at > now + MINUTE_MS

const join = (fold: OpenFold | null, id: string, now: number, burstAt = now): OpenFold =>
  fold === null || fold.count >= MOST_FOLDED
    ? { id, burstAt, openedAt: now, lastAt: now, count: 1 }
    : { ...fold, lastAt: now, count: fold.count + 1 }

/** When a fold is sent if nothing more joins it, Unix ms. A full one need not wait. */
export function closesAt({ burstAt, openedAt, lastAt, count }: OpenFold): number {
  if (count >= MOST_FOLDED) return lastAt
  return Math.min(lastAt + QUIET_MS, Math.max(burstAt + LONGEST_BURST_MS, openedAt + QUIET_MS))
}

/** @param storm with a fold, which is about to be sent: what comes now is not in it */
export function closed({ told, gathersUntil, fold }: Storm, now: number): Storm {
  const isFold = fold !== null && fold.count > 1
  return {
    told: isFold ? told : [...told, now],
    gathersUntil: isFold ? now + MINUTE_MS : gathersUntil,
    fold: null,
  }
}

/** Incidents that a folded event lists; the others it counts. */
export const MOST_LISTED = 100

/**
 * @param first the event of the delivery that the others are told with
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
  const reopened = type === 'incident.reopened' && { reopened_at: timestamp }
  return [{ monitor: monitor ?? null, incident, ...reopened }]
}

type Cause = FoldedFacts['causes'][number]

/** Where one of the failing monitors is; null where that is not known. */
export type CauseFacts = Record<Cause['kind'], string | null>

/** Of causes that many share equally, the first tells most. */
const KINDS: readonly Cause['kind'][] = ['address', 'host', 'certificate', 'group']

/** So many make a cause, in a small fold fewer: as large a part of it. */
const ENOUGH = 3
const ENOUGH_SHARE = 0.3

/** More would be a list and not an explanation. */
const MOST_CAUSES = 5

/** What several of them have in common, the most shared first. */
export function commonCauses(facts: readonly CauseFacts[]): Cause[] {
  const isShared = (count: number) => count >= ENOUGH || (count > 1 && count >= ENOUGH_SHARE * facts.length)
  return KINDS.flatMap((kind) => [...countBy(facts, kind)].map(([value, count]): Cause => ({ kind, value, count })))
    .filter(({ count }) => isShared(count))
    .sort((a, b) => b.count - a.count || KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind))
    .slice(0, MOST_CAUSES)
}

/** A host that is written as its address is told of once. */
function countBy(facts: readonly CauseFacts[], kind: Cause['kind']): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { [kind]: value, address } of facts)
    if (value !== null && !(kind === 'host' && value === address)) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}

/** @returns null for a heartbeat, which nobody looks for; the name or address without port and brackets */
export function hostOf({ type, target }: Pick<Monitor, 'type' | 'target'>): string | null {
  if (type === 'HEARTBEAT') return null
  return (URL.parse(target)?.hostname || target).replace(/^\[(.*)\]$/, '$1').toLowerCase()
}
