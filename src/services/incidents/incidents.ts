/**
 * Incident changes by the engine: incidents open, count failures and resolve. Their notifications are written in the
 * same transaction.
 */
import { decideIncidents, type IncidentDecision } from '../../core/evaluation/decide-incidents.ts'
import { listFailingFamilies } from '../../core/evaluation/status-phases.ts'
import {
  type Evaluation,
  type EvaluationContext,
  type EvaluationStep,
  listSteps,
} from '../../core/incidents/evaluation.ts'
import { type FlapState, isMeasured } from '../../core/incidents/flapping.ts'
import { type Incident, REOPEN_WITHIN_MS } from '../../core/incidents/incident.ts'
import { resolve } from '../../core/incidents/incident-update.ts'
import type { Monitor } from '../../core/monitors/monitor.ts'
import { deleteFlaps, saveFlaps } from '../../store/incidents/flaps.ts'
import { listIncidentMonitors } from '../../store/incidents/incident-monitors.ts'
import {
  findPerson,
  insertIncidents,
  lockOpenIncidents,
  lockResolvedIncidents,
  saveFailureCounts,
  saveIncidents,
} from '../../store/incidents/incidents.ts'
import { deleteDeferredIncidents, saveDeferredIncidents } from '../../store/maintenance/deferred-incidents.ts'
import { findMonitorRefs } from '../../store/monitors/monitor-refs.ts'
import type { Tx } from '../../store/platform/store.ts'
import { publishMonitors } from '../live/live-publisher.ts'
import type { BaseWork } from '../platform/work.ts'
import { addMissingContexts, type EvaluationContexts } from './evaluation-context.ts'
import { recordIncidentUpdates } from './incident-updates.ts'

/**
 * Applies evaluations to incidents in a handful of queries, for any number of monitors.
 *
 * @param unordered one evaluation per monitor
 * @param contexts may omit evaluations without changes
 */
export async function applyToIncidents(
  work: BaseWork,
  unordered: readonly Evaluation[],
  contexts: EvaluationContexts = new Map(),
): Promise<void> {
  if (unordered.length === 0) return
  const { tx } = work
  // Same lock order on every server, so that two servers never deadlock
  const ordered = unordered.toSorted((a, b) => a.monitorKey - b.monitorKey)
  const known = await lockRelevant(tx, ordered)
  const evaluations = ordered.filter(
    (evaluation) => known.has(evaluation.monitorKey) || !isReturn(evaluation, contexts.get(evaluation.monitorKey)),
  )
  const monitors = await listIncidentMonitors(
    tx,
    evaluations.map((evaluation) => evaluation.monitorKey),
  )
  const allContexts = await addMissingContexts(tx, contexts, evaluations, known)
  const decided = evaluations.flatMap((evaluation) => {
    const monitor = monitors.get(evaluation.monitorKey)
    if (!monitor) return []
    const decision = decideIncidents(
      evaluation,
      { monitor, known: known.get(monitor.key) ?? [], newId: work.newId, now: work.at },
      allContexts.get(monitor.key),
    )
    return [{ monitorKey: monitor.key, ...decision }]
  })
  await syncFlaps(work, allContexts, decided)
  await saveDeferredIncidents(
    tx,
    decided.flatMap(({ monitorKey, deferredUntil: dueAt }) => (dueAt === null ? [] : [{ monitorKey, dueAt }])),
  )
  await saveIncidentDecision(work, {
    updates: decided.flatMap((decision) => decision.updates),
    opened: decided.flatMap((decision) => decision.opened),
    changed: decided.flatMap((decision) => decision.changed),
    counted: decided.flatMap((decision) => decision.counted),
  })
}

/**
 * Returns whether a monitor only returns from silence, or passes its first check. Without an incident and without flapping
 * this changes nothing, and all monitors do it in the first round.
 */
const isReturn = (evaluation: Evaluation, context: EvaluationContext | undefined): boolean =>
  context?.flaps.flapping === null &&
  isChange(evaluation) &&
  !evaluation.changes.some(isMeasured) &&
  listSteps(evaluation).every((step) => listFailingFamilies(step).length === 0)

/**
 * Locks the open system incidents of the monitors, and the recently resolved incidents of monitors that may reopen one.
 * Returns them by monitor key.
 */
