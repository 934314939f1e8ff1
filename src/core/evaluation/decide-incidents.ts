/** Decides how evaluated results change a monitor's incidents. */
import { type Evaluation, type EvaluationContext, type EvaluationStep, NO_CONTEXT } from '../incidents/evaluation.ts'
import type { FlapState } from '../incidents/flapping.ts'
import {
  CHECKED_FAMILIES,
  type CheckedFamily,
  formatIncidentTitle,
  getSeverity,
  type Incident,
  type IncidentMonitor,
  isOpen,
  openSystemIncident,
  REOPEN_WITHIN_MS,
  truncateMessage,
} from '../incidents/incident.ts'
import { type IncidentUpdate, reopen, resolve, toCreatedUpdate, toEntry } from '../incidents/incident-update.ts'
import { findMaintenanceAt, skipMaintenance } from '../maintenance/maintenance-span.ts'
import type { UnixMs } from '../platform/time/time.ts'
import type { ErrorType } from '../results/verdict.ts'
import {
  type AnnotatedPhase,
  isSlow,
  judgeEffect,
  listPhases,
  type PhaseCause,
  type PhasedStep,
  type StatusPhase,
} from './status-phases.ts'

/** Outcome of evaluations: the incident updates to record and send, and the new state of every affected incident. */
export interface IncidentDecision {
  updates: IncidentUpdate[]
  /** New incidents. A short incident may already be resolved. */
  opened: Incident[]
  /** Known incidents that have an entry among `updates`. */
  changed: Incident[]
  /** Known incidents of which only the failure count changed. */
  counted: Incident[]
}

/** Outcome of one evaluation. */
interface EvaluationDecision extends IncidentDecision {
  /** End of the maintenance that deferred an incident; null when no incident was deferred. */
  deferredUntil: UnixMs | null
  /** Flapping state of the monitor after the evaluation. */
  flaps: FlapState
}

/**
 * Decides which incidents to open, change and resolve. The new status decides for each family:
 *
 * - Up resolves availability and slowness incidents.
 * - Degraded, with all regions answering but slowly, opens slowness. It resolves availability, because the monitor is
 *   reachable again.
 * - Degraded, with some regions down, changes nothing. Not all regions recovered, but a partial failure opens nothing.
 * - Down opens availability. Slowness stays, because a worse status is no recovery.
 * - Unknown changes nothing, because silence is no evidence.
 *
 * Only a change opens an incident: a change of the status, or of the cause of `degraded`. Continuing failures add to
 * the failure count of an open incident. They also reopen an incident that was resolved within the last three minutes.
 * An incident that a user resolves or deletes while the monitor is failing therefore does not return until the next
 * change.
 *
 * During maintenance no incident opens. While the monitor is flapping no incident resolves. One update of each open
 * incident reports the start of flapping, after an opening. Another update reports its end, before a resolution.
 *
 * @param known the monitor's open system incidents, and the recently resolved ones
 */
export function decideIncidents(
  evaluation: Evaluation,
  monitor: IncidentMonitor,
  known: readonly Incident[],
  newId: () => string,
  now: number,
  context: EvaluationContext = NO_CONTEXT,
): EvaluationDecision {
  const { steps, flaps } = listPhases(evaluation, context)
  const current = known.map((incident) => ({ ...incident, monitor }))
  const allChanges = CHECKED_FAMILIES.map((family) => {
    const changes = new IncidentChanges(current.filter((incident) => incident.family === family))
    const open = (phase: StatusPhase, tally: FailureTally) =>
      createIncident(family, phase, tally, monitor, newId(), now)
    for (const step of steps) applyStep(family, step, changes, open, context, now)
    return changes
  })
  const updates = allChanges.flatMap((changes) => changes.updates)
  const touched = allChanges.flatMap((changes) => [...changes.touched.values()])
  const isKnown = ({ id }: Incident) => known.some((incident) => incident.id === id)
  const hasUpdate = ({ id }: Incident) => updates.some((update) => update.incident.id === id)
  return {
    updates,
    opened: touched.filter((incident) => !isKnown(incident)),
    changed: touched.filter((incident) => isKnown(incident) && hasUpdate(incident)),
    counted: touched.filter((incident) => isKnown(incident) && !hasUpdate(incident)),
    deferredUntil: Math.max(...allChanges.map((changes) => changes.deferredUntil)) || null,
    flaps,
  }
}

function applyStep(
  family: CheckedFamily,
  { step, phases }: PhasedStep,
  changes: IncidentChanges,
  open: (phase: StatusPhase, tally: FailureTally) => Incident,
  { maintenance }: EvaluationContext,
  now: number,
): void {
  let tally = step ? toTally(family, step) : NO_FAILURES
  for (const incident of changes.listOpen()) {
    const counted = addFailures(incident, step ? removeCounted(tally, step) : tally, now)
    if (counted !== incident) changes.set(counted)
  }
  if (changes.listOpen().length > 0) tally = NO_FAILURES
  for (const phase of phases) {
    const effect = judgeEffect(family, phase)
    if (phase.flap === 'ends')
      for (const incident of changes.listOpen()) changes.record(toFlappingEntry('flapping.ended', incident, phase, now))
    if (effect === 'well' && !isFlapping(phase))
      for (const incident of changes.listOpen()) changes.record(resolve(incident, phase.reason, null, phase.at, now))
    const wasOpen = changes.listOpen().length > 0
    const recent = changes.findResolvedSince(phase.at - REOPEN_WITHIN_MS)
    // The end of flapping is not a failure
    if (effect === 'failing' && phase.flap !== 'ends' && !wasOpen && (recent || phase.isChange)) {
      const planned = findMaintenanceAt(maintenance, phase.foundAt)
      const began = { ...phase, at: skipMaintenance(maintenance, phase.at, phase.foundAt) }
      if (planned) changes.deferredUntil = planned.endsAt
      else if (recent) changes.record(toReopening(began, addFailures(recent, tally, now), now))
      else changes.record(toCreatedUpdate(open(began, tally), formatMessage(phase), null))
      if (!planned) tally = NO_FAILURES
    }
    if (phase.flap === 'begins')
      for (const incident of changes.listOpen())
        changes.record(toFlappingEntry('flapping.started', incident, phase, now))
  }
}

