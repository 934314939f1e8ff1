/** Decides how a problem with an expiring certificate or domain changes its incident. */
import type { EventType } from '../incidents/event.ts'
import {
  type Family,
  getNextUpdateTime,
  type Incident,
  type IncidentMonitor,
  openSystemIncident,
  type Severity,
  truncateMessage,
} from '../incidents/incident.ts'
import {
  type EventOverride,
  type IncidentUpdate,
  reopen,
  resolve,
  toCreatedUpdate,
  toIncidentUpdate,
} from '../incidents/incident-update.ts'
import { DAY_MS, formatDaysAheadText, formatTimeText, HOUR_MS, type UnixMs } from '../platform/time/time.ts'
import type { ErrorType } from '../results/verdict.ts'

/** Families of incidents about certificates and domains, which no check result decides. */
export type ExpiryFamily = Extract<Family, 'certificate' | 'domain'>

/** Current problem with a certificate or domain, including its texts. */
export interface ExpiryProblem extends Pick<EventOverride, 'certificate' | 'domain'> {
  /** The certificate or domain: `certificate AB:CD:…`, `domain example.com`. Each warning about it is sent once. */
  subject: string
  /** The crossed threshold; 0 after the expiry. Null when the problem is not the expiry. */
  days: number | null
  /** A problem other than the expiry; null when there is none. */
  fault: string | null
  /** Identifies this problem among all problems of the same certificate or domain; no spaces. */
  warning: string
  severity: Severity
  title: string
  message: string
  /** Codes of the regions that see the problem. */
  regions: string[]
}

/** Last warning that was sent, while its problem lasts. */
export interface LastWarning extends Pick<ExpiryProblem, 'subject' | 'days' | 'fault'> {
  at: UnixMs
}

/** How the problem ended. */
export interface ExpiryRecovery {
  note: string
  /**
   * The certificate or domain itself was renewed, so every recipient who was warned through any monitor is notified
   * once.
   */
  isRenewal: boolean
}

interface ExpiryDecision {
  warned: LastWarning | null
  update: IncidentUpdate | null
}

/**
 * Returns whether a problem needs a warning. One warning is sent for each fault and each threshold of a certificate or
 * domain. Crossing a nearer threshold needs another warning.
 */
export function isNewProblem(lastWarning: LastWarning | null, { subject, days, fault }: ExpiryProblem): boolean {
  if (lastWarning === null || lastWarning.subject !== subject || lastWarning.fault !== fault) return true
  return days !== null && (lastWarning.days === null || days < lastWarning.days)
}

/** State of the warnings and incidents at the time of the evaluation. */
export interface ExpiryState {
  family: ExpiryFamily
  monitor: IncidentMonitor
  warned: LastWarning | null
  /** The open system incident; null when there is none. */
  open: Incident | null
  /** A recently resolved incident; null when there is none. */
  recent: Incident | null
}

/** @param outcome the problem, or how it ended */
export function decideExpiry(
  state: ExpiryState,
  outcome: ExpiryProblem | ExpiryRecovery,
  newId: () => string,
  now: number,
): ExpiryDecision {
  const { family, monitor, warned: lastWarning, open } = state
  if ('note' in outcome) {
    // Only a user closes an incident that a user reopened
    if (lastWarning === null || open === null) return { warned: null, update: null }
    return { warned: null, update: resolveExpiryIncident({ ...open, monitor }, lastWarning, outcome, now) }
  }
  const { subject, days, fault } = outcome
  if (!isNewProblem(lastWarning, outcome))
    return { warned: { subject, days, fault, at: lastWarning!.at }, update: null }
  const update = toProblemUpdate(state, outcome, newId, now)
  return {
    warned: { subject, days, fault, at: now },
    update: { ...update, eventOverride: toEventOverride(family, outcome, update) },
  }
}

function resolveExpiryIncident(
  open: Incident,
  { subject }: LastWarning,
  { note, isRenewal }: ExpiryRecovery,
  now: number,
): IncidentUpdate {
  const update = resolve(open, { note, by: null, at: now, now })
  return isRenewal ? { ...update, eventOverride: { type: 'incident.resolved', subject: subject } } : update
}

function toProblemUpdate(
  { family, monitor, open, recent }: ExpiryState,
  problem: ExpiryProblem,
  newId: () => string,
  now: number,
): IncidentUpdate {
  if (open) {
    const after = { ...withProblemText({ ...open, monitor }, problem), updatedAt: getNextUpdateTime(open, now) }
    return toIncidentUpdate(open, { kind: 'status_changed', incident: after, message: problem.title, author: null })
  }
  if (recent) {
    const refreshed = withProblemText({ ...recent, monitor }, problem)
    return reopen(refreshed, { message: problem.title, by: null, at: now, now })
  }
  const { severity, title, message, regions } = problem
  const details = {
    id: newId(),
    family,
    severity,
    type: ERROR_TYPES[family],
    title,
    errorMessage: truncateMessage(message),
    startedAt: now,
    affectedRegions: regions,
    failureCount: 1,
  }
  return toCreatedUpdate(openSystemIncident(monitor, details, now), message, null)
}

/** Severities that the system assigns. A different severity was chosen by a user, and stays. */
const SYSTEM_SEVERITIES: readonly Severity[] = ['major', 'warning']

const SYSTEM_TITLES: Record<ExpiryFamily, string> = { certificate: 'The certificate of ', domain: 'The domain of ' }

/** A title that a user has changed also stays. */
function withProblemText(incident: Incident, { severity, title, message, regions }: ExpiryProblem): Incident {
  const isSystemTitle = incident.title.startsWith(SYSTEM_TITLES[incident.family as ExpiryFamily])
  return {
    ...incident,
    severity: SYSTEM_SEVERITIES.includes(incident.severity) ? severity : incident.severity,
    title: isSystemTitle ? title : incident.title,
    errorMessage: truncateMessage(message),
    affectedRegions: [...new Set([...incident.affectedRegions, ...regions])],
  }
}

const EXPIRING_EVENTS: Record<ExpiryFamily, EventType> = {
  certificate: 'certificate.expiring',
  domain: 'domain.expiring',
}

function toEventOverride(family: ExpiryFamily, problem: ExpiryProblem, { kind }: IncidentUpdate): EventOverride {
  const { subject, warning, fault, certificate, domain } = problem
  const facts = { ...(certificate && { certificate }), ...(domain && { domain }), subject: `${subject} ${warning}` }
  if (fault === null) return { ...facts, type: EXPIRING_EVENTS[family] }
  if (kind === 'created') return { ...facts, type: 'incident.opened' }
  return { ...facts, type: kind === 'reopened' ? 'incident.reopened' : 'incident.updated' }
}

const ERROR_TYPES: Record<ExpiryFamily, ErrorType> = { certificate: 'ssl_error', domain: 'dns_error' }

/**
 * Returns the whole days that are left. A threshold is noticed a moment after it was crossed, so 14 days less a few
 * seconds count as 14.
 */
export const countDaysLeft = (endsAt: number, now: number): number => Math.floor((endsAt - now + HOUR_MS) / DAY_MS)

/**
 * Returns `expires in 14 days`, `expires in less than a day` or `has expired`.
 *
 * @param days the crossed threshold; 0 after the expiry
 */
export function describeExpiry(days: number | null, endsAt: number, now: number): string {
  if (days === 0 || now >= endsAt) return 'has expired'
  return `expires ${formatDaysAheadText(countDaysLeft(endsAt, now))}`
}

/** Formats a time as `2026-01-31 12:00:00 UTC`. */
export const formatMoment = (at: UnixMs): string => formatTimeText(new Date(at).toISOString())
