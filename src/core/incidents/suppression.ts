/**
 * Alert suppression. While a dependency is down, a monitor's incident opens as usual but its alerts are held. A monitor
 * behind a router often fails before the router does. While it is in doubt whether a dependency is down, an alert
 * therefore waits briefly for a check of that dependency.
 *
 * ```
 *            in_doubt ──a dependency is down──> down ──no dependency is down any more──> clearing
 *                └──all are up, or timeout──> released <──still failing shortly after──┘
 * ```
 *
 * A group with a condition counts as a dependency of its members: its incident explains theirs.
 *
 * While the monitor itself is paused, an alert stays held in every phase. After the resume, the next check of the monitor
 * decides, as after the recovery of a dependency.
 */
import type { RuntimeStatus } from '../monitors/monitor.ts'
import { MINUTE_MS, SECOND_MS, type UnixMs } from '../platform/time/time.ts'
import { HOLD_REVIEW_MS } from './hold.ts'

/** Key of a monitor, or id of a group with a condition. */
export type DependencyKey = number | string

type SuppressionPhase = 'in_doubt' | 'down' | 'clearing' | 'paused'

/** Suppression of one incident. All times are Unix ms. */
export interface Suppression {
  reason: 'dependency_down'
  incidentId: string
  monitorKey: number
  /** Dependency that the alert waits for. */
  parentKey: DependencyKey
  phase: SuppressionPhase
  /** Incident update whose alert is held. */
  entryId: string
  /** Start of the failure. Only a check of the dependency after this time can show the failure. */
  since: number
  /** While `clearing`: time since which no dependency is down. */
  clearedAt: number | null
  /** Timeout of the wait in doubt or for the monitor's recovery; null when there is none. */
  waitUntil: number | null
  /** Time of the next review. */
  reviewAt: number
}

/** A monitor that another monitor depends on, directly or through other monitors, or a group above that monitor. */
export interface DependencyState {
  key: DependencyKey
  name: string
  isActive: boolean
  /** False for a heartbeat, which reports only when its job runs, and for a group. */
  isChecked: boolean
  status: RuntimeStatus
  /** Start of the status. */
  statusSince: number
  intervalSeconds: number
  /** End of the last conclusive check; null when there was none. */
  lastCheckAt: number | null
  /** Whether the last check of a region failed and confirmation is pending. */
  isInDoubt: boolean
}

/** The monitor whose alerts are held. */
export interface SuppressedMonitor {
  status: RuntimeStatus
  intervalSeconds: number
  /** Start of the last conclusive check; null when there was none. */
  lastStartedAt: number | null
  /** Whether a region that reported the monitor down now reports it up, and is confirming the recovery. */
  isRecovering: boolean
}

/** Maximum delay of an alert in doubt. The delay is also limited to the time until the next check of the dependency. */
const MAX_DOUBT_MS = MINUTE_MS
const CHECK_MARGIN_MS = 20 * SECOND_MS

/** Review interval in doubt, and review interval while waiting for a recovery. */
const DOUBT_REVIEW_MS = 2 * SECOND_MS
const RECOVERY_REVIEW_MS = 5 * SECOND_MS

/**
 * Maximum time for a monitor to recover after its dependency, when none of the monitor's checks reports. A check comes
 * within an interval; a shorter wait would be a guess.
 */
const MAX_RECOVERY_MS = 10 * MINUTE_MS

/** Time without a review after which checks may have been missing as well. */
const UNATTENDED_MS = 2 * MINUTE_MS

export const isDown = ({ isActive, status }: DependencyState): boolean => isActive && status === 'down'

/**
 * Returns whether a dependency may still be found down. No check of it has ended since the failure began, or the last
 * check is in doubt.
 */
const isAwaited = (dependency: DependencyState, since: number): boolean =>
  dependency.isActive &&
  dependency.isChecked &&
  !isDown(dependency) &&
  (dependency.isInDoubt || dependency.lastCheckAt === null || dependency.lastCheckAt < since)

/**
 * Returns the dependencies whose next check is awaited.
 *
 * @param dependencies the nearest first
 */
export const listAwaited = (
  { phase, since }: Pick<Suppression, 'phase' | 'since'>,
  dependencies: readonly DependencyState[],
): DependencyState[] => (phase === 'in_doubt' ? dependencies.filter((dependency) => isAwaited(dependency, since)) : [])

/**
 * Starts the suppression of an incident that opens.
 *
 * @param dependencies the nearest first
 * @returns null when the alert is sent at once
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
    reason: 'dependency_down',
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
  reason: 'dependency_down',
  ...facts,
  parentKey: parent.key,
  phase: 'down',
  clearedAt: null,
  waitUntil: null,
  reviewAt: now + HOLD_REVIEW_MS,
})

/** Facts that decide whether a suppression continues. */
interface SuppressionReview {
  /** The nearest first. */
  dependencies: readonly DependencyState[]
  monitor: SuppressedMonitor
  now: UnixMs
  /** End of this server's latest interruption, Unix ms. */
  interruptedAt?: number
}

