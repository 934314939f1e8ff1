/** Whether what is held is still to be held, and the telling of what is not: see `core/incidents/hold.ts`. */
import {
  type Ancestor,
  awaitedOf,
  type HeldMonitor,
  heldInWords,
  lateInWords,
  stepHold,
} from '../../core/incidents/hold.ts'
import { type Incident, momentAfter } from '../../core/incidents/incident.ts'
import { entry, type IncidentUpdate, type NewEntry, type Telling } from '../../core/incidents/incident-update.ts'
import { calls } from '../../core/incidents/reminder.ts'
import { listCheckSigns, listStandings, NO_SIGNS } from '../../store/incidents/held-monitors.ts'
import {
  deleteHolds,
  listDueHolds,
  listHeldEntries,
  listHolds,
  listToldIncidents,
  nextHoldLook,
  type StoredHold,
  saveHolds,
} from '../../store/incidents/incident-holds.ts'
import { lockIncidents } from '../../store/incidents/incident-locks.ts'
import { saveCounts } from '../../store/incidents/incidents.ts'
import type { Tx } from '../../store/platform/store.ts'
import type { Context } from '../platform/context.ts'
import { type Ancestry, loadAncestry } from './ancestry.ts'
import { announce, tellEntries } from './announce.ts'
import { restartReminders } from './reminders.ts'

interface Looked {
  /** How many incidents were looked at; fewer than asked for when there are no more, or others have them. */
  count: number
  /** Keys of the monitors of which a word is waited for. */
  awaited: number[]
}

/**
 * Looks at what is due, and tells what is held no longer, each once: a hold goes in the transaction that tells. Any
 * number of servers do so; an incident that one of them is busy with is passed over by the others.
 *
 * @param interruptedAt see `stepHold`
 */
export async function lookAtHolds(context: Context, limit: number, interruptedAt?: number): Promise<Looked> {
  const { looked, released } = await context.store.transact(async (tx) => {
    const now = context.now()
    const { locked, incidents } = await lockIncidents(tx, await listDueHolds(tx, now, limit))
    const known = await listHolds(tx, locked)
    const there = new Map(incidents.map((incident) => [incident.id, incident]))
    const due = [...known.values()].flatMap((hold) => {
      const incident = there.get(hold.incidentId)
      return incident && incident.status !== 'resolved' && hold.lookAt <= now ? [{ incident, hold }] : []
    })
    // Nobody leaves these behind, but a row that is due for ever would keep the others from their turn
    await deleteHolds(
      tx,
      locked.filter((id) => !there.has(id) || there.get(id)!.status === 'resolved'),
    )
    const { awaited, released } = await look(tx, context, due, now, interruptedAt)
    return { looked: { count: locked.length, awaited }, released }
  })
  if (released > 0) context.wake('deliveries')
  return looked
}

/** An incident, and why nobody is told of it. */
interface Held {
  incident: Incident
  hold: StoredHold
}

async function look(
  tx: Tx,
  context: Context,
  due: readonly Held[],
  now: number,
  interruptedAt: number | undefined,
): Promise<{ awaited: number[]; released: number }> {
  const keys = [...new Set(due.map(({ hold }) => hold.monitorKey))]
  const ancestry = await loadAncestry(tx, keys, now)
  const monitorOf = await loadMonitors(tx, keys, now)
  const steps = due.map((held) => ({
    ...held,
    next: stepHold(held.hold, ancestry(held.hold.monitorKey), monitorOf(held.hold.monitorKey), now, interruptedAt),
  }))
  const staying = steps.flatMap(({ next, ...held }) => (next ? [{ ...held, next }] : []))
  const over = steps.filter(({ next }) => next === null)
  await saveHolds(
    tx,
    staying.map(({ next }) => next),
  )
  const explained = staying.filter(({ hold, next }) => hold.stage === 'in_doubt' && next.stage === 'down')
  await explain(
    tx,
    context,
    explained.map(({ incident, next }) => ({ incident, parent: nameIn(ancestry, next) })),
    now,
  )
  await release(tx, context, over, ancestry, now)
  const awaited = staying.flatMap(({ next }) => awaitedOf(next, ancestry(next.monitorKey)))
  return { awaited: [...new Set(awaited.map(({ key }) => key))], released: over.length }
}