async function lockRelevant(tx: Tx, evaluations: readonly Evaluation[]): Promise<Map<number, Incident[]>> {
  const known = new Map<number, Incident[]>()
  const addKnown = (incidents: readonly Incident[]) => {
    for (const incident of incidents) {
      const key = incident.monitor!.key
      known.set(key, [...(known.get(key) ?? []), incident])
    }
  }
  const keys = evaluations.map((evaluation) => evaluation.monitorKey)
  addKnown(await lockOpenIncidents(tx, keys))
  const failing = evaluations.filter((evaluation) => canReopen(evaluation, known.get(evaluation.monitorKey) ?? []))
  const earliest = Math.min(...failing.flatMap(listSteps).map(({ changes, at }) => changes[0]?.at ?? at))
  addKnown(
    await lockResolvedIncidents(
      tx,
      failing.map((evaluation) => evaluation.monitorKey),
      earliest - REOPEN_WITHIN_MS,
    ),
  )
  return known
}

/**
 * Returns whether an evaluation may reopen a resolved incident. During an outage the incident is already open, so
 * resolved incidents need no query.
 */
const canReopen = (evaluation: Evaluation, open: readonly Incident[]): boolean =>
  listSteps(evaluation).some((step) =>
    listFailingFamilies(step).some((family) => isChange(step) || !open.some((incident) => incident.family === family)),
  )

const isChange = ({ changes, causeChanged = false }: EvaluationStep): boolean => changes.length > 0 || causeChanged

/**
 * Resolves the incidents of deleted monitors, because their recovery will not be detected. Call it before the
 * notification targets of the monitors are removed, because these targets are notified.
 *
 * @param note the reason
 * @param actorId null when no user made the change
 */
export async function resolveSystemIncidents(
  work: BaseWork,
  monitors: readonly Pick<Monitor, 'key'>[],
  note: string,
  actorId: string | null,
): Promise<void> {
  const { tx, at } = work
  const keys = monitors.map(({ key }) => key)
  await deleteFlaps(tx, keys)
  const open = await lockOpenIncidents(tx, keys)
  await deleteDeferredIncidents(tx, keys)
  if (open.length === 0) return
  const by = actorId === null ? null : await findPerson(tx, actorId)
  const updates = open.map((incident) => resolve(incident, { note, by, at, now: at }))
  await saveIncidents(
    tx,
    updates.map((update) => update.incident),
  )
  await recordIncidentUpdates(work, updates)
}

/** Saves the flapping states that evaluations changed. Most evaluations change none. */
async function syncFlaps(
  { tx, context }: BaseWork,
  before: EvaluationContexts,
  decided: readonly { monitorKey: number; flaps: FlapState }[],
): Promise<void> {
  const moved = decided.filter(
    ({ monitorKey, flaps }) => flaps.flapping !== (before.get(monitorKey)?.flaps.flapping ?? null),
  )
  await saveFlaps(
    tx,
    moved.flatMap(({ monitorKey, flaps }) => (flaps.flapping ? [{ monitorKey, ...flaps.flapping }] : [])),
  )
  await deleteFlaps(
    tx,
    moved.filter(({ flaps }) => !flaps.flapping).map(({ monitorKey }) => monitorKey),
  )
  const toggled = moved.filter(({ monitorKey, flaps }) => !flaps.flapping || !before.get(monitorKey)?.flaps.flapping)
  if (toggled.length === 0) return
  const refs = await findMonitorRefs(
    tx,
    toggled.map(({ monitorKey }) => monitorKey),
  )
  publishMonitors(tx, context, [...refs.values()])
}

/** Saves an incident decision and records its updates. */
export async function saveIncidentDecision(
  work: BaseWork,
  { updates, opened, changed, counted }: IncidentDecision,
): Promise<void> {
  const { tx } = work
  await saveIncidents(tx, changed)
  await saveFailureCounts(tx, counted)
  const written = await insertIncidents(tx, opened)
  // Another server opened the incident first and has notified its recipients
  const overtaken = new Set(opened.map(({ id }) => id).filter((id) => !written.has(id)))
  const announced = updates.filter(({ incident }) => !overtaken.has(incident.id))
  await recordIncidentUpdates(work, announced)
}
