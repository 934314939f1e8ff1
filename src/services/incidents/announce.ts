/** What happens to an incident is written down and told: entry and deliveries go into the same transaction. */

import type { Incident } from '../../core/incidents/incident.ts'
import type { IncidentUpdate, NewEntry } from '../../core/incidents/incident-update.ts'
import { eventOf } from '../../core/incidents/update-event.ts'
import type { NotificationTarget } from '../../core/notifications/delivery.ts'
import { type IncidentEntry, insertIncidentUpdates } from '../../store/incidents/incident-updates.ts'
import { listDefaultAudiences, listMonitorAudiences } from '../../store/notifications/audiences.ts'
import type { Tx } from '../../store/platform/store.ts'
import { tellIncidents } from '../live/live-news.ts'
import { findUnheard } from '../notifications/expiry-hearers.ts'
import { findQuiet } from '../notifications/quiet.ts'
import { type Message, tell } from '../notifications/tell.ts'
import type { Context } from '../platform/context.ts'
import { writeIncidentNews } from '../status-pages/page-news.ts'
import { holdBack } from './holds.ts'
import { followReminders } from './reminders.ts'

/**
 * Four or five queries, however many updates. After the commit somebody has to wake the courier.
 *
 * @param updates those of one incident in the order in which they happened
 * @returns the entries, as people read them
 */
export async function announce(
  tx: Tx,
  context: Pick<Context, 'newId' | 'now' | 'live'>,
  updates: readonly IncidentUpdate[],
): Promise<IncidentEntry[]> {
  if (updates.length === 0) return []
  const made = updates.map((update) => ({ ...update, id: context.newId() }))
  const { entries, told } = await holdBack(tx, context, made)
  const written = await insertIncidentUpdates(tx, entries)
  tellIncidents(tx, context, entries)
  await followReminders(tx, context, entries)
  await tellEntries(tx, context, told)
  // What people publish, a page shows, whatever becomes of the alerts
  await writeIncidentNews(
    tx,
    context,
    entries.filter((each) => each.isPublic && !told.includes(each)),
  )
  return written
}

/** Tells of entries that are written. */
export async function tellEntries(
  tx: Tx,
  context: Pick<Context, 'newId' | 'now'>,
  entries: readonly NewEntry[],
): Promise<void> {
  await tell(tx, context, await messagesOf(tx, entries, context.now()))
  await writeIncidentNews(tx, context, entries)
}

/** Without those that nobody is told of. */
async function messagesOf(
  tx: Tx,
  entries: readonly (IncidentUpdate & { id: string })[],
  now: number,
): Promise<Message[]> {
  const audienceOf = await findAudiences(
    tx,
    entries.map(({ incident }) => incident),
  )
  const audiences = entries.map((update) => ({ update, targets: audienceOf(update.incident) }))
  const isNewTo = await findUnheard(tx, audiences, now)
  const quietUntil = await findQuiet(
    tx,
    entries.map(({ incident }) => incident),
    now,
  )
  return entries.flatMap((entry) => {
    const targets = audienceOf(entry.incident).filter((target) => isNewTo(entry, target))
    if (targets.length === 0) return []
    const { id, incident } = entry
    const notBefore = quietUntil(incident) ?? now
    return [{ id, event: eventOf(entry), incidentId: incident.id, targets, at: incident.updatedAt, notBefore }]
  })
}

/**
 * Who is told of an incident: the targets of its monitor and of those that it affects, each once; where it names no
 * monitor at all, the default targets of its project.
 */
export async function findAudiences(
  tx: Tx,
  incidents: readonly Incident[],
): Promise<(incident: Incident) => NotificationTarget[]> {
  const ofMonitors = await listMonitorAudiences(tx, unique(incidents.flatMap(monitorsOf)))
  const places = incidents.filter((incident) => monitorsOf(incident).length === 0)
  const ofProjects = await listDefaultAudiences(tx, unique(places.map(({ projectId }) => projectId)))
  return (incident) => {
    const ids = monitorsOf(incident)
    const targets = ids.length > 0 ? ids.flatMap((id) => ofMonitors.get(id) ?? []) : ofProjects.get(incident.projectId)
    return [...new Map(targets?.map((target) => [target.id, target])).values()]
  }
}

const monitorsOf = ({ monitor, affectedMonitorIds }: Incident): string[] =>
  monitor ? [monitor.id, ...affectedMonitorIds] : affectedMonitorIds

const unique = <T>(values: readonly T[]): T[] => [...new Set(values)]
