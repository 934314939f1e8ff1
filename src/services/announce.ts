/** What happens to an incident is written down and told: entry and deliveries go into the same transaction. */
import { recipientOf } from '../channels/index.ts'
import { eventOf } from '../core/alert.ts'
import { type Delivery, MAX_RETRIES, type NotificationTarget } from '../core/delivery.ts'
import type { Event } from '../core/event.ts'
import type { Incident, IncidentUpdate } from '../core/incident.ts'
import { listDefaultAudiences, listMonitorAudiences } from '../store/audiences.ts'
import { insertDeliveries } from '../store/deliveries.ts'
import { type IncidentEntry, insertIncidentUpdates } from '../store/incident-updates.ts'
import type { Tx } from '../store/store.ts'
import type { Context } from './context.ts'
import { tellIncidents } from './live-news.ts'

/**
 * Three or four queries, however many updates. After the commit somebody has to wake the courier.
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
  const entries = updates.map((update) => ({ ...update, id: context.newId() }))
  const written = await insertIncidentUpdates(tx, entries)
  tellIncidents(tx, context, updates)
  const audienceOf = await findAudiences(
    tx,
    entries.map(({ incident }) => incident),
  )
  const deliveries = entries.flatMap((entry) => {
    const audience = audienceOf(entry.incident)
    if (audience.length === 0) return []
    const event = eventOf(entry)
    return audience.map((target) => deliveryOf(entry, event, target, context))
  })
  await insertDeliveries(tx, deliveries)
  return written
}

/**
 * Who is told of an incident: the targets of its monitor and of those that it affects, each once; where it names no
 * monitor at all, the default targets of its project.
 */
async function findAudiences(
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

function deliveryOf(
  { id: eventId, incident }: IncidentUpdate & { id: string },
  event: Event,
  target: NotificationTarget,
  context: Pick<Context, 'newId' | 'now'>,
): Delivery {
  return {
    id: context.newId(),
    organizationId: incident.organizationId,
    projectId: incident.projectId,
    incidentId: incident.id,
    eventId,
    targetId: target.id,
    channel: target.channel,
    recipient: recipientOf(target),
    event,
    status: 'pending',
    deliveredAt: null,
    errorMessage: null,
    retryCount: 0,
    maxRetries: MAX_RETRIES,
    lastRetryAt: null,
    nextAttemptAt: context.now(),
    // Of one incident no two are equal: the courier goes by it
    createdAt: incident.updatedAt,
    updatedAt: incident.updatedAt,
  }
}
