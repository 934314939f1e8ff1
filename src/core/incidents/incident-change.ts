/** Changes to an incident by users, except acknowledgement. */
import { createInvalid, Problem } from '../platform/errors.ts'
import { getNextUpdateTime, type Incident, type IncidentStatus, type Person } from './incident.ts'
import { type IncidentUpdate, reopen, resolve, toIncidentUpdate } from './incident-update.ts'

/** Fields of an incident that a user can edit. Absent fields stay unchanged. */
export interface IncidentEdit {
  title?: Incident['title'] | undefined
  severity?: Incident['severity'] | undefined
  /** Null removes the text. */
  statusPageUpdate?: Incident['statusPageUpdate'] | undefined
  affectedMonitorIds?: Incident['affectedMonitorIds'] | undefined
}

const FIELD_LABELS: Record<keyof IncidentEdit, string> = {
  title: 'title',
  severity: 'severity',
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
  return toIncidentUpdate(
    'edited',
    incident,
    after,
    `Changed: ${changed.map((name) => FIELD_LABELS[name]).join(', ')}`,
    by,
  )
}

/** Returns whether an incident update is about the text for status pages. */
export const isStatusPageUpdate = ({ kind, message }: { kind: IncidentUpdate['kind']; message: string }): boolean =>
  kind === 'edited' && message.includes(FIELD_LABELS.statusPageUpdate)

/**
 * Adds a note to the timeline.
 *
 * @param isPublic whether status pages show the note
 */
export function addNote(
  incident: Incident,
  message: string,
  isPublic: boolean,
  by: Person,
  now: number,
): IncidentUpdate {
  const after: Incident = { ...incident, updatedAt: getNextUpdateTime(incident, now) }
  return { ...toIncidentUpdate('comment_added', incident, after, message, by), isPublic }
}

/**
 * Resolves an incident by hand, or reopens a resolved one.
 *
 * @throws Problem VALIDATION_ERROR when the incident already has the status, or cannot change to it
 */
export function changeStatus(
  incident: Incident,
  status: 'open' | 'resolved',
  note: string | null,
  by: Person,
  now: number,
): IncidentUpdate {
  if (incident.status === status) throw toAlreadyInStatus(status)
  if (status === 'resolved') return resolve(incident, note, by, now, now)
  if (incident.status !== 'resolved')
    throw createInvalid({
      field: 'status',
      message: `only a resolved incident can be reopened; this incident is ${incident.status}`,
    })
  return reopen(incident, note ?? 'Incident reopened', by, now, now)
}

/** The API contract fixes this message, so the field name appears in the details only. */
export function toAlreadyInStatus(status: IncidentStatus): Problem {
  const message = `Incident is already in status: ${status}`
  return new Problem('VALIDATION_ERROR', message, { field: 'status', issues: [{ field: 'status', message }] })
}
