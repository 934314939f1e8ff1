/** From what the checks say to what happens to a monitor's incidents. */

import { type Circumstances, ORDINARY, type Turn, type TurnStep } from '../incidents/circumstances.ts'
import type { FlapState } from '../incidents/flapping.ts'
import {
  CHECKED_FAMILIES,
  type CheckedFamily,
  clip,
  type Incident,
  type IncidentMonitor,
  isOpen,
  momentAfter,
  openSystemIncident,
  REOPEN_WITHIN_MS,
  severityOf,
  titleOf,
} from '../incidents/incident.ts'
import { created, entry, type IncidentUpdate, reopen, resolve } from '../incidents/incident-update.ts'
import { afterMaintenance, maintenanceAt } from '../maintenance/maintenance-span.ts'
import type { ErrorType } from '../results/verdict.ts'
import { bearingOf, isSlow, type PlacedStage, placeStages, type Stage, type StagedStep } from './stage.ts'

/** What turns do: entries to write and tell, and every incident they touch as it is afterwards. */
export interface Decision {
  updates: IncidentUpdate[]
  /** New ones; a short one may be resolved already. */
  opened: Incident[]
  /** Known ones that have an entry among `updates`. */
  moved: Incident[]
  /** Known ones that merely counted failures. */
  counted: Incident[]
}

/** What one turn does. */
interface TurnDecision extends Decision {
  /** The end of the maintenance for which one did not open, Unix ms; null when none would have. */
  withheldUntil: number | null
  /** How the monitor changes its status by now. */
  flaps: FlapState
}

/**
 * | status becomes | availability | slowness |
 * | - | - | - |
 * | up | resolves | resolves |
 * | degraded, all regions answer but slowly | resolves: it is reachable again | opens |
 * | degraded, some regions are down | stays: not all is well yet, but half a failure opens nothing | stays |
 * | down | opens | stays: worse is no recovery |
 * | unknown | stays: silence is no evidence | stays |
 *
 * Only a change opens: of the status, or of what it is degraded by. Failures that merely go on count for what is open, and reopen what was resolved within the last
 * three minutes; so what somebody resolved or deleted by hand while it was failing stays away until the next change.
 * In maintenance nothing opens. While the monitor is flapping nothing resolves: one entry says so, another that it is over.
 *
 * @param known the monitor's open system incidents, and those that were resolved lately
 */
export function decide(
  turn: Turn,
  monitor: IncidentMonitor,
  known: readonly Incident[],
  newId: () => string,
  now: number,
  circumstances: Circumstances = ORDINARY,
): TurnDecision {
  const { steps, flaps } = placeStages(turn, circumstances)
  const current = known.map((incident) => ({ ...incident, monitor }))
  const ledgers = CHECKED_FAMILIES.map((family) => {
    const ledger = new Ledger(current.filter((incident) => incident.family === family))
    const open = (stage: Stage, tally: Tally) => draft(family, stage, tally, monitor, newId(), now)
    for (const step of steps) follow(family, step, ledger, open, circumstances, now)
    return ledger
  })
  const updates = ledgers.flatMap((ledger) => ledger.updates)
  const touched = ledgers.flatMap((ledger) => [...ledger.touched.values()])
  const isKnown = ({ id }: Incident) => known.some((incident) => incident.id === id)
  const isTold = ({ id }: Incident) => updates.some((update) => update.incident.id === id)
  return {
    updates,
    opened: touched.filter((incident) => !isKnown(incident)),
    moved: touched.filter((incident) => isKnown(incident) && isTold(incident)),
    counted: touched.filter((incident) => isKnown(incident) && !isTold(incident)),
    withheldUntil: Math.max(...ledgers.map((ledger) => ledger.withheldUntil)) || null,
    flaps,
  }
}

function follow(
  family: CheckedFamily,
  { step, stages }: StagedStep,
  ledger: Ledger,
  open: (stage: Stage, tally: Tally) => Incident,
  { maintenance }: Circumstances,
  now: number,
): void {
  let tally = step ? tallyOf(family, step) : COUNTED
  for (const incident of ledger.open()) {
    const counted = count(incident, step ? uncounted(tally, step) : tally, now)
    if (counted !== incident) ledger.put(counted)
  }
  if (ledger.open().length > 0) tally = COUNTED
  for (const stage of stages) {
    const bearing = bearingOf(family, stage)
    if (bearing === 'well' && !isFlapping(stage))
      for (const incident of ledger.open()) ledger.enter(resolve(incident, stage.reason, null, stage.at, now))
    const wasOpen = ledger.open().length > 0
    const recent = ledger.lastResolvedSince(stage.at - REOPEN_WITHIN_MS)
    // That it is steady now is no failure
    if (bearing === 'failing' && stage.flap !== 'ends' && !wasOpen && (recent || stage.isChange)) {
      const planned = maintenanceAt(maintenance, stage.foundAt)
      const began = { ...stage, at: afterMaintenance(maintenance, stage.at, stage.foundAt) }
      if (planned) ledger.withheldUntil = planned.endsAt
      else if (recent) ledger.enter(reopenedBy(began, count(recent, tally, now), now))
      else ledger.enter(created(open(began, tally), wordsOf(stage), null))
      if (!planned) tally = COUNTED
    }
    // What opens says so itself: one message for one cause
    if (wasOpen && (stage.flap === 'begins' || stage.flap === 'ends'))
      for (const incident of ledger.open()) ledger.enter(noted(incident, stage.flapMessage, now))
  }
}

