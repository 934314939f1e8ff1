/**
 * Held alerts. Of a monitor whose router is down nobody is told: it has its incident, and that waits. What stands behind
 * a router is often seen to fail before the router is, so in doubt an alert waits a moment for word of the router.
 *
 * ```
 *            in_doubt ──the other is down──> down ──nothing is down any more──> clearing
 *                └──it stands, or time is up──> released <──still failing a moment later──┘
 * ```
 */
import type { RuntimeStatus } from '../monitors/monitor.ts'
import { MINUTE_MS, SECOND_MS } from '../platform/time/time.ts'

type SuppressionPhase = 'in_doubt' | 'down' | 'clearing'

/** Of one incident. All times are Unix ms. */
export interface Suppression {
  incidentId: string
  monitorKey: number
  /** What it waits for. */
  parentKey: number
  phase: SuppressionPhase
  /** Of the entry that would have been told. */
  entryId: string
  /** When the trouble began: a check after this knows of it. */
  since: number
  /** While `clearing`: since when nothing is down. */
  clearedAt: number | null
  /** When waiting in doubt, or for its own recovery, is over; null when no time ends it. */
  waitUntil: number | null
  /** When to look again. */
  reviewAt: number
}

/** Something that a monitor depends on, directly or further up. */
export interface DependencyState {
  key: number
  name: string
  isActive: boolean
  /** False of a heartbeat: it says something only when its job does. */
  isChecked: boolean
  status: RuntimeStatus
  /** Since when it is so. */
  statusSince: number
  intervalSeconds: number
  /** When the last check that said something was over; null when there was none. */
  lastCheckAt: number | null
  /** The last check of some region failed, and whether that means anything is yet to be seen. */
  isInDoubt: boolean
}

/** The monitor whose incident is held. */
export interface SuppressedMonitor {
  status: RuntimeStatus
  intervalSeconds: number
  /** When the last check that said something was to begin; null when there was none. */
  lastStartedAt: number | null
  /** Some region that saw it down sees it up, and makes sure. */
  isRecovering: boolean
}

/** Doubt delays an alert by this at most, and never by more than what one more check takes to come. */
const MAX_DOUBT_MS = MINUTE_MS
const CHECK_MARGIN_MS = 20 * SECOND_MS

/** While in doubt, and while waiting for a recovery. */
const DOUBT_REVIEW_MS = 2 * SECOND_MS
const RECOVERY_REVIEW_MS = 5 * SECOND_MS

/** Whoever changes makes what it holds due at once; this finds what slipped through between two servers. */
const SUPPRESSION_REVIEW_MS = MINUTE_MS

/**
 * How long something may take to come back after what it depends on, where none of its own checks tells. One comes within
 * an interval; to give up earlier would be a guess.
 */
const MAX_RECOVERY_MS = 10 * MINUTE_MS

/** When nobody has looked for so long, nobody may have checked anything either. */
const UNATTENDED_MS = 2 * MINUTE_MS

export const isDown = ({ isActive, status }: DependencyState): boolean => isActive && status === 'down'

/** Whether more is to be learnt of it: no check has seen it since the trouble began, or the last one is in doubt. */
const isAwaited = (dependency: DependencyState, since: number): boolean =>
  dependency.isActive &&
  dependency.isChecked &&
  !isDown(dependency) &&
  (dependency.isInDoubt || dependency.lastCheckAt === null || dependency.lastCheckAt < since)

/** Those of which a word is waited for. @param ancestors the nearest first */
export const listAwaited = (
  { phase, since }: Pick<Suppression, 'phase' | 'since'>,
  dependencies: readonly DependencyState[],
): DependencyState[] => (phase === 'in_doubt' ? dependencies.filter((dependency) => isAwaited(dependency, since)) : [])

/**
 * Whether the alert of an incident that opens is held.
 *
 * @param ancestors the nearest first
 * @returns null when it is told at once
 */
export function startSuppression(
  facts: Pick<Suppression, 'incidentId' | 'monitorKey' | 'entryId' | 'since'>,
  dependencies: readonly DependencyState[],
  now: number,
): Suppression | null {
  const down = dependencies.find(isDown)
  if (down) return suppressWhileDown(down, { ...facts }, now)
  const awaited = listAwaited({ phase: 'in_doubt', since: facts.since }, dependencies)
  if (awaited.length === 0) return null
  const longest = Math.max(...awaited.map(({ intervalSeconds }) => intervalSeconds * SECOND_MS + CHECK_MARGIN_MS))
  return {
    ...facts,
    parentKey: awaited[0]!.key,
    phase: 'in_doubt',
    clearedAt: null,
    waitUntil: now + Math.min(MAX_DOUBT_MS, longest),
    reviewAt: now,
  }
}

const suppressWhileDown = (
  parent: DependencyState,
  facts: Pick<Suppression, 'incidentId' | 'monitorKey' | 'entryId' | 'since'>,
  now: number,
): Suppression => ({
  ...facts,
  parentKey: parent.key,
  phase: 'down',
  clearedAt: null,
  waitUntil: null,
  reviewAt: now + SUPPRESSION_REVIEW_MS,
})

/**
 * The hold as it goes on; null when it is over and the incident is to be sent.
 *
 * @param ancestors the nearest first
 * @param getInterruptedAt when the latest interruption of this server ended, Unix ms
 */
