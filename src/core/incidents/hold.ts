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

type HoldStage = 'in_doubt' | 'down' | 'clearing'

/** Of one incident. All times are Unix ms. */
export interface Hold {
  incidentId: string
  monitorKey: number
  /** What it waits for. */
  parentKey: number
  stage: HoldStage
  /** Of the entry that would have been told. */
  entryId: string
  /** When the trouble began: a check after this knows of it. */
  since: number
  /** While `clearing`: since when nothing is down. */
  clearedAt: number | null
  /** When waiting in doubt, or for its own recovery, is over; null when no time ends it. */
  waitUntil: number | null
  /** When to look again. */
  lookAt: number
}

/** Something that a monitor depends on, directly or further up. */
export interface Ancestor {
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
export interface HeldMonitor {
  status: RuntimeStatus
  intervalSeconds: number
  /** When the last check that said something was to begin; null when there was none. */
  lastBegunAt: number | null
  /** Some region that saw it down sees it up, and makes sure. */
  isRecovering: boolean
}

/** Doubt delays an alert by this at most, and never by more than what one more check takes to come. */
const LONGEST_DOUBT_MS = MINUTE_MS
const CHECK_MARGIN_MS = 20 * SECOND_MS

/** While in doubt, and while waiting for a recovery. */
const DOUBT_EVERY_MS = 2 * SECOND_MS
const RECOVERY_EVERY_MS = 5 * SECOND_MS

/** Whoever changes makes what it holds due at once; this finds what slipped through between two servers. */
const HELD_EVERY_MS = MINUTE_MS

/**
 * How long something may take to come back after what it depends on, where none of its own checks tells. One comes within
 * an interval; to give up earlier would be a guess.
 */
const LONGEST_RECOVERY_MS = 10 * MINUTE_MS

/** When nobody has looked for so long, nobody may have checked anything either. */
const ABSENCE_MS = 2 * MINUTE_MS

export const isDown = ({ isActive, status }: Ancestor): boolean => isActive && status === 'down'

/** Whether more is to be learnt of it: no check has seen it since the trouble began, or the last one is in doubt. */
const isAwaited = (ancestor: Ancestor, since: number): boolean =>
  ancestor.isActive &&
  ancestor.isChecked &&
  !isDown(ancestor) &&
  (ancestor.isInDoubt || ancestor.lastCheckAt === null || ancestor.lastCheckAt < since)

/** Those of which a word is waited for. @param ancestors the nearest first */
export const awaitedOf = (
  { stage, since }: Pick<Hold, 'stage' | 'since'>,
  ancestors: readonly Ancestor[],
): Ancestor[] => (stage === 'in_doubt' ? ancestors.filter((ancestor) => isAwaited(ancestor, since)) : [])

/**
 * Whether the alert of an incident that opens is held.
 *
 * @param ancestors the nearest first
 * @returns null when it is told at once
 */
export function beginHold(
  what: Pick<Hold, 'incidentId' | 'monitorKey' | 'entryId' | 'since'>,
  ancestors: readonly Ancestor[],
  now: number,
): Hold | null {
  const down = ancestors.find(isDown)
  if (down) return heldBy(down, { ...what }, now)
  const awaited = awaitedOf({ stage: 'in_doubt', since: what.since }, ancestors)
  if (awaited.length === 0) return null
  const longest = Math.max(...awaited.map(({ intervalSeconds }) => intervalSeconds * SECOND_MS + CHECK_MARGIN_MS))
  return {
    ...what,
    parentKey: awaited[0]!.key,
    stage: 'in_doubt',
    clearedAt: null,
    waitUntil: now + Math.min(LONGEST_DOUBT_MS, longest),
    lookAt: now,
  }
}

const heldBy = (
  parent: Ancestor,
  what: Pick<Hold, 'incidentId' | 'monitorKey' | 'entryId' | 'since'>,
  now: number,
): Hold => ({
  ...what,
  parentKey: parent.key,
  stage: 'down',
  clearedAt: null,
  waitUntil: null,
  lookAt: now + HELD_EVERY_MS,
})

/**
 * The hold as it goes on; null when it is over and the incident is to be sent.
 *
 * @param ancestors the nearest first
 * @param interruptedAt when the latest interruption of this server ended, Unix ms
 */
export function stepHold(
  hold: Hold,
  ancestors: readonly Ancestor[],
  monitor: HeldMonitor,
  now: number,
  interruptedAt = Number.NEGATIVE_INFINITY,
): Hold | null {
  const down = ancestors.filter(isDown)
  const holder = down.find(({ key }) => key === hold.parentKey) ?? down[0]
  if (holder) return heldBy(holder, hold, now)
  const watched = hold.lookAt < interruptedAt ? waitAgain(hold, monitor, now) : afterAbsence(hold, monitor, now)
  return hold.stage === 'in_doubt' ? stepDoubt(watched, ancestors, now) : stepClearing(watched, ancestors, monitor, now)
}

/** What was waited for could not come while no server ran: the wait begins anew. */
const afterAbsence = (hold: Hold, monitor: HeldMonitor, now: number): Hold =>
  now - hold.lookAt < ABSENCE_MS ? hold : waitAgain(hold, monitor, now)

function waitAgain(hold: Hold, monitor: HeldMonitor, now: number): Hold {
  if (hold.waitUntil === null) return hold
  return { ...hold, waitUntil: now + (hold.stage === 'in_doubt' ? LONGEST_DOUBT_MS : patienceMs(monitor)) }
}

function stepDoubt(hold: Hold, ancestors: readonly Ancestor[], now: number): Hold | null {
  const [first] = awaitedOf(hold, ancestors)
  if (!first || now >= hold.waitUntil!) return null
  return { ...hold, parentKey: first.key, lookAt: Math.min(hold.waitUntil!, now + DOUBT_EVERY_MS) }
}

/**
 * Nothing is down any more, so it should come back by itself: its own next check tells. When nobody knows how the other
 * is, nobody knows that it is up: silence is no evidence, and only a check that finds this one failing ends the wait.
 */
function stepClearing(hold: Hold, ancestors: readonly Ancestor[], monitor: HeldMonitor, now: number): Hold | null {
  const holder = ancestors.find(({ key }) => key === hold.parentKey)
  const isSilent = holder?.isActive === true && holder.status === 'unknown'
  const clearedAt = hold.clearedAt ?? (holder?.isActive ? clearedBy(holder) : now)
  if (stillFails(monitor, clearedAt)) return null
  // What is up is open only because it is flapping, and will resolve when it no longer does
  const isPatient = isSilent || monitor.status === 'up'
  const waitUntil = isPatient ? null : (hold.waitUntil ?? now + patienceMs(monitor))
  if (waitUntil !== null && now >= waitUntil) return null
  const lookAt = Math.min(waitUntil ?? Number.POSITIVE_INFINITY, now + (isPatient ? HELD_EVERY_MS : RECOVERY_EVERY_MS))
  return { ...hold, stage: 'clearing', clearedAt, waitUntil, lookAt }
}

/** Returns when the recovery was confirmed. The status itself is dated back to the first check that passed. */
const clearedBy = ({ statusSince, lastCheckAt }: Ancestor): number => Math.max(statusSince, lastCheckAt ?? 0)

const TROUBLED: readonly RuntimeStatus[] = ['down', 'degraded']

/** A check that began before the other was back has not seen that, however late it gave up. */
const stillFails = ({ status, lastBegunAt, isRecovering }: HeldMonitor, clearedAt: number): boolean =>
  TROUBLED.includes(status) && lastBegunAt !== null && lastBegunAt > clearedAt && !isRecovering

const patienceMs = ({ status, intervalSeconds }: HeldMonitor): number =>
  status === 'unknown' ? LONGEST_RECOVERY_MS : Math.min(LONGEST_RECOVERY_MS, 2 * intervalSeconds * SECOND_MS)

/** The entry of an incident whose alert is held from now on. */
export const heldInWords = (parent: string): string => `Alerts are held: it depends on "${parent}", which is down`

/** The entry of one that is over before anybody was told. @param parent what held it */
export const overInWords = (stage: HoldStage, parent: string): string =>
  stage === 'in_doubt'
    ? `Nobody was alerted: it was over before it was clear whether "${parent}" is down, on which it depends`
    : `Nobody was alerted: alerts were held while "${parent}" was down`

/** The entry with which it is told after all. @param holder what held it, where it is still something it depends on */
export function lateInWords(stage: HoldStage, parent: string, holder: Ancestor | undefined): string {
  if (stage === 'in_doubt') return `Told late: it was unclear whether "${parent}" is down, on which it depends`
  const told = `Told late: alerts were held while "${parent}" was down`
  if (!holder) return `${told}; it does not depend on that any more`
  if (!holder.isActive) return `${told}, which is not checked any more`
  return holder.status === 'unknown'
    ? `${told}; how that is now is not known`
    : `${told}, and this has not recovered with it`
}
