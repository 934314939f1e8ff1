/** Bulk actions on incidents: one action on many incidents, and its outcome for each. */
import { type BulkOutcome, countOutcomes } from '../monitors/bulk.ts'
import { Problem } from '../platform/errors.ts'
import type { UnixMs } from '../platform/time/time.ts'
import type { Incident, Person } from './incident.ts'
import { changeStatus, toAlreadyInStatus } from './incident-change.ts'
import { acknowledge, type IncidentUpdate, withdrawAcknowledgement } from './incident-update.ts'
import { snooze } from './snooze.ts'

export const INCIDENT_ACTIONS = ['acknowledge', 'unacknowledge', 'resolve', 'reopen', 'snooze'] as const
type IncidentAction = (typeof INCIDENT_ACTIONS)[number]

export interface IncidentBulkRequest {
  action: IncidentAction
  /** Distinct. */
  incidentIds: readonly string[]
  /** Note of a resolution or reopening; null when there is none. */
  note: string | null
  /** End of a snooze; null for all other actions. */
  snoozeUntil: UnixMs | null
}

interface IncidentOutcome extends Pick<BulkOutcome, 'outcome' | 'error'> {
  incidentId: string
  /** Null when the incident does not exist. */
  title: string | null
}

export interface IncidentBulkResult extends ReturnType<typeof countOutcomes> {
  operation: IncidentAction
  /** In the order of the request. */
  results: IncidentOutcome[]
}

interface StoredIncidents {
  /** By id. */
  incidents: ReadonlyMap<string, Incident>
  /** Rival keys of the incidents that the service has open; only a reopening needs them. */
  openKeys: ReadonlySet<string>
}

/** An incident before and after its change. */
interface IncidentChange {
  before: Incident
  update: IncidentUpdate
}

const STATUS_AFTER = {
  acknowledge: 'acknowledged',
  unacknowledge: 'open',
  resolve: 'resolved',
  reopen: 'open',
  snooze: null,
} as const

/** @returns a text that two incidents share when the service may keep only one of them open; null when it may keep both */
export const formatRivalKey = ({ createdBy, monitor, family }: Incident): string | null =>
  createdBy !== null || !monitor ? null : `${monitor.key} ${family}`

/** Decides the change of each incident. */
export function decideIncidentBulk(
  request: IncidentBulkRequest,
  { incidents, openKeys }: StoredIncidents,
  by: Person,
  now: number,
): { changes: IncidentChange[]; result: IncidentBulkResult } {
  const { action, incidentIds } = request
  const changes: IncidentChange[] = []
  const taken = new Set(openKeys)
  const results = incidentIds.map((id): IncidentOutcome => {
    const before = incidents.get(id)
    if (!before) return toFailed(id, null, new Problem('RESOURCE_NOT_FOUND', `Incident ${id} does not exist`))
    const { title, status } = before
    if (status === STATUS_AFTER[action]) return { incidentId: id, title, outcome: 'skipped' }
    try {
      const update = change(before, request, by, now)
      if (action === 'reopen') claimKey(taken, before)
      changes.push({ before, update })
      return { incidentId: id, title, outcome: 'succeeded' }
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      return toFailed(id, title, error)
    }
  })
  return { changes, result: { operation: action, ...countOutcomes(results), results } }
}

/** @throws Problem VALIDATION_ERROR when the incident cannot reach the status */
function change(before: Incident, request: IncidentBulkRequest, by: Person, now: number): IncidentUpdate {
  const { action, note, snoozeUntil } = request
  if (action === 'snooze') return snooze(before, snoozeUntil!, by, now)
  if (action === 'unacknowledge') {
    if (before.status !== 'acknowledged') throw toAlreadyInStatus(before.status)
    return withdrawAcknowledgement(before, by, now)
  }
  if (action !== 'acknowledge') return changeStatus(before, { status: STATUS_AFTER[action], note }, by, now)
  if (before.status !== 'open') throw toAlreadyInStatus(before.status)
  return acknowledge(before, by, now)
}

/** @throws Problem CONFLICT when the service has the same problem open as another incident */
function claimKey(taken: Set<string>, incident: Incident): void {
  const key = formatRivalKey(incident)
  if (key === null) return
  if (taken.has(key)) throw new Problem('CONFLICT', 'The same problem is already open as another incident')
  taken.add(key)
}

const toFailed = (incidentId: string, title: string | null, { code, message }: Problem): IncidentOutcome => ({
  incidentId,
  title,
  outcome: 'failed',
  error: { code, message },
})
