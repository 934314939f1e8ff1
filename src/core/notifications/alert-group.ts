/**
 * Alerts of one cause are sent as one message. The first of a cause leaves at once; what follows within a minute is gathered
 * into groups, here called folds. An alert that shares no cause with others leaves at once, too, up to ten messages a minute;
 * beyond that the rest is gathered into a fold without a cause.
 */
import { CAUSE_KINDS, type Cause, type CauseFacts, type CauseKind } from '../incidents/cause.ts'
import type { AlertGroupFacts, Event, EventType, GroupedIncident } from '../incidents/event.ts'
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

/** Null when events of this type are never alert_group. */
export const findTopic = (type: EventType): Topic | null => (isTopical(type) ? TOPICS[type] : null)

/**
 * Events with different keys are never in one message. A fallback's messages name the target that was to get them, so they
 * have a key of their own.
 *
 * @param replaced the target that could not be reached; null as usual
 * @returns null when events of this type are never alert_group
 */
export function findTopicKey(type: EventType, fallbackFor: string | null): string | null {
  const topic = findTopic(type)
  return topic !== null && fallbackFor !== null ? `${topic} instead of ${fallbackFor}` : topic
}

/** Messages of one topic that a target gets within any minute before alerts without a common cause are gathered. */
export const MAX_UNGROUPED = 10

/**
 * Alerts within a minute that make a cause. Two at one address are enough. Networks and groups of monitors are large, so
 * their members often fail for reasons of their own.
 */
const MIN_ALERTS: Record<CauseKind, number> = { address: 2, host: 2, certificate: 2, parent: 2, network: 5, group: 5 }

/** A cause is remembered for this long after its last alert. */
const BURST_MEMORY_MS = MINUTE_MS

/** More are forgotten, the oldest first, so that the state stays small. */
const MAX_BURSTS = 100

/** A fold is closed when nothing has joined it for this long. The second alert of a cause may well be the last. */
export const GROUP_WAIT_MS = 10 * SECOND_MS
export const SECOND_GROUP_WAIT_MS = 3 * SECOND_MS

/** A fold is closed at the latest at this age: the second message of a cause, and later ones. */
export const SECOND_MAX_GROUP_AGE_MS = 15 * SECOND_MS
export const MAX_GROUP_AGE_MS = 30 * SECOND_MS

/** More begin another fold, so that closing one is bounded work. */
export const MAX_GROUP_SIZE = 10_000

/** What one target was sent of one topic lately. All times are Unix ms. */
export interface GroupingState {
  /** When the messages of the last minute left, the oldest first. */
  sentAt: number[]
  /** A fold without a cause was closed within the last minute: until then, everything without a cause is gathered. */
  groupsUntil: number
  /** Of alerts without a common cause. */
  openGroup: AlertGroup | null
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
  openGroup: AlertGroup | null
}

interface AlertGroup {
  /** The delivery whose id the message will have. */
  id: string
  openedAt: number
  /** When it is sent if nothing more joins it. */
  closesAt: number
  count: number
}

export const NO_GROUPING: GroupingState = { sentAt: [], groupsUntil: 0, openGroup: null, bursts: [] }

/** A delivery that is due. */
export interface DueAlert {
  id: string
  /** Key of its monitor; null when it is about none. */
  monitor: number | null
  facts: CauseFacts
}

/** Which message each delivery goes out with, by its id: its own when that is the same. */
interface GroupedAlerts {
  storm: GroupingState
  leaderIds: Map<string, string>
}

/**
 * @param arrivals of one target and topic, in order
 * @param together they were one message before, and are one again
 */
export function groupAlerts(
  state: GroupingState,
  alerts: readonly DueAlert[],
  now: number,
  wasGrouped = false,
): GroupedAlerts {
  const next = dropExpired(state, now)
  const causes = wasGrouped ? new Map<string, Cause>() : findCauses(alerts, next.bursts)
  const sentAs = new Map<string, string>()
  for (const alert of alerts) {
    const { id } = alert
    const burst = ensureBurst(next, causes.get(id), now)
    if (burst) sentAs.set(id, addToBurst(burst, alert, now))
    else {
      sentAs.set(id, addWithoutCause(next, id, now, wasGrouped))
      recordCauses(next, alert, now)
    }
  }
  return { storm: next, leaderIds: sentAs }
}

