/** From what is wrong with something that runs out to what happens to its incident. Pure. */

import type { EventType } from '../incidents/event.ts'
import {
  clip,
  type Family,
  type Incident,
  type IncidentMonitor,
  momentAfter,
  openSystemIncident,
  type Severity,
} from '../incidents/incident.ts'
import { created, entry, type IncidentUpdate, reopen, resolve, type Telling } from '../incidents/incident-update.ts'
import type { ErrorType } from '../results/verdict.ts'

/** The families whose incidents are about what runs out, and not about what a check found. */
export type ExpiryFamily = Extract<Family, 'certificate' | 'domain'>

/** What is wrong just now, in words. */
export interface Concern extends Pick<Telling, 'certificate' | 'domain'> {
  /** Which thing: `certificate AB:CD:…`, `domain example.com`. Of it, each word is said once. */
  about: string
  /** The threshold that is crossed; 0 when it is over. Null when it is not about the end. */
  days: number | null
  /** What else is wrong; null when nothing is. */
  fault: string | null
  /** Tells this state of the thing from its others; no spaces. */
  word: string
  severity: Severity
  title: string
  message: string
  /** Codes of the regions that see it. */
  regions: string[]
}

/** What people were warned of last, while that stands. */
export interface Warned extends Pick<Concern, 'about' | 'days' | 'fault'> {
  /** Unix ms. */
  at: number
}

/** How it came that there is no concern any more. */
export interface Relief {
  note: string
  /** The thing itself is well again, so everybody who heard of it through any monitor is told, once. */
  isRenewal: boolean
}

interface ExpiryDecision {
  warned: Warned | null
  update: IncidentUpdate | null
}

/** Each threshold and each fault is said once of each thing, and what lies nearer to the end than what was said. */
export function isNews(warned: Warned | null, { about, days, fault }: Concern): boolean {
  if (warned === null || warned.about !== about || warned.fault !== fault) return true
  return days !== null && (warned.days === null || days < warned.days)
}

/** What was the case when somebody looked. */
export interface ExpiryState {
  family: ExpiryFamily
  monitor: IncidentMonitor
  warned: Warned | null
  /** The incident of the engine that is open; null when there is none. */
  open: Incident | null
  /** One that was resolved a moment ago; null when there is none. */
  recent: Incident | null
}

/** @param outcome what is wrong, or how it came that nothing is */
export function decideExpiry(
  { family, monitor, warned, open, recent }: ExpiryState,
  outcome: Concern | Relief,
  newId: () => string,
  now: number,
): ExpiryDecision {
  if ('note' in outcome) {
    // What people opened again by hand is theirs to close
    if (warned === null || open === null) return { warned: null, update: null }
    return { warned: null, update: relieve({ ...open, monitor }, warned, outcome, now) }
  }
  const { about, days, fault } = outcome
  if (!isNews(warned, outcome)) return { warned: { about, days, fault, at: warned!.at }, update: null }
  const update = announceConcern(family, monitor, open, recent, outcome, newId, now)
  return { warned: { about, days, fault, at: now }, update: { ...update, tells: tellingOf(family, outcome, update) } }
}

function relieve(open: Incident, { about }: Warned, { note, isRenewal }: Relief, now: number): IncidentUpdate {
  const update = resolve(open, note, null, now, now)
  return isRenewal ? { ...update, tells: { type: 'incident.resolved', subject: about } } : update
}

function announceConcern(
  family: ExpiryFamily,
  monitor: IncidentMonitor,
  open: Incident | null,
  recent: Incident | null,
  concern: Concern,
  newId: () => string,
  now: number,
): IncidentUpdate {
  if (open) {
    const after = { ...withWords({ ...open, monitor }, concern), updatedAt: momentAfter(open, now) }
    return entry('status_changed', open, after, concern.title, null)
  }
  if (recent) return reopen(withWords({ ...recent, monitor }, concern), concern.title, null, now, now)
  return created(draft(family, monitor, concern, newId(), now), concern.message, null)
}

/** Severities that the engine gives; another one was chosen by somebody, and stays. */
const OWN_SEVERITIES: readonly Severity[] = ['major', 'warning']

const OWN_TITLES: Record<ExpiryFamily, string> = { certificate: 'The certificate of ', domain: 'The domain of ' }

/** A title that somebody gave it stays, too. */
function withWords(incident: Incident, { severity, title, message, regions }: Concern): Incident {
  const isOurs = incident.title.startsWith(OWN_TITLES[incident.family as ExpiryFamily])
  return {
    ...incident,
    severity: OWN_SEVERITIES.includes(incident.severity) ? severity : incident.severity,
    title: isOurs ? title : incident.title,
    errorMessage: clip(message),
    affectedRegions: [...new Set([...incident.affectedRegions, ...regions])],
  }
}

const EXPIRING: Record<ExpiryFamily, EventType> = { certificate: 'certificate.expiring', domain: 'domain.expiring' }

function tellingOf(family: ExpiryFamily, concern: Concern, { kind }: IncidentUpdate): Telling {
  const { about, word, fault, certificate, domain } = concern
  const facts = { ...(certificate && { certificate }), ...(domain && { domain }), subject: `${about} ${word}` }
  if (fault === null) return { ...facts, type: EXPIRING[family] }
  if (kind === 'created') return { ...facts, type: 'incident.opened' }
  return { ...facts, type: kind === 'reopened' ? 'incident.reopened' : 'incident.updated' }
}

const TYPES: Record<ExpiryFamily, ErrorType> = { certificate: 'ssl_error', domain: 'dns_error' }

const draft = (
  family: ExpiryFamily,
  monitor: IncidentMonitor,
  { severity, title, message, regions }: Concern,
  id: string,
  now: number,
): Incident =>
  openSystemIncident(
    monitor,
    {
      id,
      family,
      severity,
      type: TYPES[family],
      title,
      errorMessage: clip(message),
      startedAt: now,
      affectedRegions: regions,
      failureCount: 1,
    },
    now,
  )
