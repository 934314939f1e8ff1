/** Alerts of monitors that depend on something that is down are held: see `core/incidents/hold.ts`. */
import { beginHold, type Hold, heldInWords, overInWords } from '../../core/incidents/hold.ts'
import { CHECKED_FAMILIES, type Family, type Incident, momentAfter } from '../../core/incidents/incident.ts'
import { entry, type IncidentUpdate, type NewEntry } from '../../core/incidents/incident-update.ts'
import {
  deleteHolds,
  listHolds,
  makeHoldsDue,
  type StoredHold,
  saveHolds,
} from '../../store/incidents/incident-holds.ts'
import { saveCounts } from '../../store/incidents/incidents.ts'
import type { Tx } from '../../store/platform/store.ts'
import type { Context } from '../platform/context.ts'
import { type Ancestry, loadAncestry } from './ancestry.ts'

/** Dates that come nearer do so whatever else is down. */
const HELD: readonly Family[] = CHECKED_FAMILIES

const mayBeHeld = ({ monitor, family }: Incident): boolean => monitor !== null && HELD.includes(family)

/** What somebody reports is told as it was meant to be. */
const opens = ({ kind, author, incident }: IncidentUpdate): boolean =>
  (kind === 'created' || kind === 'reopened') && author === null && incident.status === 'open'

/**
 * Holds what is not to be told now, and says so in entries of its own. One query when incidents open of which none
 * depends on anything, and one when something else happens to them; a handful otherwise.
 *
 * @param entries those of one incident in the order in which they happened
 * @returns them with those that were added, each behind its cause, and which of them are told
 */
export async function holdBack(
  tx: Tx,
  context: Pick<Context, 'newId' | 'now'>,
  entries: readonly NewEntry[],
): Promise<{ entries: readonly NewEntry[]; told: readonly NewEntry[] }> {
  const concerned = entries.filter(({ incident }) => mayBeHeld(incident))
  if (concerned.length === 0) return { entries, told: entries }
  const going = concerned.filter(({ kind }) => kind !== 'created')
  const known = await listHolds(tx, [...new Set(going.map(({ incident }) => incident.id))])
  const opening = concerned.filter(opens)
  const ancestry = await loadAncestry(
    tx,
    opening.map(({ incident }) => incident.monitor!.key),
    context.now(),
  )
  const books = new HoldBooks(known, ancestry, context)
  const last = new Map(concerned.map(({ id, incident }) => [incident.id, id]))
  const all = entries.flatMap((each) =>
    mayBeHeld(each.incident) ? books.enter(each, last.get(each.incident.id) === each.id) : [each],
  )
  await books.write(tx)
  return { entries: all, told: all.filter(({ id }) => !books.isHeld(id)) }
}

/** The holds of some incidents while entries are written. */
class HoldBooks {
  readonly #holds: Map<string, Hold & { parentName: string }>
  readonly #known: ReadonlyMap<string, StoredHold>
  readonly #ancestry: Ancestry
  readonly #context: Pick<Context, 'newId' | 'now'>
  readonly #held = new Set<string>()
  readonly #touched = new Map<string, Incident>()

  constructor(known: ReadonlyMap<string, StoredHold>, ancestry: Ancestry, context: Pick<Context, 'newId' | 'now'>) {
    this.#holds = new Map(known)
    this.#known = known
    this.#ancestry = ancestry
    this.#context = context
  }

  isHeld(entryId: string): boolean {
    return this.#held.has(entryId)
  }

  /**
   * @param isLast of its incident
   * @returns the entry, and what there is to add to it
   */
  enter(made: NewEntry, isLast: boolean): NewEntry[] {
    if (opens(made)) this.#begin(made)
    const { id } = made.incident
    const hold = this.#holds.get(id)
    if (!hold) return [made]
    this.#held.add(made.id)
    if (made.incident.status === 'resolved') {
      this.#holds.delete(id)
      return isLast ? [made, this.#add(made.incident, overInWords(hold.stage, hold.parentName))] : [made]
    }
    const isNews = isLast && hold !== this.#known.get(id) && hold.stage === 'down'
    return isNews ? [made, this.#add(made.incident, heldInWords(hold.parentName))] : [made]
  }

  #begin({ id: entryId, kind, incident }: NewEntry): void {
    const monitorKey = incident.monitor!.key
    const since = kind === 'created' ? incident.startedAt : incident.updatedAt
    const ancestors = this.#ancestry(monitorKey)
    const hold = beginHold({ incidentId: incident.id, monitorKey, entryId, since }, ancestors, this.#context.now())
    if (!hold) return
    const parentName = ancestors.find(({ key }) => key === hold.parentKey)!.name
    this.#holds.set(incident.id, { ...hold, parentName })
  }

  /** An entry that nobody is told of. */
  #add(incident: Incident, message: string): NewEntry {
    const after = { ...incident, updatedAt: momentAfter(incident, this.#context.now()) }
    const id = this.#context.newId()
    this.#held.add(id)
    this.#touched.set(incident.id, after)
    return { ...entry('status_changed', incident, after, message, null), id }
  }

  async write(tx: Tx): Promise<void> {
    await saveCounts(tx, [...this.#touched.values()])
    await saveHolds(
      tx,
      [...this.#holds.values()].filter((hold) => this.#known.get(hold.incidentId) !== hold),
    )
    await deleteHolds(
      tx,
      [...this.#known.keys()].filter((id) => !this.#holds.has(id)),
    )
  }
}

/**
 * For monitors whose status has changed, or what they depend on: what they hold, and what is held of them, is looked at
 * at once. The last of what a transaction does with incidents, because it waits for nobody and others may wait for it.
 */
export async function stirHolds(
  tx: Tx,
  { now }: Pick<Context, 'now'>,
  monitors: readonly { monitorKey: number }[],
): Promise<void> {
  if (monitors.length === 0) return
  await makeHoldsDue(
    tx,
    monitors.map(({ monitorKey }) => monitorKey),
    now(),
  )
}
