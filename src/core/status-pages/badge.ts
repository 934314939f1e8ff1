/** Content of a badge: a word or a number, and whether it is good. */
import type { RuntimeStatus } from '../monitors/monitor.ts'
import { formatUptimePercentage } from '../results/uptime.ts'
import { isKnown, type OverallStatus, type PublicStatus } from './public-status.ts'

/** Kinds of badges with a word or a number. */
const FIGURE_KINDS = ['status', 'uptime-30d', 'response-time'] as const
export type FigureKind = (typeof FIGURE_KINDS)[number]

/** The year is an image of its days. */
export const BADGE_KINDS = [...FIGURE_KINDS, 'year'] as const

/** `figure` is a number that is neither good nor bad in itself. */
export type BadgeTone = 'good' | 'fair' | 'bad' | 'planned' | 'figure' | 'unknown'

export interface BadgeContent {
  label: string
  message: string
  tone: BadgeTone
}

const PAGE_BADGES: Record<OverallStatus, Omit<BadgeContent, 'label'>> = {
  operational: { message: 'operational', tone: 'good' },
  degraded: { message: 'degraded', tone: 'fair' },
  partial_outage: { message: 'partial outage', tone: 'bad' },
  major_outage: { message: 'major outage', tone: 'bad' },
  maintenance: { message: 'maintenance', tone: 'planned' },
}

/** Without any measurement the badge shows `no data`, or `not monitored` if every component is paused. */
export function toPageBadge({ overall, sections }: Pick<PublicStatus, 'overall' | 'sections'>): BadgeContent {
  const label = 'status'
  const statuses = sections.flatMap(({ components }) => components.map(({ status }) => status))
  if (overall !== 'operational' || statuses.some(isKnown)) return { label, ...PAGE_BADGES[overall] }
  const isPaused = statuses.length > 0 && statuses.every((status) => status === 'not_monitored')
  return { label, message: isPaused ? 'not monitored' : 'no data', tone: 'unknown' }
}

const MONITOR_BADGES: Record<RuntimeStatus, BadgeTone> = {
  up: 'good',
  degraded: 'fair',
  down: 'bad',
  paused: 'unknown',
  unknown: 'unknown',
}

/** A monitor in maintenance is not shown as down. */
export const toStatusBadge = (status: RuntimeStatus, isInMaintenance: boolean): BadgeContent =>
  isInMaintenance && status !== 'paused'
    ? { label: 'status', message: 'maintenance', tone: 'planned' }
    : { label: 'status', message: status === 'paused' ? 'not monitored' : status, tone: MONITOR_BADGES[status] }

const GOOD_UPTIME = 99.5
const FAIR_UPTIME = 95

/** @param percentage 0-100; null when nothing was measured */
export function toUptimeBadge(percentage: number | null): BadgeContent {
  const label = 'uptime 30d'
  if (percentage === null) return { label, message: 'no data', tone: 'unknown' }
  const tone = percentage >= GOOD_UPTIME ? 'good' : percentage >= FAIR_UPTIME ? 'fair' : 'bad'
  return { label, message: formatUptimePercentage(percentage), tone }
}

const MIN_SECONDS_DISPLAY_MS = 1_000

/** @param averageMs null when no check passed */
export function toResponseTimeBadge(averageMs: number | null): BadgeContent {
  const label = 'response time'
  if (averageMs === null) return { label, message: 'no data', tone: 'unknown' }
  const ms = Math.max(1, Math.round(averageMs))
  const message = ms < MIN_SECONDS_DISPLAY_MS ? `${ms} ms` : `${(ms / 1_000).toFixed(2)} s`
  return { label, message, tone: 'figure' }
}
