/** Silences monitors, and ends silences. `holds/silence.ts` holds and releases the alerts. */
import type { AuditEntry } from '../../core/accounts/audit.ts'
import { type IncidentMonitor, listMonitorIds, type Person } from '../../core/incidents/incident.ts'
import { type IncidentUpdate, toQuietEntry } from '../../core/incidents/incident-update.ts'
import {
  describeSilenced,
  describeSilenceEnded,
  type Silence,
  type SilenceTerms,
  validateSilence,
} from '../../core/incidents/silence.ts'
import { createInvalid, type Problem } from '../../core/platform/errors.ts'
import { formatIsoTime } from '../../core/platform/time/time.ts'
import { markSilencedDue } from '../../store/incidents/incident-holds.ts'
import { listIncidentMonitors, lockMonitorsForShare } from '../../store/incidents/incident-monitors.ts'
import { lockUnresolvedIncidents, saveFailureCounts } from '../../store/incidents/incidents.ts'
import { deleteSilences, listSilences, lockEndedSilences, saveSilences } from '../../store/incidents/silences.ts'
import { publishMonitors } from '../live/live-publisher.ts'
import type { Context, MonitorScope } from '../platform/context.ts'
import { type BaseWork, transact, transactSystem } from '../platform/work.ts'
import { getIncident, toPerson } from './incident-actions.ts'
import { recordIncidentUpdates } from './incident-updates.ts'

/** Monitors that a request silenced, or whose silence it ended, and all found monitors by id. */
interface SilenceChange {
  found: ReadonlyMap<string, IncidentMonitor>
  changed: ReadonlySet<string>
}

/**
 * Silences monitors, or changes the end of their silences. Unknown ids are ignored.
 *
 * @throws Problem VALIDATION_ERROR
 */
export const silenceMonitors = (
  context: Context,
  scope: MonitorScope,
  ids: readonly string[],
  terms: SilenceTerms,
): Promise<SilenceChange> =>
  transact(context, scope, async (work) => {
    const { tx, projectId, at } = work
    validateSilence(terms, at)
    const found = await lockMonitorsForShare(tx, projectId, ids)
    const before = await listSilences(tx, [...found.keys()], at)
    const by = toPerson(work.actor)
    const monitors = [...found.values()]
    const silences = monitors.map(({ key }): Silence => ({ monitorKey: key, by, since: at, ...terms }))
    await saveSilences(tx, silences)
    await recordEntries(work, monitors, (names) => describeSilenced(by, terms, names), by)
    // An earlier end than before is noticed at once
    await markSilencedDue(tx, [projectId], at)
    await work.logAudit(...monitors.map(({ id }) => toSilencedEntry(id, before.get(id) ?? null, terms)))
    return { found, changed: new Set(found.keys()) }
  })

/** Ends the silences of monitors. Unknown ids, and monitors that are not silenced, are ignored. */
export const endSilences = (context: Context, scope: MonitorScope, ids: readonly string[]): Promise<SilenceChange> =>
  transact(context, scope, async (work) => {
    const { tx, projectId, at } = work
    const found = await lockMonitorsForShare(tx, projectId, ids)
    const before = await listSilences(tx, [...found.keys()], at)
    const silenced = [...found.values()].filter(({ id }) => before.get(id))
    if (silenced.length === 0) return { found, changed: new Set<string>() }
    const by = toPerson(work.actor)
    await deleteSilences(
      tx,
      silenced.map(({ key }) => key),
    )
    await recordEntries(work, silenced, (names) => describeSilenceEnded(by, names), by)
    await markSilencedDue(tx, [projectId], at)
    await work.logAudit(...silenced.map(({ id }) => toUnsilencedEntry(id, before.get(id)!)))
    return { found, changed: new Set(silenced.map(({ id }) => id)) }
  })

/**
 * Silences all monitors of an incident.
 *
 * @throws Problem RESOURCE_NOT_FOUND; VALIDATION_ERROR, also for an incident without monitors
 */
export async function silenceIncident(
  context: Context,
  scope: MonitorScope,
  incidentId: string,
  terms: SilenceTerms,
): Promise<void> {
  const ids = await listSilenceable(context, scope, incidentId)
  const { found } = await silenceMonitors(context, scope, ids, terms)
  if (found.size === 0) throw createWithoutMonitors('all monitors of the incident were deleted')
}

/** @throws Problem RESOURCE_NOT_FOUND; VALIDATION_ERROR for an incident without monitors */
export async function endIncidentSilence(context: Context, scope: MonitorScope, incidentId: string): Promise<void> {
  await endSilences(context, scope, await listSilenceable(context, scope, incidentId))
}

async function listSilenceable({ store }: Context, { projectId }: MonitorScope, id: string): Promise<string[]> {
  const ids = listMonitorIds(await getIncident(store.db, projectId, id))
  if (ids.length === 0) throw createWithoutMonitors('the incident has no monitor')
  return ids
}

const createWithoutMonitors = (reason: string): Problem =>
  createInvalid({ field: 'id', message: `${reason}, and only monitors can be silenced` })

/**
 * Ends silences whose time has passed. Each is ended once, also with several servers.
 *
 * @returns the number of ended silences
 */
export const endDueSilences = (context: Context, limit: number): Promise<number> =>
  transactSystem(context, async (work) => {
    const { tx } = work
    const keys = await lockEndedSilences(tx, work.at, limit)
    await deleteSilences(tx, keys)
    const monitors = [...(await listIncidentMonitors(tx, keys)).values()]
    await recordEntries(work, monitors, (names) => describeSilenceEnded(null, names), null)
    publishMonitors(tx, context, monitors)
    return keys.length
  })

/**
 * Adds an entry to the unresolved incidents of monitors. It notifies no recipient.
 *
 * @param describe receives the names of the monitors if the incident has others too
 */
async function recordEntries(
  work: BaseWork,
  monitors: readonly IncidentMonitor[],
  describe: (names: readonly string[]) => string,
  author: Person | null,
): Promise<void> {
  const projectIds = [...new Set(monitors.map(({ projectId }) => projectId))]
  const names = new Map(monitors.map(({ id, name }) => [id, name]))
  const open = await lockUnresolvedIncidents(
    work.tx,
    projectIds,
    monitors.map(({ key }) => key),
  )
  const updates = open.flatMap((incident): IncidentUpdate[] => {
    const ids = listMonitorIds(incident)
    const known = ids.flatMap((id) => names.get(id) ?? [])
    if (known.length === 0) return []
    const message = describe(known.length < ids.length ? known : [])
    return [toQuietEntry(incident, message, author, work.at)]
  })
  await saveFailureCounts(
    work.tx,
    updates.map(({ incident }) => incident),
  )
  await recordIncidentUpdates(work, updates)
}

const toFacts = ({ until, note }: SilenceTerms) => ({ until: formatIsoTime(until), ...(note !== null && { note }) })

const toSilencedEntry = (id: string, before: Silence | null, terms: SilenceTerms): AuditEntry => ({
  action: 'monitor.silenced',
  resourceType: 'monitor',
  resourceId: id,
  changes: { silence: { ...(before && { from: toFacts(before) }), to: toFacts(terms) } },
})

const toUnsilencedEntry = (id: string, before: Silence): AuditEntry => ({
  action: 'monitor.unsilenced',
  resourceType: 'monitor',
  resourceId: id,
  changes: { silence: { from: toFacts(before) } },
})
