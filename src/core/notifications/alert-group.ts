/**
 * Groups alerts with a common cause into one message. The first alert of a cause is sent at once; alerts that follow
 * within a minute are collected in alert groups. Alerts without a common cause are also sent at once, up to ten
 * messages a minute. Beyond this limit they are collected in a group without a cause. Messages about causes have a
 * separate limit, so an unrelated alert never waits for them.
 */
import { assignCauses, CAUSE_KINDS, type Cause, type Failing } from '../incidents/cause.ts'
import { MINUTE_MS, SECOND_MS } from '../platform/time/time.ts'

/**
 * Messages of one topic to one target within a minute, beyond which alerts are grouped whatever their causes. The limit
 * applies separately to alerts with and without a common cause.
 */
export const MAX_UNGROUPED = 10

/** A cause is remembered for this long after its last alert. */
const BURST_MEMORY_MS = MINUTE_MS

/** Maximum number of causes; the oldest are dropped, so that the state stays small. */
const MAX_BURSTS = 100

/**
 * A group closes when no alert has joined it for this long. The wait is shorter for the second alert of a cause, which
 * is often the last.
 */
export const GROUP_WAIT_MS = 10 * SECOND_MS
export const SECOND_GROUP_WAIT_MS = 3 * SECOND_MS

/** Maximum age of a group: for the second message of a cause, and for later ones. */
export const SECOND_MAX_GROUP_AGE_MS = 15 * SECOND_MS
export const MAX_GROUP_AGE_MS = 30 * SECOND_MS

/** When a group closes. */
interface GroupWait {
  /** Time without a further alert. */
  quietMs: number
  /** Maximum age. */
  longestMs: number
}

const NO_WAIT: GroupWait = { quietMs: 0, longestMs: 0 }
const USUAL_WAIT: GroupWait = { quietMs: GROUP_WAIT_MS, longestMs: MAX_GROUP_AGE_MS }

/** Maximum size of a group. More alerts start another group, so that closing one is bounded work. */
export const MAX_GROUP_SIZE = 10_000

/** Recent messages to one target about one topic. All times are Unix ms. */
export interface GroupingState {
  /** Send times of the messages without a common cause in the last minute, oldest first. */
  sentAt: number[]
  /** Send times of the messages about causes. */
  causesSentAt: number[]
  /** After a group without a cause closes, all alerts without a cause are grouped until this time, one minute later. */
  groupsUntil: number
  /** Group of alerts without a common cause. */
  openGroup: AlertGroup | null
  /** Group of alerts about causes beyond the limit. */
  causesGroup: AlertGroup | null
  /** Possible causes of the alerts of the last minute, oldest first. */
  bursts: Burst[]
}

/** Alerts that share a cause. */
interface Burst extends Cause {
  /** Number of alerts. */
  count: number
  /** Key of the only monitor of these alerts; null when there are several. */
  monitor: number | null
  lastAt: number
  /** Number of messages already sent. */
  sentMessages: number
  openGroup: AlertGroup | null
}

interface AlertGroup {
  /** Id of the delivery under which the message is sent. */
  id: string
  openedAt: number
  /** Time at which it is sent if no more alerts join it. */
  closesAt: number
  count: number
}

export const NO_GROUPING: GroupingState = {
  sentAt: [],
  causesSentAt: [],
  groupsUntil: 0,
  openGroup: null,
  causesGroup: null,
  bursts: [],
}

/** A due delivery. */
export type DueAlert = Failing

/** The new state, and the leader of each delivery by delivery id: the delivery that carries its alert, or itself. */
interface GroupedAlerts {
  state: GroupingState
  leaderIds: Map<string, string>
}

/**
 * @param alerts alerts to one target about one topic, in order
 * @param wasGrouped the alerts were grouped in one message before, and must be again
 */