/** Returns the suppression after a review; null when it is over and the alert is to be sent. */
export function updateSuppression(
  suppression: Suppression,
  { dependencies, monitor, now, interruptedAt = Number.NEGATIVE_INFINITY }: SuppressionReview,
): Suppression | null {
  if (monitor.status === 'paused') return suppressWhilePaused(suppression, now)
  const down = dependencies.filter(isDown)
  const parentDependency = down.find(({ key }) => key === suppression.parentKey) ?? down[0]
  if (parentDependency) return suppressWhileDown(parentDependency, suppression, now)
  const current =
    suppression.reviewAt < interruptedAt
      ? restartWait(suppression, monitor, now)
      : restartIfUnattended(suppression, monitor, now)
  return suppression.phase === 'in_doubt'
    ? updateInDoubt(current, dependencies, now)
    : updateClearing(current, dependencies, monitor, now)
}

/** A check that starts after the pause decides. */
const suppressWhilePaused = (suppression: Suppression, now: number): Suppression => ({
  ...suppression,
  phase: 'paused',
  clearedAt: now,
  waitUntil: null,
  reviewAt: now + HOLD_REVIEW_MS,
})

/** Restarts the wait if no server ran, because no check could run in that time. */
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
 * Updates a suppression after its dependencies recovered. The monitor should recover too; its next check shows whether
 * it did. An unknown dependency is not proven to be up. Then only a check that finds the monitor failing ends the wait.
 */
function updateClearing(
  suppression: Suppression,
  dependencies: readonly DependencyState[],
  monitor: SuppressedMonitor,
  now: number,
): Suppression | null {
  const parentDependency = dependencies.find(({ key }) => key === suppression.parentKey)
  const isUnknown = parentDependency?.isActive === true && parentDependency.status === 'unknown'
  const clearedAt = suppression.clearedAt ?? (parentDependency?.isActive ? computeRecoveredAt(parentDependency) : now)
  if (isStillFailing(monitor, clearedAt)) return null
  // The incident of a monitor that is up stays open only because of flapping, and resolves when the flapping ends
  const hasNoTimeLimit = isUnknown || monitor.status === 'up'
  const waitUntil = hasNoTimeLimit ? null : (suppression.waitUntil ?? now + computeRecoveryWaitMs(monitor))
  if (waitUntil !== null && now >= waitUntil) return null
  const reviewAt = Math.min(
    waitUntil ?? Number.POSITIVE_INFINITY,
    now + (hasNoTimeLimit ? HOLD_REVIEW_MS : RECOVERY_REVIEW_MS),
  )
  const phase = suppression.phase === 'paused' ? 'paused' : 'clearing'
  return { ...suppression, phase, clearedAt, waitUntil, reviewAt }
}

/**
 * Returns when the recovery of a dependency was confirmed. The status itself is dated back to the first check that
 * passed.
 */
const computeRecoveredAt = ({ statusSince, lastCheckAt }: DependencyState): number =>
  Math.max(statusSince, lastCheckAt ?? 0)

const FAILING: readonly RuntimeStatus[] = ['down', 'degraded']

/**
 * Returns whether the monitor fails although its dependency has recovered. A check that started before the dependency
 * recovered proves nothing, however late it timed out.
 */
const isStillFailing = ({ status, lastStartedAt, isRecovering }: SuppressedMonitor, clearedAt: number): boolean =>
  FAILING.includes(status) && lastStartedAt !== null && lastStartedAt > clearedAt && !isRecovering

const computeRecoveryWaitMs = ({ status, intervalSeconds }: SuppressedMonitor): number =>
  status === 'unknown' ? MAX_RECOVERY_MS : Math.min(MAX_RECOVERY_MS, 2 * intervalSeconds * SECOND_MS)

/** A dependency as messages name it. */
interface NamedDependency {
  parentKey: DependencyKey
  parentName: string
}

const formatDependency = ({ parentKey, parentName }: NamedDependency): string =>
  `${typeof parentKey === 'string' ? 'group' : 'dependency'} "${parentName}"`

/** Returns the message of the incident update that records held alerts. */
export const describeSuppressed = (parent: NamedDependency): string =>
  `Alerts are held: the ${formatDependency(parent)} is down`

/** Returns the message for an incident that ends before any alert was sent. */
export function describeNeverNotified({ phase, ...parent }: NamedDependency & { phase: SuppressionPhase }): string {
  if (phase === 'paused') return 'No alert was sent: monitoring was paused before the alert was due'
  return phase === 'in_doubt'
    ? `No alert was sent: the incident ended before it was clear whether the ${formatDependency(parent)} was down`
    : `No alert was sent: alerts were held while the ${formatDependency(parent)} was down`
}

/**
 * Returns the message for an alert that is sent after a suppression.
 *
 * @param parentDependency absent when the monitor no longer depends on it
 */
export function describeLateAlert(
  { phase, ...parent }: NamedDependency & { phase: SuppressionPhase },
  parentDependency: DependencyState | undefined,
): string {
  if (phase === 'paused') return 'Alert delayed: monitoring was paused, and the monitor is still failing'
  const dependency = formatDependency(parent)
  if (phase === 'in_doubt') return `Alert delayed: it was unclear whether the ${dependency} was down`
  const message = `Alert delayed: alerts were held while the ${dependency} was down`
  const isGroup = typeof parent.parentKey === 'string'
  if (!parentDependency) return `${message}; the monitor no longer ${isGroup ? 'counts for' : 'depends on'} it`
  if (!parentDependency.isActive) return `${message}; the dependency is no longer checked`
  return parentDependency.status === 'unknown'
    ? `${message}; its current status is unknown`
    : `${message}; this monitor has not recovered with it`
}
