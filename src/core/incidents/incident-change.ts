/** What people change about an incident, besides acknowledging it. */
import { invalid, Problem } from '../platform/errors.ts'
import { type Incident, type IncidentStatus, momentAfter, type Person } from './incident.ts'
import { entry, type IncidentUpdate, reopen, resolve } from './incident-update.ts'

/** Only what is there changes. */
export interface IncidentEdit {
  title?: Incident['title'] | undefined
  severity?: Incident['severity'] | undefined
  /** Null takes it away. */
  statusPageUpdate?: Incident['statusPageUpdate'] | undefined
  affectedMonitorIds?: Incident['affectedMonitorIds'] | undefined
}

const IN_WORDS: Record<keyof IncidentEdit, string> = {
  title: 'title',
  severity: 'severity',
  statusPageUpdate: 'status page update',
  affectedMonitorIds: 'affected monitors',
}

/** @returns null when everything is so already */
export function edit(incident: Incident, change: IncidentEdit, by: Person, now: number): IncidentUpdate | null {
  const names = Object.keys(IN_WORDS) as (keyof IncidentEdit)[]
  const changed = names.filter(
    (name) => change[name] !== undefined && JSON.stringify(change[name]) !== JSON.stringify(incident[name]),
  )
  if (changed.length === 0) return null
  const fresh = Object.fromEntries(changed.map((name) => [name, change[name]]))
  const after: Incident = { ...incident, ...fresh, updatedAt: momentAfter(incident, now) }
  return entry('edited', incident, after, `Changed: ${changed.map((name) => IN_WORDS[name]).join(', ')}`, by)
}

/** Whether an entry is about the text for status pages. */
export const saysStatusPageUpdate = ({ kind, message }: { kind: IncidentUpdate['kind']; message: string }): boolean =>
  kind === 'edited' && message.includes(IN_WORDS.statusPageUpdate)

/** @param isPublic whether status pages show it */
export function addNote(
  incident: Incident,
  message: string,
  isPublic: boolean,
  by: Person,
  now: number,
): IncidentUpdate {
  const after: Incident = { ...incident, updatedAt: momentAfter(incident, now) }
  return { ...entry('comment_added', incident, after, message, by), isPublic }
}

/**
 * Resolves by hand, or opens again what was resolved.
 *
 * @throws Problem VALIDATION_ERROR when the status is that already, or does not lead there
 */
export function moveTo(
  incident: Incident,
  status: 'open' | 'resolved',
  note: string | null,
  by: Person,
  now: number,
): IncidentUpdate {
  if (incident.status === status) throw alreadyIn(status)
  if (status === 'resolved') return resolve(incident, note, by, now, now)
  if (incident.status !== 'resolved')
    throw invalid({ field: 'status', message: `only a resolved incident opens again, and this is ${incident.status}` })
  return reopen(incident, note ?? 'Incident reopened', by, now, now)
}

/** The API has fixed these words, so the field stands in the details alone. */
export function alreadyIn(status: IncidentStatus): Problem {
  const message = `Incident is already in status: ${status}`
  return new Problem('VALIDATION_ERROR', message, { field: 'status', issues: [{ field: 'status', message }] })
}
