/** An incident that somebody reports: what is missing in it, and what it becomes. */
import { invalid, Problem } from '../platform/errors.ts'
import { MINUTE_MS } from '../platform/time/time.ts'
import type { ErrorType } from '../results/verdict.ts'
import {
  familyOf,
  type IncidentMonitor,
  type IncidentSource,
  openIncident,
  type Person,
  type Severity,
  titleOf,
} from './incident.ts'
import { created, type IncidentUpdate } from './incident-update.ts'

export interface IncidentDraft {
  severity: Severity
  type: ErrorType
  errorMessage: string
  /** Null: after the monitor. */
  title: string | null
  /** The monitor it is about. */
  checkId: string | null
  /** Null: `system` with a monitor, otherwise `manual`. */
  source: IncidentSource | null
  statusPageUpdate: string | null
  affectedRegions: string[]
  affectedMonitorIds: string[]
  failureCount: number
  /** Unix ms; null is now. */
  startedAt: number | null
}

/** How far the clock of whoever reports may be ahead of ours. */
const CLOCK_SKEW_MS = 5 * MINUTE_MS

type Judged = Pick<IncidentDraft, 'title' | 'checkId' | 'source' | 'startedAt'>

/**
 * @returns where the incident comes from
 * @throws Problem VALIDATION_ERROR; INTERNAL_ERROR for a system incident without a monitor: the API has promised so
 */
export function judgeDraft({ title, checkId, source: said, startedAt }: Judged, now: number): IncidentSource {
  const source = said ?? (checkId === null ? 'manual' : 'system')
  if (startedAt !== null && (startedAt < 0 || startedAt > now + CLOCK_SKEW_MS))
    throw invalid({ field: 'started_at', message: 'must be a time from 1970 on that has come already' })
  if (source === 'system' && checkId === null)
    throw new Problem('INTERNAL_ERROR', 'System incidents must have a check_id')
  if (source === 'manual' && title === null)
    throw invalid({ field: 'title', message: 'is required for a manual incident: text of 1 to 255 characters' })
  return source
}

/** @param monitor that of `checkId`; null only where the draft has a title */
export function openReported(
  { title, startedAt, checkId: _, ...draft }: IncidentDraft,
  source: IncidentSource,
  place: { organizationId: string; projectId: string },
  monitor: IncidentMonitor | null,
  by: Person,
  id: string,
  now: number,
): IncidentUpdate {
  const family = familyOf(draft.type)
  const facts = {
    ...draft,
    ...place,
    id,
    monitor,
    createdBy: by.id,
    family,
    source,
    title: title ?? titleOf(family, monitor!),
    startedAt: startedAt ?? now,
  }
  return created(openIncident(facts, now), 'Incident created', by)
}