export function groupAlerts(
  state: GroupingState,
  alerts: readonly DueAlert[],
  now: number,
  wasGrouped = false,
): GroupedAlerts {
  const next = dropExpired(state, now)
  const causes = wasGrouped
    ? new Map<string, Cause>()
    : assignCauses(alerts, (group, cause) => countMonitors(group, findBurst(next.bursts, cause)))
  const leaderIds = new Map<string, string>()
  for (const alert of alerts) {
    const { id } = alert
    const cause = causes.get(id)
    const burst = cause ? ensureBurst(next, cause, now) : null
    if (burst) leaderIds.set(id, addToBurst(burst, alert, now))
    else {
      leaderIds.set(id, cause ? addBeyondLimit(next, id, now) : addWithoutCause(next, id, now, wasGrouped))
      recordCauses(next, alert, now)
    }
  }
  return { state: next, leaderIds }
}

/**
 * Groups acknowledgements. A user or a link may acknowledge many incidents at once, so those that are due together form
 * one message, whatever their causes. None of them waits for another.
 */
export function groupAcknowledgements(
  state: GroupingState,
  alerts: readonly Pick<DueAlert, 'id'>[],
  now: number,
): GroupedAlerts {
  const next = dropExpired(state, now)
  const leaderIds = new Map<string, string>()
  for (const { id } of alerts) {
    next.openGroup = addToGroup(next.openGroup, id, now, NO_WAIT)
    leaderIds.set(id, next.openGroup.id)
  }
  return { state: next, leaderIds }
}

/** Returns a copy without expired entries. */
function dropExpired(
  { sentAt, causesSentAt, groupsUntil, openGroup, causesGroup, bursts }: GroupingState,
  now: number,
): GroupingState {
  const isOpen = (one: AlertGroup | null) => one !== null && !isFromFuture(one.openedAt, now)
  const isRecent = (at: number) => at > now - MINUTE_MS && !isFromFuture(at, now)
  return {
    sentAt: sentAt.filter(isRecent),
    causesSentAt: causesSentAt.filter(isRecent),
    groupsUntil: isFromFuture(groupsUntil - MINUTE_MS, now) ? 0 : groupsUntil,
    openGroup: isOpen(openGroup) ? openGroup : null,
    causesGroup: isOpen(causesGroup) ? causesGroup : null,
    bursts: bursts
      .filter(
        (burst) =>
          !isFromFuture(burst.lastAt, now) && (burst.lastAt > now - BURST_MEMORY_MS || isOpen(burst.openGroup)),
      )
      .map((burst) => ({ ...burst })),
  }
}

/** Server clocks differ slightly. A time further ahead dates from before the clock was set back, and is dropped. */
const isFromFuture = (at: number, now: number): boolean => at > now + MINUTE_MS

/** Counts the different monitors, because a single monitor that fails repeatedly is no common cause. */
function countMonitors(group: readonly DueAlert[], known: Burst | undefined): number {
  const monitors = new Set(group.map(({ monitor }) => monitor))
  if (!known) return monitors.size
  return known.monitor === null ? known.count + monitors.size : monitors.add(known.monitor).size
}

const findBurst = (bursts: readonly Burst[], { kind, value }: Cause): Burst | undefined =>
  bursts.find((burst) => burst.kind === kind && burst.value === value)

/** @returns null when a message for the cause would exceed the limit */
function ensureBurst(next: GroupingState, cause: Cause, now: number): Burst | null {
  const known = findBurst(next.bursts, cause)
  if (known?.openGroup || (known && known.sentMessages > 1)) return known
  if (hasReachedLimit(next)) return null
  if (known) {
    countFirstMessage(next, known)
    return known
  }
  const burst: Burst = { ...cause, count: 0, monitor: null, lastAt: now, sentMessages: 0, openGroup: null }
  next.bursts.push(burst)
  return burst
}

/** Returns whether the messages about causes in the last minute, including open groups, have reached the limit. */
const hasReachedLimit = ({ causesSentAt, bursts }: GroupingState): boolean =>
  causesSentAt.length + bursts.filter(({ openGroup }) => openGroup !== null).length >= MAX_UNGROUPED

/** The first message of a cause counted as unrelated until a second alert showed the cause. */
function countFirstMessage(next: GroupingState, { lastAt }: Burst): void {
  const index = next.sentAt.indexOf(lastAt)
  if (index < 0) return
  next.causesSentAt.push(...next.sentAt.splice(index, 1))
}