const nameIn = (ancestry: Ancestry, { monitorKey, parentKey }: { monitorKey: number; parentKey: number }): string =>
  holderIn(ancestry, { monitorKey, parentKey })!.name

const holderIn = (
  ancestry: Ancestry,
  { monitorKey, parentKey }: { monitorKey: number; parentKey: number },
): Ancestor | undefined => ancestry(monitorKey).find(({ key }) => key === parentKey)

async function loadMonitors(tx: Tx, keys: readonly number[], now: number): Promise<(key: number) => HeldMonitor> {
  const standings = await listStandings(tx, keys)
  const signs = await listCheckSigns(tx, keys, now)
  return (key) => ({ ...(signs.get(key) ?? NO_SIGNS), ...standings.get(key)! })
}

const touched = (incident: Incident, now: number): Incident => ({ ...incident, updatedAt: momentAfter(incident, now) })

/** Those that waited in doubt, and now there is none. Their entries are not told, for they are held. */
async function explain(
  tx: Tx,
  context: Context,
  held: readonly { incident: Incident; parent: string }[],
  now: number,
): Promise<void> {
  const updates = held.map(({ incident, parent }) =>
    entry('status_changed', incident, touched(incident, now), heldInWords(parent), null),
  )
  await saveCounts(
    tx,
    updates.map(({ incident }) => incident),
  )
  await announce(tx, context, updates)
}

/**
 * Those that were only waited with are told as if nothing had been, by the entry of their beginning; the others by one
 * that says why it comes late. Of what somebody has acknowledged meanwhile, people hear that alone.
 */
async function release(
  tx: Tx,
  context: Context,
  over: readonly Held[],
  ancestry: Ancestry,
  now: number,
): Promise<void> {
  const ids = over.map(({ incident }) => incident.id)
  await deleteHolds(tx, ids)
  const toldBefore = await listToldIncidents(tx, ids)
  const typeOf = ({ id, status }: Incident): Telling['type'] => {
    if (status === 'acknowledged') return 'incident.acknowledged'
    return toldBefore.has(id) ? 'incident.reopened' : 'incident.opened'
  }
  const isPlain = ({ incident, hold }: Held) => hold.stage === 'in_doubt' && incident.status === 'open'
  const late = over
    .filter((held) => !isPlain(held))
    .map(({ incident, hold }): IncidentUpdate => {
      const message = lateInWords(hold.stage, hold.parentName, holderIn(ancestry, hold))
      const update = entry('status_changed', incident, touched(incident, now), message, null)
      return { ...update, tells: { type: typeOf(incident) } }
    })
  await saveCounts(
    tx,
    late.map(({ incident }) => incident),
  )
  await announce(tx, context, late)
  await tellEntries(tx, context, await beginnings(tx, over.filter(isPlain), typeOf))
  await restartReminders(tx, over.map(({ incident }) => incident).filter(calls), now)
}

async function beginnings(
  tx: Tx,
  held: readonly Held[],
  typeOf: (incident: Incident) => Telling['type'],
): Promise<NewEntry[]> {
  const entries = await listHeldEntries(
    tx,
    held.map(({ hold }) => hold.entryId),
  )
  return held.flatMap(({ incident, hold: { entryId: id } }) => {
    const made = entries.get(id)
    return made ? [{ ...made, id, incident, author: null, isPublic: false, tells: { type: typeOf(incident) } }] : []
  })
}

/** When to look next, Unix ms; null when nothing is held. */
export const nextLook = ({ store }: Pick<Context, 'store'>): Promise<number | null> => nextHoldLook(store.db)
