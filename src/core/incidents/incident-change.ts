/** Incidents that users report, and the changes and comments of users. Acknowledgements are in `incident-update.ts`. */
import { createInvalid, Problem } from '../platform/errors.ts'
import { MINUTE_MS, type UnixMs } from '../platform/time/time.ts'
import type { ErrorType } from '../results/verdict.ts'
import {
  formatIncidentTitle,
  getFamily,
  getNextUpdateTime,
  type Incident,
  type IncidentSource,
  type IncidentStatus,
  openIncident,
  type Person,
  type Severity,
} from './incident.ts'
import { type IncidentUpdate, reopen, resolve, toCreatedUpdate, toIncidentUpdate } from './incident-update.ts'

export interface IncidentDraft {
  severity: Severity
  type: ErrorType
  errorMessage: string
  /** Null when the title is made from the name of the monitor. */
  title: string | null
  /** Id of the monitor that the incident is about. */
  checkId: string | null
  /** Null: `system` for a draft with a monitor, otherwise `manual`. */
  source: IncidentSource | null
  publicTitle: string | null
  statusPageUpdate: string | null
  affectedRegions: string[]
  affectedMonitorIds: string[]
  failureCount: number
  /** Null means now. */
  startedAt: UnixMs | null
}

/** Maximum lead of the reporter's clock over the server's clock. */
const CLOCK_SKEW_MS = 5 * MINUTE_MS

type SourceFields = Pick<IncidentDraft, 'title' | 'checkId' | 'source' | 'startedAt'>

/**
 * Validates the source, the title and the start of a draft.
 *
 * @returns the source of the incident
 * @throws Problem VALIDATION_ERROR; INTERNAL_ERROR for a system incident without a monitor, as the API contract
 * requires
 */
export function resolveSource(
  { title, checkId, source: requested, startedAt }: SourceFields,
  now: number,
): IncidentSource {
  const source = requested ?? (checkId === null ? 'manual' : 'system')
  if (startedAt !== null && (startedAt < 0 || startedAt > now + CLOCK_SKEW_MS))
    throw createInvalid({ field: 'started_at', message: 'must be a time since 1970 and not in the future' })
  if (source === 'system' && checkId === null)
    throw new Problem('INTERNAL_ERROR', 'System incidents must have a check_id')
  if (source === 'manual' && title === null)
    throw createInvalid({ field: 'title', message: 'is required for a manual incident: text of 1 to 255 characters' })
  return source
}

/**
 * Creates the incident from a valid draft.
 *
 * @param origin its monitor is the monitor of `checkId`; null only when the draft has a title
 */
export function openFromDraft(
  { title, startedAt, checkId: _, ...draft }: IncidentDraft,
  origin: Pick<Incident, 'id' | 'organizationId' | 'projectId' | 'source' | 'monitor'>,
  by: Person,
  now: number,
): IncidentUpdate {
  const family = getFamily(draft.type)
  const facts = {
    ...draft,
    ...origin,
    groupId: null,
    createdBy: by.id,
    family,
    title: title ?? formatIncidentTitle(family, origin.monitor!),
    startedAt: startedAt ?? now,
  }
  return toCreatedUpdate(openIncident(facts, now), 'Incident created', by)
}

/** Fields of an incident that a user can edit. Absent fields stay unchanged. */
export interface IncidentEdit {
  title?: Incident['title'] | undefined
  severity?: Incident['severity'] | undefined
  /** Null removes the title. */
  publicTitle?: Incident['publicTitle'] | undefined
  /** Null removes the text. */
  statusPageUpdate?: Incident['statusPageUpdate'] | undefined
  affectedMonitorIds?: Incident['affectedMonitorIds'] | undefined
}

const FIELD_LABELS: Record<keyof IncidentEdit, string> = {
  title: 'title',
  severity: 'severity',
  publicTitle: 'public title',
  statusPageUpdate: 'status page update',
  affectedMonitorIds: 'affected monitors',
}

/**
 * Applies an edit by a user.
 *
 * @returns null when the edit changes nothing
 */
