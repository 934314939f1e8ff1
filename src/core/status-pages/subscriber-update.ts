/**
 * What subscribers of a status page hear. A *cause* is written down with what happened and is for nobody's eyes; a little
 * later, when the page shows it, it becomes *news*, in the words of the page.
 */
import { CHECKED_FAMILIES, type Incident } from '../incidents/incident.ts'
import type { IncidentUpdate } from '../incidents/incident-update.ts'
import type { MaintenanceWindow } from '../maintenance/maintenance.ts'
import { SECOND_MS } from '../platform/time/time.ts'

/** What happens close together comes in one mail, and what is over again by then is not told at all. */
export const BATCH_DELAY_MS = 30 * SECOND_MS

type IncidentItemKind = 'opened' | 'updated' | 'resolved'
export type MaintenanceItemKind = 'scheduled' | 'moved' | 'cancelled' | 'started' | 'ended'
export type UpdateItemKind = IncidentItemKind | MaintenanceItemKind

export interface IncidentCause {
  kind: IncidentItemKind
  incidentId: string
  /** What somebody wrote for the public; null where nobody wrote anything. */
  message: string | null
  /** Unix ms. */
  at: number
  /** Monitors that it is about and that the page shows. */
  monitorIds: string[]
}

export interface MaintenanceCause {
  kind: MaintenanceItemKind
  name: string
  description: string
  /** Unix ms. */
  startsAt: number
  endsAt: number
  at: number
  monitorIds: string[]
}

export type UpdateCause = IncidentCause | MaintenanceCause

export const isIncidentCause = (cause: UpdateCause): cause is IncidentCause => 'incidentId' in cause

/** One thing that happened, as the public reads it. */
export interface UpdateItem {
  kind: UpdateItemKind
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

type CauseDraft = Pick<IncidentCause, 'kind' | 'incidentId' | 'message' | 'at'>

/** What subscribers may have to hear of an entry; null when it is nothing to them. */
export function toUpdateCause(update: IncidentUpdate): CauseDraft | null {
  const { incident, kind, message, isPublic, eventOverride } = update
  const notified = (what: IncidentItemKind, text: string | null): CauseDraft => ({
    kind: what,
    incidentId: incident.id,
    message: text,
    at: incident.updatedAt,
  })
  if (isPublic) return notified('updated', message)
  if (kind === 'resolved') return notified('resolved', null)
  if (kind === 'created' || kind === 'reopened' || OPENING_EVENTS.has(eventOverride?.type ?? ''))
    return isForPublic(incident) ? notified('opened', incident.statusPageUpdate) : null
  // Whether it is that text which was changed, whoever hands it on knows: it is compared with what was told
  return kind === 'edited' && incident.statusPageUpdate !== null ? notified('updated', incident.statusPageUpdate) : null
}

/** Of what was held, and is told late. */
const OPENING_EVENTS: ReadonlySet<string> = new Set(['incident.opened', 'incident.reopened', 'incident.acknowledged'])

/** What subscribers know of an incident. */
export interface NotifiedIncident {
  /** Its text for status pages, as it was told last. */
  pageUpdate: string | null
}

/**
 * Whether subscribers hear of it, now that it is time to.
 *
 * @param incident as it is by now; null when somebody deleted it
 * @param told null when they know nothing of it
 */
export function isNewForSubscribers(
  { kind, message }: IncidentCause,
  incident: Pick<Incident, 'status'> | null,
  notified: NotifiedIncident | null,
): boolean {
  if (!incident) return false
  if (kind === 'resolved') return notified !== null && incident.status === 'resolved'
  if (kind === 'opened') return notified === null && incident.status !== 'resolved'
  return notified === null || message !== notified.pageUpdate
}

/**
 * What subscribers are told of a change of plans. Work that has begun is not announced any more: they hear of its
 * beginning and its end.
 *
 * @param before null for a new window, @param after null when it is deleted
 */
export function decideMaintenanceItem(
  before: MaintenanceWindow | null,
  after: MaintenanceWindow | null,
  now: number,
): MaintenanceItemKind | null {
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
