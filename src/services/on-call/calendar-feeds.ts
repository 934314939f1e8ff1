/** Calendar feeds of on-call schedules, each with a secret URL. */
import { listFinalShifts, type Shift } from '../../core/on-call/on-call.ts'
import type { OnCallSchedule } from '../../core/on-call/schedule.ts'
import { DAY_MS } from '../../core/platform/time/time.ts'
import { listUserNames } from '../../store/accounts/users.ts'
import { findScheduleByFeed, saveFeed } from '../../store/on-call/on-call-schedules.ts'
import type { Reader } from '../../store/platform/store.ts'
import { logAudit } from '../platform/audit.ts'
import type { Context } from '../platform/context.ts'
import type { MonitorScope } from '../platform/scope.ts'
import { createLinkToken, hashSha256 } from '../platform/tokens.ts'
import { transact } from '../platform/work.ts'
import { requireSchedule } from './on-call-schedules.ts'
import { loadRotation } from './rotations.ts'

/**
 * Creates the feed of a schedule, or replaces its URL. Only a hash of the token is stored.
 *
 * @returns the token
 * @throws Problem RESOURCE_NOT_FOUND
 */
export async function createFeed(context: Context, scope: MonitorScope, id: string): Promise<string> {
  const token = createLinkToken()
  await changeFeed(context, scope, id, hashSha256(token))
  return token
}

/** @throws Problem RESOURCE_NOT_FOUND */
export const removeFeed = (context: Context, scope: MonitorScope, id: string): Promise<void> =>
  changeFeed(context, scope, id, null)

const changeFeed = (context: Context, scope: MonitorScope, id: string, tokenHash: string | null): Promise<void> =>
  transact(context, scope, async ({ tx, actor, projectId }) => {
    const { hasFeed: had } = await requireSchedule(tx, projectId, id)
    await saveFeed(tx, id, tokenHash)
    const has = tokenHash !== null
    if (!had && !has) return
    const isReplaced = had && has
    await logAudit(tx, context, actor, {
      action: isReplaced ? 'on_call_schedule.secret_rotated' : 'on_call_schedule.updated',
      resourceType: 'on_call_schedule',
      resourceId: id,
      changes: isReplaced ? {} : { has_feed: { from: had, to: has } },
    })
  })

export interface CalendarFeed {
  schedule: OnCallSchedule
  shifts: Shift[]
  /** User names by id. */
  names: ReadonlyMap<string, string>
}

/** Period of a feed around now. */
const PAST_MS = 31 * DAY_MS
const AHEAD_MS = 92 * DAY_MS

/** Returns whether a token is the address of a feed at this moment. */
export const hasFeed = async (db: Reader, token: string): Promise<boolean> =>
  (await findScheduleByFeed(db, hashSha256(token))) !== null

/** Returns the shifts of the schedule with this feed; null for an unknown token. */
export async function readFeed(db: Reader, token: string, now: number): Promise<CalendarFeed | null> {
  const schedule = await findScheduleByFeed(db, hashSha256(token))
  if (!schedule) return null
  const [from, to] = [startOfUtcMonth(now - PAST_MS), startOfUtcMonth(now + AHEAD_MS)]
  const shifts = listFinalShifts(await loadRotation(db, schedule, from, to), from, to)
  return { schedule, shifts, names: await listUserNames(db, [...new Set(shifts.map(({ userId }) => userId))]) }
}

/** A shift that the period cuts is the same event for a month, because its start is part of its id. */
function startOfUtcMonth(at: number): number {
  const date = new Date(at)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth())
}