const toFlappingEntry = (
  type: 'flapping.started' | 'flapping.ended',
  incident: Incident,
  { flapMessage, flapFacts }: AnnotatedPhase,
  now: number,
): IncidentUpdate => ({
  ...toEntry(incident, flapMessage, null, now),
  eventOverride: { type, flapping: flapFacts! },
})

const isFlapping = ({ flap }: AnnotatedPhase): boolean => flap === 'begins' || flap === 'lasts'

/** Message of a new or reopened incident. It states flapping that lasts; the beginning of flapping has its own update. */
const formatMessage = ({ reason, flap, flapMessage }: AnnotatedPhase): string =>
  flap === 'lasts' ? `${reason}. ${flapMessage}` : reason

/** The incidents of one monitor and family, while evaluations are applied to them. */
class IncidentChanges {
  readonly updates: IncidentUpdate[] = []
  readonly touched = new Map<string, Incident>()
  /** Unix ms; 0 when no incident was deferred. */
  deferredUntil = 0
  readonly #incidents: Map<string, Incident>

  constructor(known: readonly Incident[]) {
    this.#incidents = new Map(known.map((incident) => [incident.id, incident]))
  }

  set(incident: Incident): void {
    this.#incidents.set(incident.id, incident)
    this.touched.set(incident.id, incident)
  }

  record(update: IncidentUpdate): void {
    this.updates.push(update)
    this.set(update.incident)
  }

  listOpen(): Incident[] {
    return [...this.#incidents.values()].filter(isOpen)
  }

  findResolvedSince(since: number): Incident | null {
    const resolved = [...this.#incidents.values()].filter(
      ({ resolvedAt }) => resolvedAt !== null && resolvedAt >= since,
    )
    return resolved.sort((a, b) => b.resolvedAt! - a.resolvedAt!)[0] ?? null
  }
}

/** Failures and regions that an evaluation adds to an incident. */
interface FailureTally {
  failures: number
  regions: string[]
}

const NO_FAILURES: FailureTally = { failures: 0, regions: [] }

/** A slow check is a passing check, so slowness counts no failures. */
function toTally(family: CheckedFamily, { judged, failures, failingRegions }: EvaluationStep): FailureTally {
  const slowRegions = isSlow(judged) ? judged.affectedRegions : []
  if (family === 'slowness') return { failures: 0, regions: slowRegions }
  return { failures, regions: isSlow(judged) ? failingRegions : [...failingRegions, ...judged.affectedRegions] }
}

/**
 * Subtracts the failures that an open incident has already counted. After a silence these are all failures but the
 * last; at the end of maintenance, all failures.
 */
function removeCounted({ failures, regions }: FailureTally, { changes }: EvaluationStep): FailureTally {
  if (changes.some(({ from, to }) => from === to)) return { failures: 0, regions }
  const isContinued = changes.some(({ from, to }) => from === 'unknown' && to === 'down')
  return { failures: isContinued ? Math.min(failures, 1) : failures, regions }
}

/** @returns the same incident object when the tally adds nothing */
function addFailures(incident: Incident, { failures, regions }: FailureTally, now: number): Incident {
  const affectedRegions = [...new Set([...incident.affectedRegions, ...regions])]
  if (failures === 0 && affectedRegions.length === incident.affectedRegions.length) return incident
  return {
    ...incident,
    failureCount: incident.failureCount + failures,
    affectedRegions,
    updatedAt: Math.max(now, incident.updatedAt),
  }
}

const toReopening = (phase: AnnotatedPhase, incident: Incident, now: number): IncidentUpdate =>
  reopen(refreshCause(incident, phase), formatMessage(phase), null, phase.at, now)

/**
 * Replaces the cause of a reopened incident, so that the notification describes the new failure and not the first. A
 * severity that a user chose stays, and so does the text of an incident that a user opened.
 */
function refreshCause(incident: Incident, { errorType, errorMessage }: StatusPhase): Incident {
  if (incident.createdBy !== null || errorType === null) return incident
  const isUsual = incident.severity === getSeverity(incident.type)
  return {
    ...incident,
    type: errorType,
    severity: isUsual ? getSeverity(errorType) : incident.severity,
    errorMessage: truncateMessage(errorMessage ?? incident.errorMessage),
  }
}

/** Cause of a failure without recorded details. */
const UNKNOWN_CAUSE: Record<CheckedFamily, ErrorType> = { availability: 'connection_error', slowness: 'slow_response' }

export function createIncident(
  family: CheckedFamily,
  phase: PhaseCause & Pick<StatusPhase, 'at'>,
  tally: FailureTally,
  monitor: IncidentMonitor,
  id: string,
  now: number,
): Incident {
  const type = phase.errorType ?? UNKNOWN_CAUSE[family]
  return openSystemIncident(
    monitor,
    {
      id,
      family,
      severity: getSeverity(type),
      type,
      title: formatIncidentTitle(family, monitor),
      errorMessage: truncateMessage(phase.errorMessage ?? phase.reason),
      startedAt: phase.at,
      affectedRegions: [...new Set(tally.regions)],
      failureCount: Math.max(1, tally.failures),
    },
    now,
  )
}
