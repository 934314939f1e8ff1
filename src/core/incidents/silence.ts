/**
 * Silences. A silenced monitor is checked as usual and its incidents open and resolve, but no alert of it is sent. An
 * incident is silenced while all of its monitors are. When that ends, recipients get at most one message per incident:
 * its current state, if they do not have it yet.
 */
import { checkEndTime, formatIsoTime, formatTimeText, type UnixMs, YEAR_DAYS } from '../platform/time/time.ts'
import { type EventType, isFlappingEvent } from './event.ts'
import type { IncidentStatus, Person } from './incident.ts'
import type { EventOverride, IncidentUpdate } from './incident-update.ts'

/** Silence of one monitor. */
export interface Silence {
  monitorKey: number
  /** User who silenced the monitor last. */
  by: Person
  since: UnixMs
  until: UnixMs
  note: string | null
}

/** Alerts of one incident that a silence holds. */
export interface SilenceHold {
  reason: 'silenced'
  incidentId: string
  projectId: string
  /** User who silenced the monitors. */
  by: Person
  /** The last held incident update that did not change the status; null when there is none. */
  informationId: string | null
  /** The last held expiry warning; null when there is none. */
  warning: EventOverride | null
  /** Time of the next review. */
  reviewAt: UnixMs
}

export type SilenceTerms = Pick<Silence, 'until' | 'note'>

/** @throws Problem VALIDATION_ERROR */
export const validateSilence = ({ until }: Pick<SilenceTerms, 'until'>, now: number): void =>
  checkEndTime(until, now, YEAR_DAYS)

/**
 * Returns the silence of an incident: the silence of its monitors that ends first.
 *
 * @param silences of all monitors of the incident; null for a monitor that is not silenced
 * @returns null when a monitor is not silenced, or when the incident has no monitor
 */
export function findIncidentSilence(silences: readonly (Silence | null)[]): Silence | null {
  const known = silences.filter((silence) => silence !== null)
  if (known.length < silences.length) return null
  return known.toSorted((a, b) => a.until - b.until)[0] ?? null
}

/** Status of an incident that its recipients were last notified of; null when they were never notified. */
export type NotifiedStatus = IncidentStatus | null

interface AlertFacts {
  isSilenced: boolean
  /** Whether an earlier alert of the incident is held. */
  isHeld: boolean
  /** Whether the alert reports that the incident was resolved. */
  isResolution: boolean
  notified: NotifiedStatus
}

/**
 * Decides about the alert of an incident. `drop`: the incident is over, and recipients have not been notified of it.
 * An alert that follows a held alert waits too, unless it is the resolution, which replaces everything before it.
 */
export function decideAlert({ isSilenced, isHeld, isResolution, notified }: AlertFacts): 'send' | 'hold' | 'drop' {
  if (!isSilenced && !isHeld) return 'send'
  if (!isResolution) return 'hold'
  if (notified === null || notified === 'resolved') return 'drop'
  return isSilenced ? 'hold' : 'send'
}

/** Returns whether an update informs recipients without a change of the status: a note, an edit, a change of flapping. */
export const isInformation = ({ kind, eventOverride }: Pick<IncidentUpdate, 'kind' | 'eventOverride'>): boolean =>
  (kind === 'comment_added' || kind === 'edited' || kind === 'status_changed') &&
  (eventOverride === undefined || isFlappingEvent(eventOverride.type))

interface CatchUpFacts {
  status: IncidentStatus
  notified: NotifiedStatus
  /** Whether an update without a change of the status is held. */
  hasInformation: boolean
}

/**
 * Returns the event that brings recipients up to date after a silence; null when they are up to date. An incident that
 * was resolved and reopened meanwhile is still open for its recipients.
 */
export function decideCatchUp({ status, notified, hasInformation }: CatchUpFacts): EventType | null {
  if (status === notified) return hasInformation ? 'incident.updated' : null
  if (status === 'resolved') return notified === null ? null : 'incident.resolved'
  if (status === 'acknowledged') return 'incident.acknowledged'
  return notified === null ? 'incident.opened' : 'incident.reopened'
}

const NO_NAME = 'a former user'

const formatUser = ({ name }: Person): string => name ?? NO_NAME

/** @param monitors names of the silenced monitors, if the incident has others too */
const describeSubject = (monitors: readonly string[]): string =>
  monitors.length === 0 ? '' : ` of ${monitors.map((name) => `"${name}"`).join(', ')}`

/** Returns the message of the incident update that records a silence. */
export function describeSilenced(by: Person, { until, note }: SilenceTerms, monitors: readonly string[] = []): string {
  const line = `Alerts${describeSubject(monitors)} silenced by ${formatUser(by)} until ${formatTimeText(formatIsoTime(until))}`
  return note === null ? line : `${line}: ${note}`
}

/** @param by null when the silence ended by itself */
export const describeSilenceEnded = (by: Person | null, monitors: readonly string[] = []): string =>
  `Silence${describeSubject(monitors)} ended${by ? ` by ${formatUser(by)}` : ''}`

/** Returns the message for an incident that ends before any alert was sent. */
export const describeNeverSent = (by: Person): string => `No alert was sent: alerts were silenced by ${formatUser(by)}`

/**
 * Returns the message for an alert that is sent after a silence.
 *
 * @param information message of the last update that recipients have not received; null when there is none
 */
export const describeAfterSilence = (by: Person, information: string | null): string =>
  `Alert delayed: alerts were silenced by ${formatUser(by)}${information === null ? '' : `. Last update: ${information}`}`
