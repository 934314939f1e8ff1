/** Suppresses the alerts of monitors while a dependency is down: see `core/incidents/suppression.ts`. */

import { CHECKED_FAMILIES, type Family, type Incident } from '../../core/incidents/incident.ts'
import { type IncidentUpdate, type NewIncidentUpdate, toEntry } from '../../core/incidents/incident-update.ts'
import {
  describeNeverNotified,
  describeSuppressed,
  type Suppression,
  startSuppression,
} from '../../core/incidents/suppression.ts'
import {
  deleteSuppressions,
  listSuppressions,
  markSuppressionsDue,
  type StoredSuppression,
  saveSuppressions,
} from '../../store/incidents/incident-suppressions.ts'
import { saveFailureCounts } from '../../store/incidents/incidents.ts'
import type { Tx } from '../../store/platform/store.ts'
import type { Context } from '../platform/context.ts'
import { type DependencyStates, loadDependencyStates } from './dependency-states.ts'

/** Families whose alerts can be suppressed. Expiry dates do not depend on other monitors. */
const SUPPRESSIBLE_FAMILIES: readonly Family[] = CHECKED_FAMILIES

const canBeSuppressed = ({ monitor, family }: Incident): boolean =>
  monitor !== null && SUPPRESSIBLE_FAMILIES.includes(family)

/** Returns whether the system opens or reopens an incident. Incidents reported by users are never suppressed. */
const isSystemOpening = ({ kind, author, incident, isQuiet }: IncidentUpdate): boolean =>
  (kind === 'created' || kind === 'reopened') && author === null && incident.status === 'open' && !isQuiet

/**
 * Suppresses alerts that must not be sent now, and adds entries that state the suppression. Runs one query when
 * incidents open and none has a dependency, and one query for other updates. All other cases take a handful of queries.
 *
 * @param entries in chronological order per incident
 * @returns all entries, each added entry after the entry that caused it, and the entries that send notifications
 */
export async function suppressAlerts(
  tx: Tx,
  context: Pick<Context, 'newId' | 'now'>,
  entries: readonly NewIncidentUpdate[],
): Promise<{ entries: readonly NewIncidentUpdate[]; toNotify: readonly NewIncidentUpdate[] }> {
  const suppressible = entries.filter(({ incident }) => canBeSuppressed(incident))
  if (suppressible.length === 0) return { entries, toNotify: entries }
  const existing = suppressible.filter(({ kind }) => kind !== 'created')
  const known = await listSuppressions(tx, [...new Set(existing.map(({ incident }) => incident.id))])
  const opening = suppressible.filter(isSystemOpening)
  const dependencies = await loadDependencyStates(
    tx,
    opening.map(({ incident }) => incident.monitor!.key),
    context.now(),
  )
  const changes = new SuppressionChanges(known, dependencies, context)
  const last = new Map(suppressible.map(({ id, incident }) => [incident.id, id]))
  const all = entries.flatMap((each) =>
    canBeSuppressed(each.incident) ? changes.record(each, last.get(each.incident.id) === each.id) : [each],
  )
  await changes.write(tx)
  return { entries: all, toNotify: all.filter(({ id }) => !changes.isSuppressed(id)) }
}

/** Suppressions of incidents while new entries of these incidents are processed. */
class SuppressionChanges {
  readonly #suppressions: Map<string, Suppression & { parentName: string }>
  readonly #known: ReadonlyMap<string, StoredSuppression>
  readonly #dependencies: DependencyStates
  readonly #context: Pick<Context, 'newId' | 'now'>
  readonly #suppressedEntries = new Set<string>()
  readonly #touched = new Map<string, Incident>()

  constructor(
    known: ReadonlyMap<string, StoredSuppression>,
    dependencies: DependencyStates,
    context: Pick<Context, 'newId' | 'now'>,
  ) {
    this.#suppressions = new Map(known)
    this.#known = known
    this.#dependencies = dependencies
    this.#context = context
  }

  isSuppressed(entryId: string): boolean {
    return this.#suppressedEntries.has(entryId)
  }

  /**
   * @param isLast whether it is the last entry of its incident
   * @returns the entry and the entries to add after it
   */
  record(entry: NewIncidentUpdate, isLast: boolean): NewIncidentUpdate[] {
    if (isSystemOpening(entry)) this.#start(entry)
    const { id } = entry.incident
    const suppression = this.#suppressions.get(id)
    if (!suppression) return [entry]
    this.#suppressedEntries.add(entry.id)
    if (entry.incident.status === 'resolved') {
      this.#suppressions.delete(id)
      return isLast
        ? [entry, this.#add(entry.incident, describeNeverNotified(suppression.phase, suppression.parentName))]
        : [entry]
    }
    const isNewlyDown = isLast && suppression !== this.#known.get(id) && suppression.phase === 'down'
    return isNewlyDown ? [entry, this.#add(entry.incident, describeSuppressed(suppression.parentName))] : [entry]
  }

  #start({ id: entryId, kind, incident }: NewIncidentUpdate): void {
    const monitorKey = incident.monitor!.key
    const since = kind === 'created' ? incident.startedAt : incident.updatedAt
    const states = this.#dependencies(monitorKey)
    const suppression = startSuppression(
      { incidentId: incident.id, monitorKey, entryId, since },
      states,
      this.#context.now(),
    )
    if (!suppression) return
    const parentName = states.find(({ key }) => key === suppression.parentKey)!.name
    this.#suppressions.set(incident.id, { ...suppression, parentName })
  }

  /** Adds an entry that sends no notification. */
  #add(incident: Incident, message: string): NewIncidentUpdate {
    const entry = { ...toEntry(incident, message, null, this.#context.now()), id: this.#context.newId() }
    this.#suppressedEntries.add(entry.id)
    this.#touched.set(incident.id, entry.incident)
    return entry
  }

  async write(tx: Tx): Promise<void> {
    await saveFailureCounts(tx, [...this.#touched.values()])
    await saveSuppressions(
      tx,
      [...this.#suppressions.values()].filter((suppression) => this.#known.get(suppression.incidentId) !== suppression),
    )
    await deleteSuppressions(
      tx,
      [...this.#known.keys()].filter((id) => !this.#suppressions.has(id)),
    )
  }
}

/**
 * Makes the suppressions of changed monitors, and of monitors that depend on them, due for review. Call it after all
 * other incident changes of a transaction: it waits for no lock, but other transactions may wait for the locks it
 * takes.
 */
export async function requestSuppressionReview(
  tx: Tx,
  { now }: Pick<Context, 'now'>,
  monitors: readonly { monitorKey: number }[],
): Promise<void> {
  if (monitors.length === 0) return
  await markSuppressionsDue(
    tx,
    monitors.map(({ monitorKey }) => monitorKey),
    now(),
  )
}
