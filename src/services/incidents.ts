/** Incidents as the engine moves them: they open, count and resolve, and it is told in the same transaction. */
import { type Incident, REOPEN_WITHIN_MS, resolve } from '../core/incident.ts'
import type { Monitor } from '../core/monitor.ts'
import { type Decision, decide, failingFamilies, stepsOf, type Turn, type TurnStep } from '../core/turn.ts'
import { listIncidentMonitors } from '../store/incident-monitors.ts'
import {
  findPerson,
  insertIncidents,
  lockOpenIncidents,
  lockResolvedIncidents,
  saveCounts,
  saveIncidents,
} from '../store/incidents.ts'
import type { Tx } from '../store/store.ts'
import { announce } from './announce.ts'
import type { Context } from './context.ts'

export type { Turn } from '../core/turn.ts'

type Writer = Pick<Context, 'newId' | 'now' | 'live'>

/**
 * What the checks mean for incidents: a handful of queries, however many monitors turn at once. After the commit
 * somebody has to wake the courier.
 *
 * @param unordered one turn per monitor
 */
export async function followUp(tx: Tx, context: Writer, unordered: readonly Turn[]): Promise<void> {
  if (unordered.length === 0) return
  // In one order on every server, so that two of them never wait for each other
  const turns = unordered.toSorted((a, b) => a.monitorKey - b.monitorKey)
  const monitors = await listIncidentMonitors(
    tx,
    turns.map((turn) => turn.monitorKey),
  )
  const known = await lockKnown(tx, turns)
  const decisions = turns.flatMap((turn) => {
    const monitor = monitors.get(turn.monitorKey)
    return monitor ? [decide(turn, monitor, known.get(monitor.key) ?? [], context.newId, context.now())] : []
  })
  await makeSo(tx, context, {
    updates: decisions.flatMap((decision) => decision.updates),
    opened: decisions.flatMap((decision) => decision.opened),
    moved: decisions.flatMap((decision) => decision.moved),
    counted: decisions.flatMap((decision) => decision.counted),
  })
}

async function makeSo(tx: Tx, context: Writer, { updates, opened, moved, counted }: Decision): Promise<void> {
  await saveIncidents(tx, moved)
  await saveCounts(tx, counted)
  const written = await insertIncidents(tx, opened)
  const overtaken = new Set(opened.map(({ id }) => id).filter((id) => !written.has(id)))
  await announce(
    tx,
    context,
    updates.filter((update) => !overtaken.has(update.incident.id)),
  )
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
  const open = await lockOpenIncidents(
    tx,
    monitors.map(({ key }) => key),
  )
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