/** Returns a copy without what is over. */
function dropExpired({ sentAt, groupsUntil, openGroup, bursts }: GroupingState, now: number): GroupingState {
  const isOpen = (one: AlertGroup | null) => one !== null && !isFromFuture(one.openedAt, now)
  return {
    sentAt: sentAt.filter((at) => at > now - MINUTE_MS && !isFromFuture(at, now)),
    groupsUntil: isFromFuture(groupsUntil - MINUTE_MS, now) ? 0 : groupsUntil,
    openGroup: isOpen(openGroup) ? openGroup : null,
    bursts: bursts
      .filter(
        (burst) =>
          !isFromFuture(burst.lastAt, now) && (burst.lastAt > now - BURST_MEMORY_MS || isOpen(burst.openGroup)),
      )
      .map((burst) => ({ ...burst })),
  }
}

/** Clocks of servers differ a little. A time further ahead is from before the clock was set back, and counts no more. */
const isFromFuture = (at: number, now: number): boolean => at > now + MINUTE_MS

/** Returns the cause of each arrival that shares one with enough others, by id. */
function findCauses(alerts: readonly DueAlert[], bursts: readonly Burst[]): Map<string, Cause> {
  const causes = new Map<string, Cause>()
  for (const kind of CAUSE_KINDS) {
    const unexplained = alerts.filter(({ id, facts }) => facts[kind] !== null && !causes.has(id))
    for (const [value, group] of Map.groupBy(unexplained, ({ facts }) => facts[kind]!)) {
      if (countMonitors(group, findBurst(bursts, { kind, value })) >= MIN_ALERTS[kind])
        for (const { id } of group) causes.set(id, { kind, value })
    }
  }
  return causes
}

/** One monitor that comes and goes shares its address with itself only. */
function countMonitors(group: readonly DueAlert[], known: Burst | undefined): number {
  const monitors = new Set(group.map(({ monitor }) => monitor))
  if (!known) return monitors.size
  return known.monitor === null ? known.count + monitors.size : monitors.add(known.monitor).size
}

const findBurst = (bursts: readonly Burst[], { kind, value }: Cause): Burst | undefined =>
  bursts.find((burst) => burst.kind === kind && burst.value === value)

/** @returns null without a cause, and when a message for it would be one too many */
function ensureBurst(next: GroupingState, cause: Cause | undefined, now: number): Burst | null {
  if (!cause) return null
  const known = findBurst(next.bursts, cause)
  if (known?.openGroup || (known && known.messages > 1)) return known
  if (hasReachedLimit(next)) return null
  if (known) return known
  const burst: Burst = { ...cause, count: 0, monitor: null, lastAt: now, messages: 0, openGroup: null }
  next.bursts.push(burst)
  return burst
}

/** Whether the messages of the last minute, with those on their way, are all that a target gets. */
const hasReachedLimit = ({ sentAt, bursts }: GroupingState): boolean =>
  sentAt.length + bursts.filter(({ openGroup }) => openGroup !== null).length >= MAX_UNGROUPED

/** @returns the delivery in whose message it goes out */
function addToBurst(burst: Burst, { id }: DueAlert, now: number): string {
  Object.assign(burst, { count: burst.count + 1, monitor: null, lastAt: now })
  const quietMs = burst.count <= 2 ? SECOND_GROUP_WAIT_MS : GROUP_WAIT_MS
  const longestMs = burst.messages <= 1 ? SECOND_MAX_GROUP_AGE_MS : MAX_GROUP_AGE_MS
  // What is due together is the first message of its cause, and leaves at once
  burst.openGroup =
    burst.messages === 0
      ? addToGroup(burst.openGroup, id, now, 0, 0)
      : addToGroup(burst.openGroup, id, now, quietMs, longestMs)
  return burst.openGroup.id
}

