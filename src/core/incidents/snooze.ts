/**
 * Snoozes. A snoozed incident stays open, but sends no reminders and no steps of its escalation policy until a given
 * time. Then the recipients are notified again, and the escalation continues. Unlike an acknowledgement, a snooze ends
 * by itself, so an incident that no user works on is not forgotten. An acknowledged incident stays acknowledged during
 * its snooze, and is open again when the snooze ends by itself.
 */
import { checkEndTime, formatIsoTime, formatTimeText } from '../platform/time/time.ts'
import { type Incident, NOT_ACKNOWLEDGED, NOT_SNOOZED, type Person } from './incident.ts'
import { toAlreadyInStatus } from './incident-change.ts'
import { describeLinkReader, type IncidentUpdate, type LinkReader, toQuietEntry } from './incident-update.ts'

/** A snoozed incident. */
export interface SnoozeHold {
  reason: 'snoozed'
  incidentId: string
  /** End of the snooze, or the next review of an end that could not be sent; Unix ms. */
  reviewAt: number
}

export const toSnoozeHold = (incidentId: string, reviewAt: number): SnoozeHold => ({
  reason: 'snoozed',
  incidentId,
  reviewAt,
})

/** A week. PagerDuty has the same limit. */
export const MAX_SNOOZE_DAYS = 7

/** Lengths that the page behind the link of an alert offers. */
export const OFFERED_MINUTES: readonly number[] = [30, 60, 240]

/** @throws Problem VALIDATION_ERROR */
export const validateSnooze = (until: number, now: number): void => checkEndTime(until, now, MAX_SNOOZE_DAYS)

export const isSnoozed = ({ snoozedUntil }: Pick<Incident, 'snoozedUntil'>, now: number): boolean =>
  snoozedUntil !== null && snoozedUntil > now

/**
 * Snoozes an unresolved incident, or changes the end of its snooze.
 *
 * @throws Problem VALIDATION_ERROR when the incident is resolved
 */
export function snooze(incident: Incident, until: number, by: Person, now: number): IncidentUpdate {
  if (incident.status === 'resolved') throw toAlreadyInStatus(incident.status)
  const after = { ...incident, snoozedUntil: until, snoozedBy: by, snoozedVia: null }
  return toQuietEntry(after, `Snoozed until ${formatTime(until)}`, by, now)
}

/** Snoozes an open incident with the link of an alert. The reader is unknown, so the entry names the recipient. */
export const snoozeVia = (incident: Incident, until: number, reader: LinkReader, now: number): IncidentUpdate =>
  toQuietEntry(
    { ...incident, snoozedUntil: until, snoozedBy: null, snoozedVia: reader.name },
    `Snoozed via ${describeLinkReader(reader)} until ${formatTime(until)}`,
    null,
    now,
  )

/** @param by null when the snooze ended by itself; an acknowledgement ends then, too */
export function endSnooze(incident: Incident, by: Person | null, now: number): IncidentUpdate {
  if (by) return toQuietEntry({ ...incident, ...NOT_SNOOZED }, 'Snooze ended', by, now)
  const after: Incident = { ...incident, ...NOT_SNOOZED, ...NOT_ACKNOWLEDGED, status: 'open' }
  const entry = toQuietEntry(after, `${describeSnooze(incident)} has ended`, null, now)
  return { ...entry, fromStatus: incident.status }
}

function describeSnooze({ snoozedBy, snoozedVia }: Incident): string {
  if (snoozedVia !== null) return `The snooze via "${snoozedVia}"`
  return `The snooze by ${snoozedBy?.name ?? 'a former user'}`
}

const formatTime = (at: number): string => formatTimeText(formatIsoTime(at))

/**
 * Returns by how much the next step of an escalation moves when a snooze begins, changes or ends early, ms. The clock of
 * the escalation stops during the snooze, so the remaining wait is the same after it. An acknowledgement stops the clock
 * anyway.
 */
export const computeStepShift = (before: Incident, after: Incident, now: number): number =>
  before.status === 'open' ? getSnoozeEnd(after, now) - getSnoozeEnd(before, now) : 0

const getSnoozeEnd = ({ snoozedUntil }: Incident, now: number): number => Math.max(snoozedUntil ?? now, now)
