/** The times of a maintenance window as the form holds them, and conversions to and from the API. */
import type { RequestBody, Schemas } from '../../api/types.ts'
import { parseNumber } from '../../parts/forms/schema-form/draft.ts'
import { type Kind, parseCron, type Rule, toCron } from './recurrence.ts'
import { formatLocalTime, parseLocalTime } from './zone-time.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

export type Window = Schemas['MaintenanceWindow']

export interface TimesDraft {
  zone: string
  /** Local time in the zone. */
  from: string
  to: string
  kind: Kind
  /** 0 is Sunday. */
  days: number[]
  day: number | 'last'
  cron: string
  /** Length of the following occurrences; null for the length of the first. */
  minutes: string | null
  /** Last day; empty for no end. */
  until: string
}

/** @param now Unix ms; the new window begins at the next full hour */
export function createDraft(zone: string, now: number): TimesDraft {
  const start = Math.ceil(now / HOUR_MS) * HOUR_MS
  const from = formatLocalTime(start, zone)
  return {
    zone,
    from,
    to: formatLocalTime(start + HOUR_MS, zone),
    kind: 'once',
    days: [new Date(`${from}Z`).getUTCDay()],
    day: Number(from.slice(8, 10)),
    cron: '0 2 * * 0',
    minutes: null,
    until: '',
  }
}

/** @param zone for a window without a time zone */
export function toDraft(window: Window, zone: string): TimesDraft {
  const { recurrence } = window
  const own = recurrence?.timezone ?? zone
  const [start, end] = [Date.parse(window.starts_at), Date.parse(window.ends_at)]
  const first = Math.round((end - start) / MINUTE_MS)
  const rule = recurrence && parseCron(recurrence.cron)
  const draft = createDraft(own, start)
  const from = formatLocalTime(start, own)
  return {
    ...draft,
    from,
    to: formatLocalTime(end, own),
    // Occurrences at another time of day than the first need a cron expression
    kind: !rule ? 'once' : isAtTime(rule, from) ? rule.kind : 'cron',
    ...(rule?.kind === 'weekly' && { days: [...rule.days] }),
    ...(rule?.kind === 'monthly' && { day: rule.day }),
    ...(recurrence && { cron: recurrence.cron }),
    minutes: recurrence && recurrence.duration_minutes !== first ? String(recurrence.duration_minutes) : null,
    until: recurrence?.until ? formatLocalTime(Date.parse(recurrence.until), own).slice(0, 10) : '',
  }
}

const isAtTime = (rule: Rule, localTime: string): boolean =>
  rule.kind === 'cron' ||
  (rule.hour === Number(localTime.slice(11, 13)) && rule.minute === Number(localTime.slice(14, 16)))

/** Returns the recurrence rule of a draft; null if it does not repeat. Its time of day is the start time. */
function toRule({ kind, from, days, day, cron }: TimesDraft): Rule | null {
  const time = { hour: Number(from.slice(11, 13)), minute: Number(from.slice(14, 16)) }
  if (kind === 'once') return null
  if (kind === 'daily') return { kind, ...time }
  if (kind === 'weekly') return { kind, ...time, days }
  if (kind === 'monthly') return { kind, ...time, day }
  return { kind, expression: cron }
}

type Times = Pick<RequestBody<'/api/maintenance-windows', 'post'>, 'starts_at' | 'ends_at' | 'recurrence'>

/** @returns null while a time is missing */
export function toTimes(draft: TimesDraft): (Times & { starts_at: string; ends_at: string }) | null {
  const { zone, minutes, until } = draft
  const [start, end] = [parseLocalTime(draft.from, zone), parseLocalTime(draft.to, zone)]
  if (start === null || end === null) return null
  const rule = toRule(draft)
  const last = until ? parseLocalTime(`${until}T23:59`, zone) : null
  return {
    starts_at: new Date(start).toISOString(),
    ends_at: new Date(end).toISOString(),
    recurrence: rule && {
      cron: toCron(rule),
      duration_minutes:
        minutes === null ? Math.max(1, Math.round((end - start) / MINUTE_MS)) : (parseNumber(minutes) as number),
      timezone: zone,
      until: last === null ? null : new Date(last).toISOString(),
    },
  }
}

/** Moves the start and keeps the length. */
export function withFrom(draft: TimesDraft, from: string): TimesDraft {
  const [before, end, start] = [draft.from, draft.to, from].map((localTime) => parseLocalTime(localTime, draft.zone))
  if (before == null || end == null || start == null) return { ...draft, from }
  return { ...draft, from, to: formatLocalTime(start + Math.max(end - before, MINUTE_MS), draft.zone) }
}

/**
 * Returns only changed times. The form has no seconds, so unchanged times would lose theirs, and a past window must not
 * be rescheduled.
 */
export function findChanges(before: TimesDraft, after: TimesDraft): Partial<Times> {
  const [old, next] = [toTimes(before), toTimes(after)]
  if (next === null) return { starts_at: '', ends_at: '' }
  return {
    ...(next.starts_at !== old?.starts_at && { starts_at: next.starts_at }),
    ...(next.ends_at !== old?.ends_at && { ends_at: next.ends_at }),
    ...(JSON.stringify(next.recurrence) !== JSON.stringify(old?.recurrence) && { recurrence: next.recurrence }),
  }
}