/** @returns id of the delivery that carries the alert */
function addToBurst(burst: Burst, { id }: DueAlert, now: number): string {
  Object.assign(burst, { count: burst.count + 1, monitor: null, lastAt: now })
  const laterWait = {
    quietMs: burst.count <= 2 ? SECOND_GROUP_WAIT_MS : GROUP_WAIT_MS,
    longestMs: burst.sentMessages <= 1 ? SECOND_MAX_GROUP_AGE_MS : MAX_GROUP_AGE_MS,
  }
  // Alerts that are due together form the first message of their cause, which is sent at once
  burst.openGroup = addToGroup(burst.openGroup, id, now, burst.sentMessages === 0 ? NO_WAIT : laterWait)
  return burst.openGroup.id
}

/** @returns id of the delivery that carries the alert */
function addBeyondLimit(next: GroupingState, id: string, now: number): string {
  next.causesGroup = addToGroup(next.causesGroup, id, now, USUAL_WAIT)
  return next.causesGroup.id
}

function addWithoutCause(next: GroupingState, id: string, now: number, wasGrouped: boolean): string {
  const isFlood = next.openGroup !== null || now < next.groupsUntil || next.sentAt.length >= MAX_UNGROUPED
  const canSendAlone = !wasGrouped && !isFlood
  if (canSendAlone) {
    next.sentAt.push(now)
    return id
  }
  next.openGroup = addToGroup(next.openGroup, id, now, USUAL_WAIT)
  return next.openGroup.id
}

/** Adds an alert to a group; a full group closes at once. */
function addToGroup(
  openGroup: AlertGroup | null,
  id: string,
  now: number,
  { quietMs, longestMs }: GroupWait,
): AlertGroup {
  const { count, openedAt, ...rest } =
    openGroup && openGroup.count < MAX_GROUP_SIZE ? openGroup : { id, count: 0, openedAt: now }
  const closesAt = count + 1 >= MAX_GROUP_SIZE ? now : Math.min(now + quietMs, openedAt + longestMs)
  return { id: rest.id, openedAt, closesAt, count: count + 1 }
}

/** Records the possible causes of an alert, for comparison with later alerts. */
function recordCauses(next: GroupingState, { monitor, facts }: DueAlert, now: number): void {
  for (const kind of CAUSE_KINDS) {
    const value = facts[kind]
    if (value === null) continue
    const known = findBurst(next.bursts, { kind, value })
    if (!known) next.bursts.push({ kind, value, count: 1, monitor, lastAt: now, sentMessages: 1, openGroup: null })
    else if (known.monitor !== monitor) Object.assign(known, { count: known.count + 1, monitor: null, lastAt: now })
    else known.lastAt = now
  }
  const surplus = next.bursts.length - MAX_BURSTS
  if (surplus <= 0) return
  const oldest = new Set(next.bursts.filter(({ openGroup }) => openGroup === null).slice(0, surplus))
  next.bursts = next.bursts.filter((burst) => !oldest.has(burst))
}

/** Returns all open groups. */
export const listOpenGroups = ({ openGroup, causesGroup, bursts }: GroupingState): AlertGroup[] =>
  [openGroup, causesGroup, ...bursts.map((burst) => burst.openGroup)].filter((one) => one !== null)

/** @param id group that is about to be sent: later alerts are not part of it */
export function closeGroup(state: GroupingState, id: string, now: number): GroupingState {
  const { sentAt, causesSentAt, openGroup, causesGroup } = state
  if (openGroup?.id !== id)
    return {
      ...state,
      causesSentAt: [...causesSentAt, now],
      causesGroup: causesGroup?.id === id ? null : causesGroup,
      bursts: state.bursts.map((burst) =>
        burst.openGroup?.id === id ? { ...burst, sentMessages: burst.sentMessages + 1, openGroup: null } : burst,
      ),
    }
  if (openGroup.count > 1) return { ...state, groupsUntil: now + MINUTE_MS, openGroup: null }
  return { ...state, sentAt: [...sentAt, now], openGroup: null }
}
