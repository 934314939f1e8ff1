/** Incidents as the engine moves them: they open, count and resolve, and it is told in the same transaction. */

import { failingFamilies } from '../../core/evaluation/stage.ts'
import { decide } from '../../core/evaluation/turn.ts'
import { stepsOf, type Turn, type TurnStep } from '../../core/incidents/circumstances.ts'
import type { FlapState } from '../../core/incidents/flapping.ts'
import { type Incident, REOPEN_WITHIN_MS } from '../../core/incidents/incident.ts'
import { resolve } from '../../core/incidents/incident-update.ts'
import type { Monitor } from '../../core/monitors/monitor.ts'
import { deleteFlaps, saveFlaps } from '../../store/incidents/flaps.ts'
import { listIncidentMonitors } from '../../store/incidents/incident-monitors.ts'
import { findPerson, lockOpenIncidents, lockResolvedIncidents, saveIncidents } from '../../store/incidents/incidents.ts'
import { forgetWithheld, saveWithheld } from '../../store/maintenance/withheld-openings.ts'
import { findMonitorPlaces } from '../../store/monitors/monitor-places.ts'
import type { Tx } from '../../store/platform/store.ts'
import { tellMonitors } from '../live/live-news.ts'
import type { Context } from '../platform/context.ts'
import { announce } from './announce.ts'
import { type CircumstancesOf, completed } from './circumstances.ts'
import { saveDecision } from './save-decision.ts'

type Writer = Pick<Context, 'newId' | 'now' | 'live'>

/**
 * What the checks mean for incidents: a handful of queries, however many monitors turn at once. After the commit
 * somebody has to wake the courier.
 *
 * @param unordered one turn per monitor
 * @param circumstances what bears on them; where a turn changes nothing it need not be known
 */
export async function followUp(
  tx: Tx,
  context: Writer,
  unordered: readonly Turn[],
  circumstances: CircumstancesOf = new Map(),
): Promise<void> {
  if (unordered.length === 0) return
  // In one order on every server, so that two of them never wait for each other
  const turns = unordered.toSorted((a, b) => a.monitorKey - b.monitorKey)
  const monitors = await listIncidentMonitors(
    tx,
    turns.map((turn) => turn.monitorKey),
  )
  const known = await lockKnown(tx, turns)
  const of = await completed(tx, circumstances, turns, known)
  const decided = turns.flatMap((turn) => {
    const monitor = monitors.get(turn.monitorKey)
    if (!monitor) return []
    const incidents = known.get(monitor.key) ?? []
    const decision = decide(turn, monitor, incidents, context.newId, context.now(), of.get(monitor.key))
    return [{ monitorKey: monitor.key, ...decision }]
  })
  await followFlaps(tx, context, of, decided)
  await saveWithheld(
    tx,
    decided.flatMap(({ monitorKey, withheldUntil: dueAt }) => (dueAt === null ? [] : [{ monitorKey, dueAt }])),
  )
  await saveDecision(tx, context, {
    updates: decided.flatMap((decision) => decision.updates),
    opened: decided.flatMap((decision) => decision.opened),
    moved: decided.flatMap((decision) => decision.moved),
    counted: decided.flatMap((decision) => decision.counted),
  })
}

/** Open system incidents by monitor, and for those who may need one, what was resolved a moment ago. */
async function lockKnown(tx: Tx, turns: readonly Turn[]): Promise<Map<number, Incident[]>> {
  const known = new Map<number, Incident[]>()
  const remember = (incidents: readonly Incident[]) => {
    for (const incident of incidents) {
      const key = incident.monitor!.key
      known.set(key, [...(known.get(key) ?? []), incident])
    }
  }
  const keys = turns.map((turn) => turn.monitorKey)
  remember(await lockOpenIncidents(tx, keys))
  const failing = turns.filter((turn) => mayReopen(turn, known.get(turn.monitorKey) ?? []))
  const earliest = Math.min(...failing.flatMap(stepsOf).map(({ changes, at }) => changes[0]?.at ?? at))
  remember(
    await lockResolvedIncidents(
      tx,
      failing.map((turn) => turn.monitorKey),
      earliest - REOPEN_WITHIN_MS,
    ),
  )
  return known
}

/** While an outage goes on, its incident is open and nothing else is asked for. */
const mayReopen = (turn: Turn, open: readonly Incident[]): boolean =>
  stepsOf(turn).some((step) =>
    failingFamilies(step).some((family) => isChange(step) || !open.some((incident) => incident.family === family)),
  )

const isChange = ({ changes, causeChanged = false }: TurnStep): boolean => changes.length > 0 || causeChanged

/**
 * For monitors that are paused or deleted: nobody will find out whether they recover. It comes before their targets
 * are taken away, for they are told. After the commit somebody has to wake the courier.
 *
 * @param note says why, for example `Resolved because the monitor was paused`
 * @param actorId null when no person did it
 */
export async function resolveSystemIncidents(
  tx: Tx,
  context: Writer,
  monitors: readonly Pick<Monitor, 'key'>[],
  note: string,
  actorId: string | null,
): Promise<void> {
  const keys = monitors.map(({ key }) => key)
  await deleteFlaps(tx, keys)
  const open = await lockOpenIncidents(tx, keys)
  await forgetWithheld(tx, keys)
  if (open.length === 0) return
  const by = actorId === null ? null : await findPerson(tx, actorId)
  const now = context.now()
  const updates = open.map((incident) => resolve(incident, note, by, now, now))
  await saveIncidents(
    tx,
    updates.map((update) => update.incident),
  )
  await announce(tx, context, updates)
}

/** Keeps what turns made of it; most make nothing of it. */
async function followFlaps(
  tx: Tx,
  context: Pick<Context, 'live'>,
  before: CircumstancesOf,
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
  const turned = moved.filter(({ monitorKey, flaps }) => !flaps.flapping || !before.get(monitorKey)?.flaps.flapping)
  if (turned.length === 0) return
  const places = await findMonitorPlaces(
    tx,
    turned.map(({ monitorKey }) => monitorKey),
  )
  tellMonitors(tx, context, [...places.values()])
}