const isFlapping = ({ flap }: PlacedStage): boolean => flap === 'begins' || flap === 'lasts'

/** The entry of an incident that opens: also that its monitor is flapping. */
const wordsOf = ({ reason, flapMessage }: PlacedStage): string => [reason, flapMessage].filter(Boolean).join('. ')

/** An entry that changes nothing, and is told. */
const noted = (incident: Incident, message: string, now: number): IncidentUpdate =>
  entry('status_changed', incident, { ...incident, updatedAt: momentAfter(incident, now) }, message, null)

/** The incidents of one monitor and family, as a turn moves them. */
class Ledger {
  readonly updates: IncidentUpdate[] = []
  readonly touched = new Map<string, Incident>()
  /** Unix ms; 0 when nothing was kept from opening. */
  withheldUntil = 0
  readonly #incidents: Map<string, Incident>

  constructor(known: readonly Incident[]) {
    this.#incidents = new Map(known.map((incident) => [incident.id, incident]))
  }

  put(incident: Incident): void {
    this.#incidents.set(incident.id, incident)
    this.touched.set(incident.id, incident)
  }

  enter(update: IncidentUpdate): void {
    this.updates.push(update)
    this.put(update.incident)
  }

  open(): Incident[] {
    return [...this.#incidents.values()].filter(isOpen)
  }

  lastResolvedSince(since: number): Incident | null {
    const resolved = [...this.#incidents.values()].filter(
      ({ resolvedAt }) => resolvedAt !== null && resolvedAt >= since,
    )
    return resolved.sort((a, b) => b.resolvedAt! - a.resolvedAt!)[0] ?? null
  }
}

/** What a turn adds to an incident. */
interface Tally {
  failures: number
  regions: string[]
}

const COUNTED: Tally = { failures: 0, regions: [] }

/** A slow check is a passing one: slowness counts no failures. */
function tallyOf(family: CheckedFamily, { judged, failures, failingRegions }: TurnStep): Tally {
  const slowRegions = isSlow(judged) ? judged.affectedRegions : []
  if (family === 'slowness') return { failures: 0, regions: slowRegions }
  return { failures, regions: isSlow(judged) ? failingRegions : [...failingRegions, ...judged.affectedRegions] }
}

/**
 * For what is open already, failures have been counted as they came: of one that is down again after a silence all but
 * the last, and at the end of maintenance all.
 */
function uncounted({ failures, regions }: Tally, { changes }: TurnStep): Tally {
  if (changes.some(({ from, to }) => from === to)) return { failures: 0, regions }
  const goesOn = changes.some(({ from, to }) => from === 'unknown' && to === 'down')
  return { failures: goesOn ? Math.min(failures, 1) : failures, regions }
}

/** @returns the incident itself when the tally adds nothing */
function count(incident: Incident, { failures, regions }: Tally, now: number): Incident {
  const affectedRegions = [...new Set([...incident.affectedRegions, ...regions])]
  if (failures === 0 && affectedRegions.length === incident.affectedRegions.length) return incident
  return {
    ...incident,
    failureCount: incident.failureCount + failures,
    affectedRegions,
    updatedAt: Math.max(now, incident.updatedAt),
  }
}

const reopenedBy = (stage: PlacedStage, incident: Incident, now: number): IncidentUpdate =>
  reopen(renewed(incident, stage), wordsOf(stage), null, stage.at, now)

/** Who is told "again" hears of this failure and not of the first. A severity that somebody chose stays, and so do words of people. */
function renewed(incident: Incident, { errorType, errorMessage }: Stage): Incident {
  if (incident.createdBy !== null || errorType === null) return incident
  const isUsual = incident.severity === severityOf(incident.type)
  return {
    ...incident,
    type: errorType,
    severity: isUsual ? severityOf(errorType) : incident.severity,
    errorMessage: clip(errorMessage ?? incident.errorMessage),
  }
}

/** What to call a failure of which no more is known than that it was one. */
const UNKNOWN_CAUSE: Record<CheckedFamily, ErrorType> = { availability: 'connection_error', slowness: 'slow_response' }

function draft(
  family: CheckedFamily,
  stage: Stage,
  tally: Tally,
  monitor: IncidentMonitor,
  id: string,
  now: number,
): Incident {
  const type = stage.errorType ?? UNKNOWN_CAUSE[family]
  return openSystemIncident(
    monitor,
    {
      id,
      family,
      severity: severityOf(type),
      type,
      title: titleOf(family, monitor),
      errorMessage: clip(stage.errorMessage ?? stage.reason),
      startedAt: stage.at,
      affectedRegions: [...new Set(tally.regions)],
      failureCount: Math.max(1, tally.failures),
    },
    now,
  )
}