export function updateSuppression(
  suppression: Suppression,
  dependencies: readonly DependencyState[],
  monitor: SuppressedMonitor,
  now: number,
  interruptedAt = Number.NEGATIVE_INFINITY,
): Suppression | null {
  const down = dependencies.filter(isDown)
  const parentState = down.find(({ key }) => key === suppression.parentKey) ?? down[0]
  if (parentState) return suppressWhileDown(parentState, suppression, now)
  const current =
    suppression.reviewAt < interruptedAt
      ? restartWait(suppression, monitor, now)
      : restartIfUnattended(suppression, monitor, now)
  return suppression.phase === 'in_doubt'
    ? updateInDoubt(current, dependencies, now)
    : updateClearing(current, dependencies, monitor, now)
}

/** What was waited for could not come while no server ran: the wait begins anew. */
const restartIfUnattended = (suppression: Suppression, monitor: SuppressedMonitor, now: number): Suppression =>
  now - suppression.reviewAt < UNATTENDED_MS ? suppression : restartWait(suppression, monitor, now)

function restartWait(suppression: Suppression, monitor: SuppressedMonitor, now: number): Suppression {
  if (suppression.waitUntil === null) return suppression
  return {
    ...suppression,
    waitUntil: now + (suppression.phase === 'in_doubt' ? MAX_DOUBT_MS : computeRecoveryWaitMs(monitor)),
  }
}

function updateInDoubt(
  suppression: Suppression,
  dependencies: readonly DependencyState[],
  now: number,
): Suppression | null {
  const [first] = listAwaited(suppression, dependencies)
  if (!first || now >= suppression.waitUntil!) return null
  return { ...suppression, parentKey: first.key, reviewAt: Math.min(suppression.waitUntil!, now + DOUBT_REVIEW_MS) }
}

/**
 * Nothing is down any more, so it should come back by itself: its own next check tells. When nobody knows how the other
 * is, nobody knows that it is up: silence is no evidence, and only a check that finds this one failing ends the wait.
 */
function updateClearing(
  suppression: Suppression,
  dependencies: readonly DependencyState[],
  monitor: SuppressedMonitor,
  now: number,
): Suppression | null {
  const parentState = dependencies.find(({ key }) => key === suppression.parentKey)
  const isUnknown = parentState?.isActive === true && parentState.status === 'unknown'
  const clearedAt = suppression.clearedAt ?? (parentState?.isActive ? computeRecoveredAt(parentState) : now)
  if (isStillFailing(monitor, clearedAt)) return null
  // What is up is open only because it is flapping, and will resolve when it no longer does
  const hasNoTimeLimit = isUnknown || monitor.status === 'up'
  const waitUntil = hasNoTimeLimit ? null : (suppression.waitUntil ?? now + computeRecoveryWaitMs(monitor))
  if (waitUntil !== null && now >= waitUntil) return null
  const lookAt = Math.min(
    waitUntil ?? Number.POSITIVE_INFINITY,
    now + (hasNoTimeLimit ? SUPPRESSION_REVIEW_MS : RECOVERY_REVIEW_MS),
  )
  return { ...suppression, phase: 'clearing', clearedAt, waitUntil, reviewAt: lookAt }
}

/** Returns when the recovery was confirmed. The status itself is dated back to the first check that passed. */
const computeRecoveredAt = ({ statusSince, lastCheckAt }: DependencyState): number =>
  Math.max(statusSince, lastCheckAt ?? 0)

const FAILING: readonly RuntimeStatus[] = ['down', 'degraded']

/** A check that began before the other was back has not seen that, however late it gave up. */
const isStillFailing = ({ status, lastStartedAt, isRecovering }: SuppressedMonitor, clearedAt: number): boolean =>
  FAILING.includes(status) && lastStartedAt !== null && lastStartedAt > clearedAt && !isRecovering

const computeRecoveryWaitMs = ({ status, intervalSeconds }: SuppressedMonitor): number =>
  status === 'unknown' ? MAX_RECOVERY_MS : Math.min(MAX_RECOVERY_MS, 2 * intervalSeconds * SECOND_MS)

/** The entry of an incident whose alert is held from now on. */
export const describeSuppressed = (parent: string): string => `Alerts are held: the dependency "${parent}" is down`

/** The entry of one that is over before anybody was told. @param parent what held it */
export const describeNeverNotified = (phase: SuppressionPhase, parent: string): string =>
  phase === 'in_doubt'
    ? `No alert was sent: the incident ended before it was clear whether the dependency "${parent}" was down`
    : `No alert was sent: alerts were held while the dependency "${parent}" was down`

/** The entry with which it is told after all. @param holder what held it, where it is still something it depends on */
export function describeLateAlert(
  phase: SuppressionPhase,
  parent: string,
  parentState: DependencyState | undefined,
): string {
  if (phase === 'in_doubt') return `Alert delayed: it was unclear whether the dependency "${parent}" was down`
  const message = `Alert delayed: alerts were held while the dependency "${parent}" was down`
  if (!parentState) return `${message}; the monitor no longer depends on it`
  if (!parentState.isActive) return `${message}; the dependency is no longer checked`
  return parentState.status === 'unknown'
    ? `${message}; its current status is unknown`
    : `${message}; this monitor has not recovered with it`
}
