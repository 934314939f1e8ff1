/** From what is wrong with something that runs out to what happens to its incident. Pure. */

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
import type { ErrorType } from '../results/verdict.ts'

/** The families whose incidents are about what runs out, and not about what a check found. */
export type ExpiryFamily = Extract<Family, 'certificate' | 'domain'>

/** What is wrong just now, in words. */
export interface ExpiryProblem extends Pick<EventOverride, 'certificate' | 'domain'> {
  /** Which thing: `certificate AB:CD:…`, `domain example.com`. Of it, each word is said once. */
  about: string
  /** The threshold that is crossed; 0 when it is over. Null when it is not about the end. */
  days: number | null
  /** What else is wrong; null when nothing is. */
  fault: string | null
  /** Tells this state of the thing from its others; no spaces. */
  warning: string
  severity: Severity
  title: string
  message: string
  /** Codes of the regions that see it. */
  regions: string[]
}

/** What people were warned of last, while that stands. */
export interface LastWarning extends Pick<ExpiryProblem, 'about' | 'days' | 'fault'> {
  /** Unix ms. */
  at: number
}

/** How it came that there is no concern any more. */
export interface ExpiryRecovery {
  note: string
  /** The thing itself is well again, so everybody who heard of it through any monitor is told, once. */
  isRenewal: boolean
}

interface ExpiryDecision {
  warned: LastWarning | null
  update: IncidentUpdate | null
}

/** Each threshold and each fault is said once of each thing, and what lies nearer to the end than what was said. */
export function isNewProblem(warned: LastWarning | null, { about, days, fault }: ExpiryProblem): boolean {
  if (warned === null || warned.about !== about || warned.fault !== fault) return true
  return days !== null && (warned.days === null || days < warned.days)
}

/** What was the case when somebody looked. */
export interface ExpiryState {
  family: ExpiryFamily
  monitor: IncidentMonitor
  warned: LastWarning | null
  /** The incident of the engine that is open; null when there is none. */
  open: Incident | null
  /** One that was resolved a moment ago; null when there is none. */
  recent: Incident | null
}

/** @param outcome what is wrong, or how it came that nothing is */
export function decideExpiry(
  { family, monitor, warned, open, recent }: ExpiryState,
  outcome: ExpiryProblem | ExpiryRecovery,
  newId: () => string,
  now: number,
): ExpiryDecision {
  if ('note' in outcome) {
    // What people opened again by hand is theirs to close
    if (warned === null || open === null) return { warned: null, update: null }
    return { warned: null, update: resolveExpiryIncident({ ...open, monitor }, warned, outcome, now) }
  }
  const { about, days, fault } = outcome
  if (!isNewProblem(warned, outcome)) return { warned: { about, days, fault, at: warned!.at }, update: null }
  const update = toProblemUpdate(family, monitor, open, recent, outcome, newId, now)
  return {
    warned: { about, days, fault, at: now },
    update: { ...update, eventOverride: toEventOverride(family, outcome, update) },
  }
}

function resolveExpiryIncident(
  open: Incident,
  { about }: LastWarning,
  { note, isRenewal }: ExpiryRecovery,
  now: number,
): IncidentUpdate {
  const update = resolve(open, note, null, now, now)
  return isRenewal ? { ...update, eventOverride: { type: 'incident.resolved', subject: about } } : update
}

function toProblemUpdate(
  family: ExpiryFamily,
  monitor: IncidentMonitor,
  open: Incident | null,
  recent: Incident | null,
  problem: ExpiryProblem,
  newId: () => string,
  now: number,
): IncidentUpdate {
  if (open) {
    const after = { ...withProblemText({ ...open, monitor }, problem), updatedAt: getNextUpdateTime(open, now) }
    return toIncidentUpdate('status_changed', open, after, problem.title, null)
  }
  if (recent) return reopen(withProblemText({ ...recent, monitor }, problem), problem.title, null, now, now)
  return toCreatedUpdate(toIncidentDraft(family, monitor, problem, newId(), now), problem.message, null)
}

/** Severities that the engine gives; another one was chosen by somebody, and stays. */
const SYSTEM_SEVERITIES: readonly Severity[] = ['major', 'warning']

const SYSTEM_TITLES: Record<ExpiryFamily, string> = { certificate: 'The certificate of ', domain: 'The domain of ' }

/** A title that somebody gave it stays, too. */
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
  const { about, warning, fault, certificate, domain } = problem
  const facts = { ...(certificate && { certificate }), ...(domain && { domain }), subject: `${about} ${warning}` }
  if (fault === null) return { ...facts, type: EXPIRING_EVENTS[family] }
  if (kind === 'created') return { ...facts, type: 'incident.opened' }
  return { ...facts, type: kind === 'reopened' ? 'incident.reopened' : 'incident.updated' }
}

const ERROR_TYPES: Record<ExpiryFamily, ErrorType> = { certificate: 'ssl_error', domain: 'dns_error' }

const toIncidentDraft = (
  family: ExpiryFamily,
  monitor: IncidentMonitor,
  { severity, title, message, regions }: ExpiryProblem,
  id: string,
  now: number,
): Incident =>
  openSystemIncident(
    monitor,
    {
      id,
      family,
      severity,
      type: ERROR_TYPES[family],
      title,
      errorMessage: truncateMessage(message),
      startedAt: now,
      affectedRegions: regions,
      failureCount: 1,
    },
    now,
  )
