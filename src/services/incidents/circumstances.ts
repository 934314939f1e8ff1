/** What bears on turns besides what the checks say: maintenance, and how often a monitor changed its status lately. */

import { type Circumstances, ORDINARY, stepsOf, type Turn, type TurnStep } from '../../core/incidents/circumstances.ts'
import {
  CALM,
  flapAfter,
  flappingReason,
  flapWindowMs,
  isMeasured,
  recallFlaps,
} from '../../core/incidents/flapping.ts'
import { type Incident, isOpen } from '../../core/incidents/incident.ts'
import { inMaintenance, maintenanceAt } from '../../core/maintenance/maintenance-span.ts'
import type { StatusChange } from '../../core/results/state.ts'
import { listFlapChanges, lockFlaps } from '../../store/incidents/flaps.ts'
import { listMaintenanceSpans } from '../../store/maintenance/maintenance-spans.ts'
import type { Reader, Tx } from '../../store/platform/store.ts'

/** By monitor key; of the others nothing is known because nothing was asked. */
export type CircumstancesOf = ReadonlyMap<number, Circumstances>

/**
 * Three queries for all turns in which something changes, and none for those in which nothing does. To be asked before
 * the changes are written into the history, where earlier ones are looked up.
 *
 * @param intervalMsOf how often a monitor is checked
 */
export async function loadCircumstances(
  tx: Tx,
  turns: readonly Turn[],
  intervalMsOf: (monitorKey: number) => number,
): Promise<CircumstancesOf> {
  const changing = turns.filter(isChange)
  if (changing.length === 0) return new Map()
  const flapping = await lockFlaps(
    tx,
    changing.map(({ monitorKey }) => monitorKey),
  )
  const moved = changing.filter(({ changes }) => changes.some(isMeasured))
  const since = new Map(
    moved.map((turn) => [turn.monitorKey, turn.changes[0]!.at - flapWindowMs(intervalMsOf(turn.monitorKey))]),
  )
  const earlier = await listFlapChanges(
    tx,
    [...since].map(([monitorKey, after]) => ({ monitorKey, after })),
  )
  const momentsBefore = [...since.values(), ...[...earlier.values()].flatMap((changes) => changes.map(({ at }) => at))]
  const maintenance = await loadMaintenance(tx, changing, momentsBefore)
  return new Map(
    changing.map(({ monitorKey }) => {
      const spans = maintenance(monitorKey)
      const isPlanned = ({ at }: Pick<StatusChange, 'at'>) => maintenanceAt(spans, at) !== null
      const changes = (earlier.get(monitorKey) ?? []).map((change) => ({ ...change, isPlanned: isPlanned(change) }))
      const recalled = recallFlaps(changes, since.get(monitorKey) ?? 0)
      const flaps = { ...recalled, flapping: flapping.get(monitorKey) ?? null }
      return [monitorKey, { maintenance: spans, flaps, intervalMs: intervalMsOf(monitorKey) }]
    }),
  )
}

const isChange = ({ changes, causeChanged }: Turn): boolean => changes.length > 0 || causeChanged === true

/**
 * With those of the other turns, as far as they matter: at the end of maintenance, and where nothing changes. Such may
 * open again what was resolved lately, and may resolve what is open where another family is what fails. Of most outages
 * there is nothing to ask.
 *
 * @param known incidents by monitor key
 */
export async function completed(
  tx: Tx,
  circumstances: CircumstancesOf,
  turns: readonly Turn[],
  known: ReadonlyMap<number, readonly Incident[]>,
): Promise<CircumstancesOf> {
  const others = turns.filter((turn) => {
    if (circumstances.has(turn.monitorKey)) return false
    const incidents = known.get(turn.monitorKey) ?? []
    return isChange(turn) || incidents.some((incident) => !isOpen(incident) || turn.judged.status !== 'down')
  })
  if (others.length === 0) return circumstances
  const keys = others.map(({ monitorKey }) => monitorKey)
  const flapping = await lockFlaps(tx, keys)
  const maintenance = await loadMaintenance(tx, others, [])
  const added = keys.map((key) => {
    const flaps = { ...CALM, flapping: flapping.get(key) ?? null }
    return [key, { ...ORDINARY, maintenance: maintenance(key), flaps }] as const
  })
  return new Map([...circumstances, ...added])
}

/** @param earlier moments that are looked at besides those of the turns, Unix ms */
async function loadMaintenance(
  db: Reader,
  turns: readonly Turn[],
  earlier: readonly number[],
): Promise<(monitorKey: number) => Circumstances['maintenance']> {
  const moments = [...earlier, ...turns.flatMap(stepsOf).flatMap(momentsOf)]
  const spans = await listMaintenanceSpans(
    db,
    turns.map(({ monitorKey }) => monitorKey),
    Math.min(...moments),
    Math.max(...moments) + 1,
  )
  return (monitorKey) => spans.get(monitorKey) ?? []
}

const momentsOf = ({ changes, at }: TurnStep): number[] => [
  at,
  ...changes.flatMap((change) => [change.at, change.confirmedAt ?? change.at]),
]

/** Returns the changes of a turn with their reasons as the history has them. Alerts go by the time of confirmation. */
export function explained(changes: readonly StatusChange[], circumstances: Circumstances | undefined): StatusChange[] {
  if (!circumstances) return [...changes]
  const { maintenance, intervalMs } = circumstances
  let { flaps } = circumstances
  return changes.map((change) => {
    const foundAt = change.confirmedAt ?? change.at
    const reason = inMaintenance(change.reason, maintenance, foundAt)
    flaps = flapAfter(flaps, { ...change, isPlanned: maintenanceAt(maintenance, change.at) !== null }, intervalMs)
    if (maintenanceAt(maintenance, foundAt) || !isMeasured(change)) return { ...change, reason }
    return flaps.flapping ? { ...change, reason: `${reason}; ${flappingReason(flaps)}` } : change
  })
}