function addWithoutCause(next: GroupingState, id: string, now: number, wasGrouped: boolean): string {
  const canSendAlone = !wasGrouped && next.openGroup === null && now >= next.groupsUntil && !hasReachedLimit(next)
  if (canSendAlone) {
    next.sentAt.push(now)
    return id
  }
  next.openGroup = addToGroup(next.openGroup, id, now, GROUP_WAIT_MS, MAX_GROUP_AGE_MS)
  return next.openGroup.id
}

/** A full fold need not wait. */
function addToGroup(
  openGroup: AlertGroup | null,
  id: string,
  now: number,
  quietMs: number,
  longestMs: number,
): AlertGroup {
  const { count, openedAt, ...rest } =
    openGroup && openGroup.count < MAX_GROUP_SIZE ? openGroup : { id, count: 0, openedAt: now }
  const closesAt = count + 1 >= MAX_GROUP_SIZE ? now : Math.min(now + quietMs, openedAt + longestMs)
  return { id: rest.id, openedAt, closesAt, count: count + 1 }
}

/** What an alert may have in common with those that follow. */
function recordCauses(next: GroupingState, { monitor, facts }: DueAlert, now: number): void {
  for (const kind of CAUSE_KINDS) {
    const value = facts[kind]
    if (value === null) continue
    const known = findBurst(next.bursts, { kind, value })
    if (!known) next.bursts.push({ kind, value, count: 1, monitor, lastAt: now, messages: 1, openGroup: null })
    else if (known.monitor !== monitor) Object.assign(known, { count: known.count + 1, monitor: null, lastAt: now })
    else known.lastAt = now
  }
  const surplus = next.bursts.length - MAX_BURSTS
  if (surplus <= 0) return
  const oldest = new Set(next.bursts.filter(({ openGroup }) => openGroup === null).slice(0, surplus))
  next.bursts = next.bursts.filter((burst) => !oldest.has(burst))
}

/** All folds that are open. */
export const listOpenGroups = ({ openGroup, bursts }: GroupingState): AlertGroup[] =>
  [openGroup, ...bursts.map((burst) => burst.openGroup)].filter((one) => one !== null)

/** @param id of a fold that is about to be sent: what comes now is not in it */
export function closeGroup(state: GroupingState, id: string, now: number): GroupingState {
  const { sentAt, openGroup } = state
  if (openGroup?.id !== id)
    return {
      ...state,
      sentAt: [...sentAt, now],
      bursts: state.bursts.map((burst) =>
        burst.openGroup?.id === id ? { ...burst, messages: burst.messages + 1, openGroup: null } : burst,
      ),
    }
  if (openGroup.count > 1) return { ...state, groupsUntil: now + MINUTE_MS, openGroup: null }
  return { ...state, sentAt: [...sentAt, now], openGroup: null }
}

/** Incidents that a alert_group event lists; it counts the others. */
export const MAX_LISTED = 100

/**
 * @param first the event of the delivery that the others are sent with
 * @param others some of the others, in order; those beyond the first hundred are not needed
 * @param count how many there are, the first included
 */
export function toGroupedEvent(
  first: Event,
  others: readonly Event[],
  count: number,
  causes: AlertGroupFacts['causes'],
): Event {
  const incidents = [first, ...others].flatMap(toGroupedIncidents).slice(0, MAX_LISTED)
  return {
    ...first,
    type: findTopic(first.type) ?? first.type,
    data: { ...first.data, alert_group: { count, incidents, causes } },
  }
}

function toGroupedIncidents({ type, timestamp, data: { monitor, incident } }: Event): GroupedIncident[] {
  if (!incident) return []
  const reopened = type === 'incident.reopened' && { reopened_at: incident.reopened_at ?? timestamp }
  return [{ monitor: monitor ?? null, incident, ...reopened }]
}
