/**
 * Updates for subscribers of a status page. A *cause* is recorded together with the change and is private. Later, when
 * the page shows the change, the cause becomes an *item* with the public text.
 */
import { CHECKED_FAMILIES, type Incident } from '../incidents/incident.ts'
import type { IncidentUpdate } from '../incidents/incident-update.ts'
import type { MaintenanceWindow } from '../maintenance/maintenance.ts'
import { SECOND_MS, type UnixMs } from '../platform/time/time.ts'

/** Changes within this time are sent in one email, and a problem that is over by then is not sent at all. */
export const BATCH_DELAY_MS = 30 * SECOND_MS

type IncidentItemKind = 'opened' | 'updated' | 'resolved'
export type MaintenanceItemKind = 'scheduled' | 'moved' | 'cancelled' | 'started' | 'ended'
export type UpdateItemKind = IncidentItemKind | MaintenanceItemKind

export interface IncidentCause {
  kind: IncidentItemKind
  incidentId: string
  /** Public text of a user; null when there is none. */
  message: string | null
  at: UnixMs
  /** Affected monitors and groups that the page shows. */
  monitorIds: string[]
}

export interface MaintenanceCause {
  kind: MaintenanceItemKind
  name: string
  description: string
  startsAt: UnixMs
  endsAt: number
  at: number
  monitorIds: string[]
}

export type UpdateCause = IncidentCause | MaintenanceCause

export const isIncidentCause = (cause: UpdateCause): cause is IncidentCause => 'incidentId' in cause

/** One change, with its public text. */
export interface UpdateItem {
  kind: UpdateItemKind
  title: string
  message: string
  components: string[]
  at: UnixMs
  /** Present for maintenance. */
  startsAt?: number
  endsAt?: number
}

/** Expiry incidents concern only operators, unless a user wrote a public text. */
const isForPublic = ({ family, statusPageUpdate }: Incident): boolean =>
  CHECKED_FAMILIES.some((checked) => checked === family) || statusPageUpdate !== null

type CauseDraft = Pick<IncidentCause, 'kind' | 'incidentId' | 'message' | 'at'>

/** Returns the cause for subscribers of an incident update; null when there is none. */
export function toUpdateCause(update: IncidentUpdate): CauseDraft | null {
  const { incident, kind, message, isPublic, eventOverride } = update
  const toCause = (what: IncidentItemKind, text: string | null): CauseDraft => ({
    kind: what,
    incidentId: incident.id,
    message: text,
    at: incident.updatedAt,
  })
  if (isPublic) return toCause('updated', message)
  if (kind === 'resolved') return toCause('resolved', null)
  if (kind === 'created' || kind === 'reopened' || OPENING_EVENTS.has(eventOverride?.type ?? ''))
    return isForPublic(incident) ? toCause('opened', incident.statusPageUpdate) : null
  // The caller compares the text with the last one that was sent, to detect whether it changed
  return kind === 'edited' && incident.statusPageUpdate !== null ? toCause('updated', incident.statusPageUpdate) : null
}

/** Events of openings that were held and are sent late. */
const OPENING_EVENTS: ReadonlySet<string> = new Set(['incident.opened', 'incident.reopened', 'incident.acknowledged'])

/** State of an incident as last sent to subscribers. */
export interface NotifiedIncident {
  /** Text for status pages, as last sent. */
  pageUpdate: string | null
}

/**
 * Returns whether a due cause is still new for subscribers.
 *
 * @param incident current state; null when it was deleted
 * @param notified null when no update of the incident was sent
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
 * Returns the item that subscribers receive about a changed plan. A change of a window that has begun is not announced;
 * subscribers are notified of its start and end.
 *
 * @param before null for a new window
 * @param after null when it is deleted
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
