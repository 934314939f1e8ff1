/**
 * What subscribers of a status page hear. A *cause* is written down with what happened and is for nobody's eyes; a little
 * later, when the page shows it, it becomes *news*, in the words of the page.
 */
import { CHECKED_FAMILIES, type Incident } from '../incidents/incident.ts'
import type { IncidentUpdate } from '../incidents/incident-update.ts'
import type { MaintenanceWindow } from '../maintenance/maintenance.ts'
import { SECOND_MS } from '../platform/time/time.ts'

/** What happens close together comes in one mail, and what is over again by then is not told at all. */
export const GATHER_MS = 30 * SECOND_MS

type IncidentNewsKind = 'opened' | 'updated' | 'resolved'
export type MaintenanceNewsKind = 'scheduled' | 'moved' | 'cancelled' | 'started' | 'ended'
export type NewsKind = IncidentNewsKind | MaintenanceNewsKind

export interface IncidentCause {
  kind: IncidentNewsKind
  incidentId: string
  /** What somebody wrote for the public; null where nobody wrote anything. */
  message: string | null
  /** Unix ms. */
  at: number
  /** Monitors that it is about and that the page shows. */
  monitorIds: string[]
}

export interface MaintenanceCause {
  kind: MaintenanceNewsKind
  name: string
  description: string
  /** Unix ms. */
  startsAt: number
  endsAt: number
  at: number
  monitorIds: string[]
}

export type NewsCause = IncidentCause | MaintenanceCause

export const isOfIncident = (cause: NewsCause): cause is IncidentCause => 'incidentId' in cause

/** One thing that happened, as the public reads it. */
export interface NewsItem {
  kind: NewsKind
  title: string
  message: string
  components: string[]
  /** Unix ms. */
  at: number
  /** Of planned work. */
  startsAt?: number
  endsAt?: number
}

/** Dates that come nearer are for whoever renews something, unless somebody has a word for the public. */
const isForPublic = ({ family, statusPageUpdate }: Incident): boolean =>
  CHECKED_FAMILIES.some((checked) => checked === family) || statusPageUpdate !== null

type Told = Pick<IncidentCause, 'kind' | 'incidentId' | 'message' | 'at'>

/** What subscribers may have to hear of an entry; null when it is nothing to them. */
export function causeOf(update: IncidentUpdate): Told | null {
  const { incident, kind, message, isPublic, tells } = update
  const told = (what: IncidentNewsKind, words: string | null): Told => ({
    kind: what,
    incidentId: incident.id,
    message: words,
    at: incident.updatedAt,
  })
  if (isPublic) return told('updated', message)
  if (kind === 'resolved') return told('resolved', null)
  if (kind === 'created' || kind === 'reopened' || OPENINGS.has(tells?.type ?? ''))
    return isForPublic(incident) ? told('opened', incident.statusPageUpdate) : null
  // Whether it is that text which was changed, whoever hands it on knows: it is compared with what was told
  return kind === 'edited' && incident.statusPageUpdate !== null ? told('updated', incident.statusPageUpdate) : null
}

/** Of what was held, and is told late. */
const OPENINGS: ReadonlySet<string> = new Set(['incident.opened', 'incident.reopened', 'incident.acknowledged'])

/** What subscribers know of an incident. */
export interface ToldBefore {
  /** Its text for status pages, as it was told last. */
  said: string | null
}

/**
 * Whether subscribers hear of it, now that it is time to.
 *
 * @param incident as it is by now; null when somebody deleted it
 * @param told null when they know nothing of it
 */
export function isNews(
  { kind, message }: IncidentCause,
  incident: Pick<Incident, 'status'> | null,
  told: ToldBefore | null,
): boolean {
  if (!incident) return false
  if (kind === 'resolved') return told !== null && incident.status === 'resolved'
  if (kind === 'opened') return told === null && incident.status !== 'resolved'
  return told === null || message !== told.said
}

/**
 * What subscribers are told of a change of plans. Work that has begun is not announced any more: they hear of its
 * beginning and its end.
 *
 * @param before null for a new window, @param after null when it is deleted
 */
export function planNews(
  before: MaintenanceWindow | null,
  after: MaintenanceWindow | null,
  now: number,
): MaintenanceNewsKind | null {
  const wasAhead = isAhead(before, now)
  const isStillAhead = isAhead(after, now)
  if (!isStillAhead) return wasAhead && (after === null || after.cancelledAt !== null) ? 'cancelled' : null
  if (!wasAhead) return before === null || hasMoved(before, after!) ? 'scheduled' : null
  return hasMoved(before!, after!) ? 'moved' : null
}

const isAhead = (window: MaintenanceWindow | null, now: number): boolean =>
  window !== null && window.cancelledAt === null && window.startsAt > now

const hasMoved = (before: MaintenanceWindow, after: MaintenanceWindow): boolean =>
  before.startsAt !== after.startsAt || before.endsAt !== after.endsAt