export function applyEdit(incident: Incident, change: IncidentEdit, by: Person, now: number): IncidentUpdate | null {
  const names = Object.keys(FIELD_LABELS) as (keyof IncidentEdit)[]
  const changed = names.filter(
    (name) => change[name] !== undefined && JSON.stringify(change[name]) !== JSON.stringify(incident[name]),
  )
  if (changed.length === 0) return null
  const fresh = Object.fromEntries(changed.map((name) => [name, change[name]]))
  const after: Incident = { ...incident, ...fresh, updatedAt: getNextUpdateTime(incident, now) }
  const message = `Changed: ${changed.map((name) => FIELD_LABELS[name]).join(', ')}`
  return toIncidentUpdate(incident, { kind: 'edited', incident: after, message, author: by })
}

/** Returns whether an incident update is about the text for status pages. */
export const isStatusPageUpdate = ({ kind, message }: { kind: IncidentUpdate['kind']; message: string }): boolean =>
  kind === 'edited' && message.includes(FIELD_LABELS.statusPageUpdate)

/** Returns whether an incident update changed the title on status pages. */
export const isPublicTitleChange = ({ kind, message }: { kind: IncidentUpdate['kind']; message: string }): boolean =>
  kind === 'edited' && message.includes(FIELD_LABELS.publicTitle)

export interface IncidentNote {
  message: string
  /** Whether status pages show the note. */
  isPublic: boolean
}

/** Adds a note to the timeline. */
export function addNote(incident: Incident, note: IncidentNote, by: Person, now: number): IncidentUpdate {
  const after: Incident = { ...incident, updatedAt: getNextUpdateTime(incident, now) }
  const { message, isPublic } = note
  return { ...toIncidentUpdate(incident, { kind: 'comment_added', incident: after, message, author: by }), isPublic }
}

interface StatusRequest {
  status: 'open' | 'resolved'
  /** Null when there is no message. */
  note: string | null
}

/**
 * Resolves an incident by hand, or reopens a resolved one.
 *
 * @throws Problem VALIDATION_ERROR when the incident already has the status, or cannot change to it
 */
export function changeStatus(
  incident: Incident,
  { status, note }: StatusRequest,
  by: Person,
  now: number,
): IncidentUpdate {
  if (incident.status === status) throw toAlreadyInStatus(status)
  if (status === 'resolved') return resolve(incident, { note, by, at: now, now })
  if (incident.status !== 'resolved')
    throw createInvalid({
      field: 'status',
      message: `only a resolved incident can be reopened; this incident is ${incident.status}`,
    })
  return reopen(incident, { message: note ?? 'Incident reopened', by, at: now, now })
}

/** The API contract fixes this message, so the field name appears in the details only. */
export function toAlreadyInStatus(status: IncidentStatus): Problem {
  const message = `Incident is already in status: ${status}`
  return new Problem('VALIDATION_ERROR', message, { field: 'status', issues: [{ field: 'status', message }] })
}

/** All times are Unix ms. */
export interface Comment {
  id: string
  incidentId: string
  /** Null when the account was deleted; the name and the email address are then null, too. */
  userId: string | null
  userName: string | null
  userEmail: string | null
  /** Empty after deletion. */
  text: string
  isInternal: boolean
  createdAt: number
  updatedAt: number
  deletedAt: number | null
}

/** Time for which an author may edit or delete a comment. The last millisecond counts. */
const CHANGE_WITHIN_MS = 15 * MINUTE_MS

/** Returns the reason why this user may not edit or delete the comment now; null when the user may. */
export function refuseChange(comment: Comment, userId: string, now: number): Problem | null {
  if (comment.userId !== userId) return new Problem('FORBIDDEN', 'Only the author can change a comment')
  if (comment.deletedAt !== null) return createInvalid({ field: 'commentId', message: 'this comment has been deleted' })
  if (now - comment.createdAt <= CHANGE_WITHIN_MS) return null
  return createInvalid({ field: 'commentId', message: 'a comment can only be changed within 15 minutes' })
}
