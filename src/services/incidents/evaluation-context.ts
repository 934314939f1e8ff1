/** Context of evaluations besides check results: maintenance, and recent status changes of the monitor. */

import {
  type Evaluation,
  type EvaluationContext,
  type EvaluationStep,
  listSteps,
  NO_CONTEXT,
} from '../../core/incidents/evaluation.ts'
import {
  computeFlapWindowMs,
  deriveFlaps,
  describeFlapping,
  isMeasured,
  NOT_FLAPPING,
  updateFlaps,
} from '../../core/incidents/flapping.ts'
import { type Incident, isOpen } from '../../core/incidents/incident.ts'
import { describeInMaintenance, findMaintenanceAt } from '../../core/maintenance/maintenance-span.ts'
import type { StatusChange } from '../../core/results/state.ts'
import { listFlapChanges, lockFlaps } from '../../store/incidents/flaps.ts'
import { listMaintenanceSpans } from '../../store/maintenance/maintenance-spans.ts'
import type { Reader, Tx } from '../../store/platform/store.ts'

/** Contexts by monitor key. Monitors that were not queried are absent. */
export type EvaluationContexts = ReadonlyMap<number, EvaluationContext>

/**
 * Loads the contexts of all evaluations with changes in three queries. Runs no query without changes. Call it before
 * the changes are written to the history, because it reads the earlier changes from there.
 *
 * @param intervalMsOf returns the check interval of a monitor
 */
export async function loadEvaluationContexts(
  tx: Tx,
  evaluations: readonly Evaluation[],
  intervalMsOf: (monitorKey: number) => number,
): Promise<EvaluationContexts> {
  const changing = evaluations.filter(isChange)
  if (changing.length === 0) return new Map()
  const flapping = await lockFlaps(
    tx,
    changing.map(({ monitorKey }) => monitorKey),
  )
  const measured = changing.filter(({ changes }) => changes.some(isMeasured))
  const since = new Map(
    measured.map((evaluation) => [
      evaluation.monitorKey,
      evaluation.changes[0]!.at - computeFlapWindowMs(intervalMsOf(evaluation.monitorKey)),
    ]),
  )
  const earlier = await listFlapChanges(
    tx,
    [...since].map(([monitorKey, after]) => ({ monitorKey, after })),
  )
  const earlierTimes = [...since.values(), ...[...earlier.values()].flatMap((changes) => changes.map(({ at }) => at))]
  const maintenance = await loadMaintenance(tx, changing, earlierTimes)
  return new Map(
    changing.map(({ monitorKey }) => {
      const spans = maintenance(monitorKey)
      const isPlanned = ({ at }: Pick<StatusChange, 'at'>) => findMaintenanceAt(spans, at) !== null
      const changes = (earlier.get(monitorKey) ?? []).map((change) => ({ ...change, isPlanned: isPlanned(change) }))
      const derived = deriveFlaps(changes, since.get(monitorKey) ?? 0)
      const flaps = { ...derived, flapping: flapping.get(monitorKey) ?? null }
      return [monitorKey, { maintenance: spans, flaps, intervalMs: intervalMsOf(monitorKey) }]
    }),
  )
}

const isChange = ({ changes, causeChanged }: Evaluation): boolean => changes.length > 0 || causeChanged === true

/**
 * Adds the contexts of the other evaluations that need one: evaluations at the end of maintenance, and some without a
 * status change. These can reopen a recently resolved incident, or resolve an open incident when another family fails.
 * Most evaluations during an outage need no query.
 *
 * @param known incidents by monitor key
 */
export async function addMissingContexts(
  tx: Tx,
  contexts: EvaluationContexts,
  evaluations: readonly Evaluation[],
  known: ReadonlyMap<number, readonly Incident[]>,
): Promise<EvaluationContexts> {
  const others = evaluations.filter((evaluation) => {
    if (contexts.has(evaluation.monitorKey)) return false
    const incidents = known.get(evaluation.monitorKey) ?? []
    return (
      isChange(evaluation) || incidents.some((incident) => !isOpen(incident) || evaluation.judged.status !== 'down')
    )
  })
  if (others.length === 0) return contexts
  const keys = others.map(({ monitorKey }) => monitorKey)
  const flapping = await lockFlaps(tx, keys)
  const maintenance = await loadMaintenance(tx, others, [])
  const added = keys.map((key) => {
    const flaps = { ...NOT_FLAPPING, flapping: flapping.get(key) ?? null }
    return [key, { ...NO_CONTEXT, maintenance: maintenance(key), flaps }] as const
  })
  return new Map([...contexts, ...added])
}

/** @param earlier additional times to cover, Unix ms */
async function loadMaintenance(
  db: Reader,
  evaluations: readonly Evaluation[],
  earlier: readonly number[],
): Promise<(monitorKey: number) => EvaluationContext['maintenance']> {
  const times = [...earlier, ...evaluations.flatMap(listSteps).flatMap(listTimes)]
  const spans = await listMaintenanceSpans(
    db,
    evaluations.map(({ monitorKey }) => monitorKey),
    Math.min(...times),
    Math.max(...times) + 1,
  )
  return (monitorKey) => spans.get(monitorKey) ?? []
}

const listTimes = ({ changes, at }: EvaluationStep): number[] => [
  at,
  ...changes.flatMap((change) => [change.at, change.confirmedAt ?? change.at]),
]

/**
 * Returns the changes of an evaluation with the reasons for the history. Maintenance is looked up at the time of
 * confirmation, as for alerts.
 */
export function explainChanges(
  changes: readonly StatusChange[],
  contexts: EvaluationContext | undefined,
): StatusChange[] {
  if (!contexts) return [...changes]
  const { maintenance, intervalMs } = contexts
  let { flaps } = contexts
  return changes.map((change) => {
    const foundAt = change.confirmedAt ?? change.at
    const reason = describeInMaintenance(change.reason, maintenance, foundAt)
    flaps = updateFlaps(flaps, { ...change, isPlanned: findMaintenanceAt(maintenance, change.at) !== null }, intervalMs)
    if (findMaintenanceAt(maintenance, foundAt) || !isMeasured(change)) return { ...change, reason }
    return flaps.flapping ? { ...change, reason: `${reason}; ${describeFlapping(flaps)}` } : change
  })
}
