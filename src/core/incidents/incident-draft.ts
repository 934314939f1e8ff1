/** An incident that a user reports: its validation, and its conversion to an incident. */
import { createInvalid, Problem } from '../platform/errors.ts'
import { MINUTE_MS } from '../platform/time/time.ts'
import type { ErrorType } from '../results/verdict.ts'
import {
  formatIncidentTitle,
  getFamily,
  type IncidentMonitor,
  type IncidentSource,
  openIncident,
  type Person,
  type Severity,
} from './incident.ts'
import { type IncidentUpdate, toCreatedUpdate } from './incident-update.ts'

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
  statusPageUpdate: string | null
  affectedRegions: string[]
  affectedMonitorIds: string[]
  failureCount: number
  /** Unix ms; null means now. */
  startedAt: number | null
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
 * @param monitor the monitor of `checkId`; null only when the draft has a title
 */
export function openFromDraft(
  { title, startedAt, checkId: _, ...draft }: IncidentDraft,
  source: IncidentSource,
  scope: { organizationId: string; projectId: string },
  monitor: IncidentMonitor | null,
  by: Person,
  id: string,
  now: number,
): IncidentUpdate {
  const family = getFamily(draft.type)
  const facts = {
    ...draft,
    ...scope,
    id,
    monitor,
    createdBy: by.id,
    family,
    source,
    title: title ?? formatIncidentTitle(family, monitor!),
    startedAt: startedAt ?? now,
  }
  return toCreatedUpdate(openIncident(facts, now), 'Incident created', by)
}
