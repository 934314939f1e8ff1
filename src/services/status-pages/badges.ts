/** Badges of single monitors: signed links and their content. */
import { createHmac } from 'node:crypto'
import { isSameText } from '../../channels/signed-links.ts'
import { listSecrets, type ServiceSecret } from '../../core/platform/sealing/service-secret.ts'
import { DAY_MS } from '../../core/platform/time/time.ts'
import { toGridUntil, toSlots } from '../../core/results/availability.ts'
import { computeUptimePercentage, sumSpans } from '../../core/results/uptime.ts'
import {
  type BadgeContent,
  type FigureKind,
  toResponseTimeBadge,
  toStatusBadge,
  toUptimeBadge,
} from '../../core/status-pages/badge.ts'
import type { PublicDay } from '../../core/status-pages/public-status.ts'
import { isInMaintenance } from '../../store/maintenance/maintenance-spans.ts'
import type { Reader } from '../../store/platform/store.ts'
import { type BadgeMonitor, findBadgeMonitor } from '../../store/status-pages/public-monitors.ts'
import { splitPeriod, startOfResponseTimes } from '../results/roll-up.ts'
import { sumSince } from '../results/statistics.ts'
import { readSpans } from '../results/uptime.ts'

interface BadgeLinks {
  createToken(monitorId: string): string
  /** Returns whether this service created the token for the badges of this monitor. */
  isTokenFor(token: string, monitorId: string): boolean
}

// Half of a SHA-256: 128 bits cannot be guessed, and URLs stay short. Source: RFC 2104, section 5
const TOKEN_BYTES = 16

/**
 * Creates badge links. Links are not stored: a client with a link sees the badges of its monitor until the monitor is
 * deleted.
 *
 * @param secret service secret; the derived key differs from every other key of the service
 */
export function createBadgeLinks(secret: ServiceSecret): BadgeLinks {
  const keys = listSecrets(secret).map((one) => createHmac('sha256', one).update('watchkeeper badge').digest())
  const tokenWith = (key: Buffer, monitorId: string): string =>
    createHmac('sha256', key).update(monitorId.toLowerCase()).digest().subarray(0, TOKEN_BYTES).toString('base64url')
  return {
    createToken: (monitorId) => tokenWith(keys[0]!, monitorId),
    isTokenFor: (token, monitorId) => keys.some((key) => isSameText(token, tokenWith(key, monitorId))),
  }
}

const READ: Record<FigureKind, (db: Reader, monitor: BadgeMonitor, now: number) => Promise<BadgeContent>> = {
  status: async (db, { key, runtimeStatus }, now) => toStatusBadge(runtimeStatus, await isInMaintenance(db, key, now)),
  'uptime-30d': async (db, monitor, now) => {
    const spans = await readSpans(db, monitor, { from: now - 30 * DAY_MS, to: now })
    return toUptimeBadge(computeUptimePercentage(sumSpans(spans)))
  },
  'response-time': async (db, { key }, now) => {
    const { latencyCount, latencySumUs } = await sumSince(db, key, splitPeriod(startOfResponseTimes(now - DAY_MS), now))
    return toResponseTimeBadge(latencyCount > 0 ? latencySumUs / latencyCount / 1_000 : null)
  },
}

/** @returns null when the monitor does not exist */
export async function readBadge(
  db: Reader,
  monitorId: string,
  kind: FigureKind,
  now: number,
): Promise<BadgeContent | null> {
  const monitor = await findBadgeMonitor(db, monitorId.toLowerCase())
  return monitor && READ[kind](db, monitor, now)
}

/** Number of days of a year, the current one included. */
const YEAR_DAYS = 365

export interface YearBadge {
  /** Uptime of all days together, 0-100; null when nothing was measured. */
  uptimePercentage: number | null
  /** UTC days without incidents, oldest first. */
  days: PublicDay[]
}

/** @returns null when the monitor does not exist */
export async function readYear(db: Reader, monitorId: string, now: number): Promise<YearBadge | null> {
  const monitor = await findBadgeMonitor(db, monitorId.toLowerCase())
  if (!monitor) return null
  const grid = toGridUntil(DAY_MS, YEAR_DAYS, now)
  const spans = await readSpans(db, monitor, { from: grid.from, to: now })
  return { uptimePercentage: computeUptimePercentage(sumSpans(spans)), days: toSlots(spans, grid) }
}
