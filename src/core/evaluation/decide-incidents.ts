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

/** The incidents of a monitor before a decision, and the facts of new incidents. */
interface DecisionInput {
  monitor: IncidentMonitor
  /** The monitor's open system incidents, and the recently resolved ones. */
  known: readonly Incident[]
  newId: () => string
  now: UnixMs
}

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
 */
export function decideIncidents(
  evaluation: Evaluation,
  input: DecisionInput,
  context: EvaluationContext = NO_CONTEXT,
): EvaluationDecision {
  const { monitor, known } = input
  const { steps, flaps } = listPhases(evaluation, context)
  const current = { ...input, known: known.map((incident) => ({ ...incident, monitor })) }
  const families = CHECKED_FAMILIES.map((family) => {
    const incidents = new FamilyIncidents(family, current, context)
    for (const step of steps) incidents.apply(step)
    return incidents
  })
  const updates = families.flatMap((incidents) => incidents.updates)
  const touched = families.flatMap((incidents) => [...incidents.touched.values()])
  const isKnown = ({ id }: Incident) => known.some((incident) => incident.id === id)
  const hasUpdate = ({ id }: Incident) => updates.some((update) => update.incident.id === id)
  return {
    updates,
    opened: touched.filter((incident) => !isKnown(incident)),
    changed: touched.filter((incident) => isKnown(incident) && hasUpdate(incident)),
    counted: touched.filter((incident) => isKnown(incident) && !hasUpdate(incident)),
    deferredUntil: Math.max(...families.map((incidents) => incidents.deferredUntil)) || null,
    flaps,
  }
}

/** The incidents of one monitor and family, while evaluations are applied to them. */
class FamilyIncidents {
  readonly updates: IncidentUpdate[] = []
  readonly touched = new Map<string, Incident>()
  /** Unix ms; 0 when no incident was deferred. */
  deferredUntil = 0
  readonly #family: CheckedFamily
  readonly #input: DecisionInput
  readonly #maintenance: EvaluationContext['maintenance']
  readonly #incidents: Map<string, Incident>

  constructor(family: CheckedFamily, input: DecisionInput, { maintenance }: EvaluationContext) {
    const known = input.known.filter((incident) => incident.family === family)
    this.#family = family
    this.#input = input
    this.#maintenance = maintenance
    this.#incidents = new Map(known.map((incident) => [incident.id, incident]))
  }

  apply({ step, phases }: PhasedStep): void {
    const { now } = this.#input
    let tally = step ? toTally(this.#family, step) : NO_FAILURES
    for (const incident of this.#listOpen()) {
      const counted = addFailures(incident, step ? removeCounted(tally, step) : tally, now)
      if (counted !== incident) this.#set(counted)
    }
    if (this.#listOpen().length > 0) tally = NO_FAILURES
    for (const phase of phases) {
      const effect = judgeEffect(this.#family, phase)
      if (phase.flap === 'ends')
        for (const incident of this.#listOpen()) this.#record(toFlappingEntry('flapping.ended', incident, phase, now))
      if (effect === 'well' && !isFlapping(phase))
        for (const incident of this.#listOpen())
          this.#record(resolve(incident, { note: phase.reason, by: null, at: phase.at, now }))
      const wasOpen = this.#listOpen().length > 0
      const recent = this.#findResolvedSince(phase.at - REOPEN_WITHIN_MS)
      // The end of flapping is not a failure
      if (effect === 'failing' && phase.flap !== 'ends' && !wasOpen && (recent || phase.isChange)) {
        const planned = findMaintenanceAt(this.#maintenance, phase.foundAt)
        const began = { ...phase, at: skipMaintenance(this.#maintenance, phase.at, phase.foundAt) }
        if (planned) this.deferredUntil = planned.endsAt
        else if (recent) this.#record(toReopening(began, addFailures(recent, tally, now), now))
        else this.#record(toCreatedUpdate(this.#create(began, tally), formatMessage(phase), null))
        if (!planned) tally = NO_FAILURES
      }
      if (phase.flap === 'begins')
        for (const incident of this.#listOpen()) this.#record(toFlappingEntry('flapping.started', incident, phase, now))
    }
  }

  #create(phase: StatusPhase, tally: FailureTally): Incident {
    const { monitor, newId, now } = this.#input
    const outage = { ...phase, ...tally, family: this.#family, startedAt: phase.at }
    return createIncident(outage, monitor, newId(), now)
  }

  #set(incident: Incident): void {
    this.#incidents.set(incident.id, incident)
    this.touched.set(incident.id, incident)
  }

  #record(update: IncidentUpdate): void {
    this.updates.push(update)
    this.#set(update.incident)
  }

  #listOpen(): Incident[] {
    return [...this.#incidents.values()].filter(isOpen)
  }

  #findResolvedSince(since: number): Incident | null {
    const resolved = [...this.#incidents.values()].filter(
      ({ resolvedAt }) => resolvedAt !== null && resolvedAt >= since,
    )
    return resolved.sort((a, b) => b.resolvedAt! - a.resolvedAt!)[0] ?? null
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
  reopen(refreshCause(incident, phase), { message: formatMessage(phase), by: null, at: phase.at, now })

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

/** A failure that opens an incident. */
export interface Outage extends PhaseCause, FailureTally {
  family: CheckedFamily
  startedAt: UnixMs
}

export function createIncident(outage: Outage, monitor: IncidentMonitor, id: string, now: number): Incident {
  const { family, startedAt } = outage
  const type = outage.errorType ?? UNKNOWN_CAUSE[family]
  return openSystemIncident(
    monitor,
    {
      id,
      family,
      severity: getSeverity(type),
      type,
      title: formatIncidentTitle(family, monitor),
      errorMessage: truncateMessage(outage.errorMessage ?? outage.reason),
      startedAt,
      affectedRegions: [...new Set(outage.regions)],
      failureCount: Math.max(1, outage.failures),
    },
    now,
  )
}
